/** Sends source to be graded. Whatever goes wrong becomes a sentence: the text itself never leaves the editor. */

import { find } from "../dom";

export interface Accepted {
  id: number;
  url: string;
  events: string;
  result: string;
  cancel: string;
}

export class Refused extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

const SAFE = "Your code is still here.";
const SENTENCES: Record<number, string> = {
  400: `This page has been open for a long time. Reload it and send again; your code is kept. `,
  404: `This problem is not there any more. ${SAFE}`,
  409: `Your last attempt is still being graded. ${SAFE} Send it again in a moment.`,
  413: `This is more code than can be sent. ${SAFE}`,
  429: `That was very fast. ${SAFE} Send it again in a moment.`,
};

/**
 * Post the source, and whatever `more` the address asks for; resolves when it is stored.
 *
 * @throws Refused with a sentence for the learner.
 */
export async function send(url: string, source: string, more: Record<string, string> = {}): Promise<Accepted> {
  const csrf_token = find<HTMLMetaElement>("meta[name=csrf-token]").content;
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": csrf_token },
      body: new URLSearchParams({ source, ...more, csrf_token }),
    });
  } catch {
    throw new Refused(`The site cannot be reached. ${SAFE} Send it again when you are back on the network.`);
  }
  const answer = await parsed(response);
  if (response.ok && isAccepted(answer)) return answer;
  const said = sentence(answer) ?? SENTENCES[response.status] ?? `The site could not take this just now. ${SAFE}`;
  throw new Refused(said, response.status);
}

async function parsed(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function isAccepted(answer: unknown): answer is Accepted {
  return typeof answer === "object" && answer !== null && "events" in answer && "result" in answer;
}

function sentence(answer: unknown): string | null {
  const error = (answer as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  if (typeof error?.message !== "string") return null;
  return error.code === "bad_arguments" ? error.message : `${error.message} ${SAFE}`;
}
