import { type FindingSet, finding } from "../../wire/findings.ts";
import type { RequestId } from "../../wire/messages.ts";
import type { NameNumber } from "../columns/names.ts";
import { type CallState, CallTable, callState, type Scope } from "./callTable.ts";
import { IdKey } from "./idKey.ts";
import { SameIdCalls } from "./sameIdCalls.ts";

/** What ends a call on our side, without an answer. */
export type LocalEnd = typeof callState.cancelled | typeof callState.timedOut | typeof callState.serverExited;

const key = new IdKey();
const recentCalls = 1024;
const longestRecent = 64;

/**
 * Which answer belongs to which request, in one process's traffic: by value and type of the id and by direction, and
 * by nothing else, whether they came alone or in batches. [R5] [R6] [R12]
 *
 * Each message costs a hash and a comparison of its id. Results that are more than a number are left in `call` and
 * `findings`, so that no object is made a message.
 */
export class Pairing {
  readonly calls = new CallTable();
  readonly #sameId = new Map<number, SameIdCalls>();
  /** The ids of the last calls, by call, but for long ones. Made for the first call: a log has many processes. */
  #recentIds: (RequestId | undefined)[] | undefined;
  #lastAnswered = -1;
  /** The call that the last operation was about, or -1. */
  call = -1;
  /** What the last operation showed to be wrong. */
  findings: FindingSet = 0;

  /** A request was sent in line `seq`. Afterwards `call` is its call. */
  request(of: Scope, id: RequestId, isNumberText: boolean, seq: number, method: NameNumber): void {
    key.set(id, isNumberText);
    this.call = this.calls.add(of, key, seq, method);
    this.findings = 0;
    this.#recentIds ??= new Array<RequestId | undefined>(recentCalls).fill(undefined);
    this.#recentIds[this.call % recentCalls] = isNumberText || isLong(id) ? undefined : id;
    const { first } = this.calls;
    if (first !== this.call) {
      this.findings = finding["duplicate-request-id"];
      const same = this.#sameId.get(first) ?? new SameIdCalls(this.calls, first);
      same.add(this.call);
      this.#sameId.set(first, same);
    }
  }

  /**
   * An answer came in line `seq`. Afterwards `call` is the call it answers, or for an id of the wrong type the one it
   * probably means, or -1.
   */
  answer(of: Scope, id: RequestId, isNumberText: boolean, seq: number, state: CallState): void {
    const first = this.#findAnswered(of, id, isNumberText);
    if (first === -1) {
      this.call = this.#findOtherType(of, id, isNumberText);
      this.findings = this.call === -1 ? finding["unknown-id"] : finding["id-type-mismatch"];
      return;
    }
    const call = this.#sameId.size === 0 ? first : (this.#sameId.get(first)?.answered() ?? first);
    this.call = call;
    this.#lastAnswered = call;
    this.findings = 0;
    if (this.calls.answerSeq(call) !== 0) {
      this.findings = finding["duplicate-answer"];
      return;
    }
    this.calls.setAnswerSeq(call, seq);
    if (this.calls.state(call) === callState.pending) {
      this.calls.setState(call, state);
    } else {
      this.findings = finding["late-answer"];
    }
  }

  /** Ends a call on our side: the one in line `seq` or else the oldest that waits. Returns it, or -1 if none waits. */
  settle(of: Scope, id: RequestId, isNumberText: boolean, end: LocalEnd, seq?: number): number {
    key.set(id, isNumberText);
    let call = this.calls.find(of, key);
    const same = this.#sameId.get(call);
    if (same !== undefined) {
      call = seq === undefined ? same.waiting() : same.waitingIn(seq);
    }
    if (call === -1 || this.calls.state(call) !== callState.pending) {
      return -1;
    }
    this.calls.setState(call, end);
    return call;
  }

  /** The call with this id that waits, or else some call with it, or -1. */
  find(of: Scope, id: RequestId, isNumberText: boolean): number {
    key.set(id, isNumberText);
    const first = this.calls.find(of, key);
    const waiting = this.#sameId.get(first)?.waiting() ?? -1;
    return waiting === -1 ? first : waiting;
  }

  /** Keeps an id that belongs to no call. Returns where. */
  keepId(id: RequestId, isNumberText: boolean): number {
    key.set(id, isNumberText);
    return this.calls.ids.put(key);
  }

  #findAnswered(of: Scope, id: RequestId, isNumberText: boolean): number {
    const { calls } = this;
    // Answers mostly come in order: the next call is tried before the index is searched.
    const next = this.#lastAnswered + 1;
    if (
      this.#sameId.size === 0 &&
      next < calls.length &&
      next >= calls.length - recentCalls &&
      this.#recentIds?.[next % recentCalls] === id &&
      !isNumberText &&
      calls.scope(next) === of
    ) {
      return next;
    }
    key.set(id, isNumberText);
    return calls.find(of, key);
  }

  #findOtherType(of: Scope, id: RequestId, isNumberText: boolean): number {
    if (typeof id === "number") {
      key.set(String(id), false);
      return this.calls.find(of, key);
    }
    if (isNumberText) {
      key.set(id, false);
      return this.calls.find(of, key);
    }
    const number = Number(id);
    if (id === "" || Number.isNaN(number)) {
      return -1;
    }
    // Where JavaScript holds the number its own text is canonical; where not, the text is the id.
    const isHeld = String(number) === id && (Number.isSafeInteger(number) || !Number.isInteger(number));
    key.set(isHeld ? number : id, !isHeld);
    return this.calls.find(of, key);
  }
}

function isLong(id: RequestId): boolean {
  return typeof id === "string" && id.length > longestRecent;
}
