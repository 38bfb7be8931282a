import type { RequestId } from "../../wire/messages.ts";
import type { NameNumber } from "../columns/names.ts";
import type { RowStatus } from "../entry.ts";
import { IdArena } from "./idArena.ts";
import type { IdKey } from "./idKey.ts";

/** How a call stands, as the low bits of a call's last word. `declined`: a probe of ours got the error that it may get. */
export const callState = {
  pending: 0,
  ok: 1,
  error: 2,
  cancelled: 3,
  timedOut: 4,
  serverExited: 5,
  declined: 6,
} as const;
export type CallState = (typeof callState)[keyof typeof callState];
const statuses: readonly RowStatus[] = [
  "pending",
  "ok",
  "error",
  "cancelled",
  "timedOut",
  "serverExited",
  "error",
];

/**
 * Whose ids these are. We and the server number our requests apart [R12], and a progress token is not an id: equal
 * ones of different scopes have nothing to do with each other.
 */
export const scope = { ourRequest: 0, theirRequest: 1, ourToken: 2, theirToken: 3 } as const;
export type Scope = (typeof scope)[keyof typeof scope];

const chunkBits = 12;
const callsInChunk = 1 << chunkBits;
const callMask = callsInChunk - 1;

/** A call is four words in a row, which come into the processor's cache together. */
const wordBits = 2;
const requestWord = 0;
const answerWord = 1;
const idWord = 2;
/** Method in the high half; below it scope and state. */
const restWord = 3;
const methodShift = 16;
const scopeShift = 4;
const stateMask = 15;
const scopeMask = 15 << scopeShift;

const indexParts = 64;
const fewestWords = 64;
const noSlots = new Uint32Array(0);

/**
 * The calls of one source: 16 bytes each besides the id, found by scope and id through a hash index.
 *
 * The index is open addressing in 64 parts that grow apart, so that no single growth takes long however many calls
 * there are. Calls are never removed: that an id was used before is part of what is known.
 */
export class CallTable {
  readonly ids = new IdArena();
  readonly #chunks: Uint32Array[] = [];
  #length = 0;
  /** The first call with the id that was added last. */
  first = -1;
  /** Slots of two words: the hash and call + 1, which is 0 where the slot is free. */
  readonly #slots: Uint32Array[] = new Array<Uint32Array>(indexParts).fill(noSlots);
  readonly #counts = new Uint32Array(indexParts);

  get length(): number {
    return this.#length;
  }

  /**
   * Adds a call under `key`. Afterwards `first` is the first call with that id: itself, or the one that is found by it.
   */
  add(of: Scope, key: IdKey, requestSeq: number, method: NameNumber): number {
    const call = this.#length;
    this.first = this.#findOrPlace(of, key, call);
    this.#length = call + 1;
    let words = this.#chunks[call >>> chunkBits];
    if (words === undefined) {
      words = new Uint32Array(callsInChunk << wordBits);
      this.#chunks.push(words);
    }
    const at = (call & callMask) << wordBits;
    words[at + requestWord] = requestSeq;
    words[at + idWord] = this.ids.put(key);
    words[at + restWord] = (method << methodShift) | (of << scopeShift);
    return call;
  }

  /** The first call with this id, by value and type, or -1. [R6] */
  find(of: Scope, key: IdKey): number {
    return this.#findOrPlace(of, key, -1);
  }

  /** The first call with this id; where there is none `call` is placed in the index, unless it is -1, and returned. */
  #findOrPlace(of: Scope, key: IdKey, call: number): number {
    const { hash } = key;
    const part = hash & (indexParts - 1);
    let slots = this.#slots[part] as Uint32Array;
    let count = this.#counts[part] as number;
    if (call !== -1 && (count + 1) * 5 > slots.length * 2) {
      slots = grown(slots);
      this.#slots[part] = slots;
    } else if (slots.length === 0) {
      return -1;
    }
    const mask = slots.length - 2;
    let slot = firstSlot(hash, mask);
    for (;;) {
      const found = (slots[slot + 1] as number) - 1;
      if (found === -1) {
        break;
      }
      if (slots[slot] === hash && this.#has(found, of, key)) {
        return found;
      }
      slot = (slot + 2) & mask;
    }
    if (call !== -1) {
      slots[slot] = hash;
      slots[slot + 1] = call + 1;
      this.#counts[part] = ++count;
    }
    return call;
  }

  #has(call: number, of: Scope, key: IdKey): boolean {
    return this.scope(call) === of && this.ids.equals(this.#word(call, idWord), key);
  }

  #word(call: number, word: number): number {
    return (this.#chunks[call >>> chunkBits] as Uint32Array)[
      ((call & callMask) << wordBits) + word
    ] as number;
  }
  #setWord(call: number, word: number, value: number): void {
    (this.#chunks[call >>> chunkBits] as Uint32Array)[((call & callMask) << wordBits) + word] = value;
  }

  /** The line that the request was in. */
  requestSeq(call: number): number {
    return this.#word(call, requestWord);
  }
  setRequestSeq(call: number, seq: number): void {
    this.#setWord(call, requestWord, seq);
  }
  /** The line that the answer was in; 0 while there is none. */
  answerSeq(call: number): number {
    return this.#word(call, answerWord);
  }
  setAnswerSeq(call: number, seq: number): void {
    this.#setWord(call, answerWord, seq);
  }
  method(call: number): NameNumber {
    return this.#word(call, restWord) >>> methodShift;
  }
  scope(call: number): Scope {
    return ((this.#word(call, restWord) & scopeMask) >> scopeShift) as Scope;
  }
  state(call: number): CallState {
    return (this.#word(call, restWord) & stateMask) as CallState;
  }
  setState(call: number, state: CallState): void {
    this.#setWord(call, restWord, (this.#word(call, restWord) & ~stateMask) | state);
  }
  status(call: number): RowStatus {
    return statuses[this.state(call)] as RowStatus;
  }
  /** Where `ids` keeps the id. */
  idRef(call: number): number {
    return this.#word(call, idWord);
  }
  id(call: number): RequestId {
    return this.ids.get(this.idRef(call));
  }
}

/** Where the search for a hash begins; the lowest bits chose the part. */
function firstSlot(hash: number, mask: number): number {
  return (hash >>> 5) & mask;
}

/** Reads nothing but the slots, so that it costs little however scattered the calls are. */
function grown(slots: Uint32Array): Uint32Array {
  const longer = new Uint32Array(Math.max(fewestWords, slots.length * 2));
  const mask = longer.length - 2;
  for (let from = 0; from < slots.length; from += 2) {
    const entry = slots[from + 1] as number;
    if (entry !== 0) {
      const hash = slots[from] as number;
      let to = firstSlot(hash, mask);
      while (longer[to + 1] !== 0) {
        to = (to + 2) & mask;
      }
      longer[to] = hash;
      longer[to + 1] = entry;
    }
  }
  return longer;
}
