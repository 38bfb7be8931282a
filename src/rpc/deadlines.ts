import type { CallsInFlight } from "./callsInFlight.ts";
import type { PendingCall, TimeoutReason } from "./pendingCall.ts";

/** setTimeout fires at once for anything larger. */
const longestTimer = 2 ** 31 - 1;

/**
 * Ends the calls of a peer whose time is up, with one timer for all of them. [R9]
 *
 * A call costs a comparison: the timer is set for the earliest end of all, and when it fires too soon, because that
 * call was answered or made progress, it is set anew. Each firing costs the calls in flight.
 */
export class Deadlines {
  readonly #calls: CallsInFlight;
  readonly #onTimeout: (call: PendingCall, reason: TimeoutReason) => void;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  #firesAt = Infinity;

  /** `onTimeout` takes the call out of `calls`. */
  constructor(calls: CallsInFlight, onTimeout: (call: PendingCall, reason: TimeoutReason) => void) {
    this.#calls = calls;
    this.#onTimeout = onTimeout;
  }

  /** A call has been sent. */
  watch(call: PendingCall): void {
    if (call.endsAt < this.#firesAt) {
      this.#fireAt(call.endsAt);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #fireAt(time: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = time;
    const delay = Math.min(Math.max(Math.ceil(time - performance.now()), 1), longestTimer);
    // What keeps a process alive is the pipe, not the wait for it.
    this.#timer = setTimeout(this.#fire, delay).unref();
  }

  readonly #fire = (): void => {
    const now = performance.now();
    const late: PendingCall[] = [];
    let next = Infinity;
    for (const call of this.#calls.values()) {
      if (call.endsAt <= now) {
        late.push(call);
      } else {
        next = Math.min(next, call.endsAt);
      }
    }
    this.#firesAt = Infinity;
    if (next < Infinity) {
      this.#fireAt(next);
    }
    for (const call of late) {
      this.#onTimeout(call, call.timeoutReason);
    }
  };
}
