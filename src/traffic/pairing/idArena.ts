import type { RequestId } from "../../wire/messages.ts";
import { type IdKey, idType, lengthShift, typeMask } from "./idKey.ts";

const chunkBits = 14;
const wordsInChunk = 1 << chunkBits;
const wordMask = wordsInChunk - 1;

/** Where ids are kept, once each: 20 bytes a UUID, 8 a small number. */
export class IdArena {
  readonly #chunks: Uint32Array[] = [];
  /** Those too long to be packed; their words hold the index here. */
  readonly #long: string[] = [];
  #used = 0;

  /** Keeps an id and returns where. */
  put(key: IdKey): number {
    const size = key.size + (key.long === undefined ? 0 : 1);
    if ((this.#used & wordMask) + size > wordsInChunk) {
      this.#used = (this.#used | wordMask) + 1;
    }
    const index = this.#used >>> chunkBits;
    let chunk = this.#chunks[index];
    if (chunk === undefined) {
      chunk = new Uint32Array(wordsInChunk);
      this.#chunks[index] = chunk;
    }
    const at = this.#used & wordMask;
    for (let word = 0; word < key.size; word++) {
      chunk[at + word] = key.words[word] as number;
    }
    if (key.long !== undefined) {
      chunk[at + key.size] = this.#long.push(key.long) - 1;
    }
    const ref = this.#used;
    this.#used += size;
    return ref;
  }

  equals(ref: number, key: IdKey): boolean {
    const chunk = this.#chunks[ref >>> chunkBits] as Uint32Array;
    const at = ref & wordMask;
    for (let word = 0; word < key.size; word++) {
      if (chunk[at + word] !== key.words[word]) {
        return false;
      }
    }
    return key.long === undefined || this.#long[chunk[at + key.size] as number] === key.long;
  }

  /** The id as it was sent; a number that JavaScript cannot hold: its text. */
  get(ref: number): RequestId {
    const chunk = this.#chunks[ref >>> chunkBits] as Uint32Array;
    const at = ref & wordMask;
    const header = chunk[at] as number;
    switch (header & typeMask) {
      case idType.uuid:
        return uuidText(chunk, at + 1);
      case idType.integer:
        return (chunk[at + 1] as number) | 0;
      case idType.number:
        return new Float64Array(chunk.slice(at + 1, at + 3).buffer)[0] as number;
      case idType.long:
      case idType.longNumberText:
        return this.#long[chunk[at + 2] as number] as string;
      case idType.utf16:
        return unpack(chunk, at + 1, header >>> lengthShift, 2);
      default:
        return unpack(chunk, at + 1, header >>> lengthShift, 4);
    }
  }

  /** Whether the id was a number that JavaScript cannot hold, and `get` tells its text. */
  isNumberText(ref: number): boolean {
    const header = (this.#chunks[ref >>> chunkBits] as Uint32Array)[ref & wordMask] as number;
    return (header & typeMask) === idType.numberText || (header & typeMask) === idType.longNumberText;
  }
}

const hexDigits = Buffer.from("0123456789abcdef");
const uuidBytes = Buffer.from("00000000-0000-0000-0000-000000000000");
/** Where the hexadecimal digits are in a UUID's text. */
const uuidDigits = Array.from({ length: 36 }, (_, at) => at).filter((at) => ![8, 13, 18, 23].includes(at));

/** Called for each id that is shown or written, so no text is made but the one that is returned. */
function uuidText(words: Uint32Array, first: number): string {
  for (let digit = 0; digit < 32; digit++) {
    const word = words[first + (digit >> 3)] as number;
    const value = (word >>> (28 - (digit & 7) * 4)) & 15;
    uuidBytes[uuidDigits[digit] as number] = hexDigits[value] as number;
  }
  return uuidBytes.toString("latin1");
}

function unpack(chunk: Uint32Array, first: number, length: number, charactersInWord: 2 | 4): string {
  const bits = 32 / charactersInWord;
  const mask = 2 ** bits - 1;
  const codes: number[] = [];
  for (let at = 0; at < length; at++) {
    const word = chunk[first + Math.floor(at / charactersInWord)] as number;
    codes.push((word >>> ((at % charactersInWord) * bits)) & mask);
  }
  return String.fromCharCode(...codes);
}
