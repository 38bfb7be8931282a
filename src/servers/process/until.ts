import { setTimeout as delay } from "node:timers/promises";

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 25;

/** The least time one look at the condition gets, so that a look started near the limit can still answer. */
const SHORTEST_LOOK_MS = 100;

/**
 * Looks at a condition, at growing intervals, until it holds or the time is up.
 * The limit is asked for anew each round, so that it can be shortened while somebody waits.
 * A look that hangs counts as "no": the wait is bounded whatever the condition does.
 *
 * @returns whether the condition came to hold.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs: () => number,
): Promise<boolean> {
  const startedAt = performance.now();
  const left = () => limitMs() - (performance.now() - startedAt);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (await within(condition(), Math.max(left(), SHORTEST_LOOK_MS))) return true;
    if (left() <= 0) return false;
    await delay(Math.min(pause, left()));
  }
}

/** What the promise resolves to, or `undefined` if it has not settled after so many milliseconds. */
export async function within<T>(value: T | Promise<T>, limitMs: number): Promise<T | undefined> {
  if (!(value instanceof Promise)) return value;
  const abort = new AbortController();
  try {
    return await Promise.race([value, delay(limitMs, undefined, { signal: abort.signal })]);
  } finally {
    abort.abort();
  }
}
