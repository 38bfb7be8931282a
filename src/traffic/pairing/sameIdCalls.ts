import { type CallTable, callState } from "./callTable.ts";

/**
 * The calls that share one id within an epoch, which is a fault of their sender but has to be lived with: the oldest
 * that waits takes the next answer. All operations take constant time on average, however often the id was used.
 */
export class SameIdCalls {
  readonly #calls: CallTable;
  readonly #waiting: number[] = [];
  #firstWaiting = 0;
  /** Ended on our side and not answered since. */
  readonly #settled: number[] = [];
  #firstSettled = 0;
  #latest: number;

  constructor(calls: CallTable, first: number) {
    this.#calls = calls;
    this.#latest = first;
    this.add(first);
  }

  add(call: number): void {
    this.#latest = call;
    this.#waiting.push(call);
  }

  /** The oldest that waits for an answer, or -1. */
  waiting(): number {
    for (; this.#firstWaiting < this.#waiting.length; this.#firstWaiting++) {
      const call = this.#waiting[this.#firstWaiting] as number;
      if (this.#calls.state(call) === callState.pending) {
        return call;
      }
      if (this.#calls.answerSeq(call) === 0) {
        this.#settled.push(call);
      }
    }
    return -1;
  }

  /** Which call an answer with this id is for: one that waits, else one that ended without, else the latest. */
  answered(): number {
    const waiting = this.waiting();
    if (waiting !== -1) {
      return waiting;
    }
    for (; this.#firstSettled < this.#settled.length; this.#firstSettled++) {
      const call = this.#settled[this.#firstSettled] as number;
      if (this.#calls.answerSeq(call) === 0) {
        return call;
      }
    }
    return this.#latest;
  }

  /** The waiting call whose request is in line `seq`, or -1. */
  waitingIn(seq: number): number {
    const isIt = (call: number): boolean =>
      this.#calls.requestSeq(call) === seq && this.#calls.state(call) === callState.pending;
    return this.#waiting.find(isIt) ?? -1;
  }
}
