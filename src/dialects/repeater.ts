import { setTimeout as sleep } from "node:timers/promises";

const shortestPauseMs = 50;
const longestPauseMs = 10_000;

/** Does a piece of work again when asked, one at a time. */
export interface Repeater {
  /** Does the work now. Only once, before any `again`. */
  first(): Promise<void>;
  /** Has the work done again soon. However often it is asked for while it waits or works, that is one more time. */
  again(): void;
}

/**
 * Before each repetition there is a pause, 50 ms at first. It doubles, up to 10 s, while repetitions follow each
 * other within 10 s: a server that answers each `tools/list` with a `list_changed` costs little. The work must not
 * reject.
 */
export function repeater(work: () => Promise<void>): Repeater {
  let isBusy = true;
  let isWanted = false;
  let pauseMs = 0;
  let endedAt = 0;

  async function run(): Promise<void> {
    isWanted = false;
    await work();
    endedAt = performance.now();
  }

  async function repeat(): Promise<void> {
    isBusy = true;
    while (isWanted) {
      const isClose = performance.now() - endedAt < longestPauseMs;
      pauseMs = isClose ? Math.min(Math.max(pauseMs * 2, shortestPauseMs), longestPauseMs) : shortestPauseMs;
      // Nobody waits for it: it must not keep a process alive.
      await sleep(pauseMs, undefined, { ref: false });
      await run();
    }
    isBusy = false;
  }

  return {
    async first() {
      await run();
      void repeat();
    },
    again() {
      isWanted = true;
      if (!isBusy) {
        void repeat();
      }
    },
  };
}
