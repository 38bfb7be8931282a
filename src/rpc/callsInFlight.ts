import type { RequestId } from "../wire/messages.ts";
import type { PendingCall } from "./pendingCall.ts";
import { newUuid, numberInUuid } from "./uuid.ts";

/**
 * Our calls in flight, in the order sent. Gives each a number and its id, and finds it by the id as on the wire, by
 * value and type. [R6]
 *
 * The id tells the number, so that a call costs a Map of small integers: one by UUIDs would hash every text twice, and
 * with thousands of calls in flight that costs as much as parsing their answers.
 */
export class CallsInFlight {
  readonly #ids: "uuid" | "integer";
  readonly #calls = new Map<number, PendingCall>();
  #lastNumber = 0;

  constructor(ids: "uuid" | "integer") {
    this.#ids = ids;
  }

  add(call: PendingCall): RequestId {
    const number = ++this.#lastNumber;
    const id = this.#ids === "uuid" ? newUuid(number) : number;
    call.number = number;
    call.id = id;
    this.#calls.set(number, call);
    return id;
  }

  /** Somebody else's UUID may tell the number of a call of ours, so the whole id is compared. */
  get(id: RequestId): PendingCall | undefined {
    const call = this.#calls.get(typeof id === "number" ? id : numberInUuid(id));
    return call?.id === id ? call : undefined;
  }

  delete(call: PendingCall): void {
    this.#calls.delete(call.number);
  }

  values(): Iterable<PendingCall> {
    return this.#calls.values();
  }
}
