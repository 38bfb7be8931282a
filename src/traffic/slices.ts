import { setImmediate } from "node:timers/promises";

/** What may run at a time before others get their turn. Milliseconds. */
const longestSlice = 12;

/** Lets long work pause, so that it never holds the event loop for long, and end early. */
export class Slices {
  readonly #signal: AbortSignal | undefined;
  #began = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Whether it is time to `pause`. Costs a reading of the clock. */
  get isOver(): boolean {
    return performance.now() - this.#began >= longestSlice;
  }

  /** `pause` where it is time to. */
  async pauseIfOver(): Promise<void> {
    if (this.isOver) {
      await this.pause();
    }
  }

  /** Lets the event loop turn. Rejects with the signal's reason once it is aborted. */
  async pause(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#began = performance.now();
  }
}
