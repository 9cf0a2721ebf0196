/** Follows one submission until its verdict: server-sent events first, asking again and again where they fail. */

export interface Watched {
  events: string;
  result: string;
  /** Where to ask that it is not graded after all; not for somebody else's. */
  cancel?: string;
}

/** A test that has ended. */
export interface Ended {
  title: string;
  outcome: string;
}

export interface State {
  state: string;
  position: number | null;
  done: number | null;
  total: number | null;
  tests?: Ended[];
}

export interface Follower {
  onState(state: State): void;
  onDone(html: string): void;
  onTrouble(): void;
}

const FIRST_WAIT_MS = 700;
const LONGEST_WAIT_MS = 8000;

/** Start following; returns how to stop. */
export function watch(watched: Watched, follower: Follower): () => void {
  let over = false;
  let timer = 0;
  const source = new EventSource(watched.events);
  const stop = (): void => {
    over = true;
    source.close();
    window.clearTimeout(timer);
  };
  const finish = (html: string): void => {
    if (over) return;
    stop();
    follower.onDone(html);
  };
  const poll = async (wait_ms: number): Promise<void> => {
    const answer = await ask(watched.result);
    if (over) return;
    if (answer?.state === "done" || answer?.state === "cancelled") return finish(answer.html);
    if (answer) follower.onState({ state: answer.state, position: null, done: null, total: null });
    else follower.onTrouble();
    const next_ms = Math.min(wait_ms * 1.5, LONGEST_WAIT_MS);
    timer = window.setTimeout(() => void poll(next_ms), wait_ms);
  };
  source.addEventListener("state", (event) => {
    const state = read<State>(event.data);
    if (state && !over) follower.onState(state);
  });
  source.addEventListener("done", (event) => {
    const done = read<{ html: string }>(event.data);
    if (done) finish(done.html);
  });
  source.addEventListener("error", () => {
    if (over || timer) return;
    source.close(); // a stream that broke once is not trusted again
    void poll(FIRST_WAIT_MS);
  });
  return stop;
}

function read<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}

async function ask(url: string): Promise<{ state: string; html: string } | null> {
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    if (!response.ok) return null;
    return { state: response.headers.get("X-State") ?? "queued", html: await response.text() };
  } catch {
    return null;
  }
}
