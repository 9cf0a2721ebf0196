/** The server's side of a draft: reads it, and saves a text that grew from a revision. */

import { find } from "../dom";

export interface Kept {
  revision: number;
  source: string | null;
  savedAt: string | null;
  /** Which tab saved it, by the name that it gave itself. */
  tab: string;
}

export interface Text {
  source: string;
  revision: number;
  tab: string;
}

export type Answer =
  | { kind: "saved"; revision: number }
  | { kind: "conflict"; theirs: Kept }
  | { kind: "refused" } // for good: asking again would change nothing
  | { kind: "unreachable" };

/** A request that outlives its page may carry 64 KiB. */
const MOST_KEEPALIVE_CHARS = 60_000;

export async function save(url: string, { source, revision, tab }: Text, leaving: boolean): Promise<Answer> {
  const csrf_token = find<HTMLMetaElement>("meta[name=csrf-token]").content;
  const body = new URLSearchParams({ source, revision: String(revision), tab, csrf_token });
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": csrf_token },
      body,
      keepalive: leaving && body.toString().length < MOST_KEEPALIVE_CHARS,
    });
  } catch {
    return { kind: "unreachable" };
  }
  const said = await parsed(response);
  if (response.ok && typeof said?.revision === "number") return { kind: "saved", revision: said.revision };
  if (response.status === 409 && said) return { kind: "conflict", theirs: keptFrom(said) };
  return { kind: response.status === 429 || response.status >= 500 ? "unreachable" : "refused" };
}

export async function load(url: string): Promise<Kept | null> {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" } });
    const said = response.ok ? await parsed(response) : null;
    return said && keptFrom(said);
  } catch {
    return null;
  }
}

type Said = Record<string, unknown>;

function keptFrom(said: Said): Kept {
  return {
    revision: Number(said.revision ?? 0),
    source: typeof said.source === "string" ? said.source : null,
    savedAt: typeof said.saved_at === "string" ? said.saved_at : null,
    tab: String(said.tab ?? ""),
  };
}

async function parsed(response: Response): Promise<Said | null> {
  try {
    return (await response.json()) as Said;
  } catch {
    return null;
  }
}
