import type { RequestId } from "../../wire/messages.ts";

/**
 * Ids as words of 32 bits: a header with type and length, then the value. Two ids are equal, by value **and** type,
 * exactly if their words are. [R6]
 */
export const idType = {
  uuid: 0,
  integer: 1,
  number: 2,
  latin1: 3,
  utf16: 4,
  /** A number that JavaScript cannot hold: its text. */
  numberText: 5,
  /** Too long to be packed. */
  long: 6,
  longNumberText: 7,
} as const;
/** A header is the type in its low bits and a text's length above. */
export const typeMask = 7;
export const lengthShift = 3;

const longestPacked = 4096;
const fourDashes = 0x2d2d2d2d;

/** One id, encoded: what calls are found by. One key is used again for each id, so that no object is made a message. */
export class IdKey {
  readonly words = new Uint32Array(2 + longestPacked / 2);
  /** How many of `words` count. */
  size = 0;
  hash = 0;
  /** The id itself where it is too long to be packed. */
  long: string | undefined;
  /** Room for what may be a UUID, whatever its characters. */
  readonly #text = Buffer.alloc(3 * 36);
  readonly #textWords = new Uint32Array(this.#text.buffer, this.#text.byteOffset, 9);
  readonly #double = new Float64Array(1);
  readonly #doubleWords = new Uint32Array(this.#double.buffer);

  /** `isNumberText`: it was a number that JavaScript cannot hold, and `id` is its text. Costs the id's length. */
  set(id: RequestId, isNumberText: boolean): void {
    this.long = undefined;
    if (typeof id === "number") {
      this.#setNumber(id);
    } else if (isNumberText || id.length !== 36 || !this.#setUuid(id)) {
      this.#setText(id, isNumberText);
    }
    this.hash = hashOfWords(this.words, this.size);
  }

  #setNumber(id: number): void {
    const words = this.words;
    if ((id | 0) === id) {
      words[0] = idType.integer;
      words[1] = id;
      this.size = 2;
      return;
    }
    this.#double[0] = id;
    words[0] = idType.number;
    words[1] = this.#doubleWords[0] as number;
    words[2] = this.#doubleWords[1] as number;
    this.size = 3;
  }

  /** False where it is no UUID in lower case. Reads four characters at a time. */
  #setUuid(id: string): boolean {
    // As many bytes as characters: all are ASCII.
    if (this.#text.write(id) !== id.length) {
      return false;
    }
    const text = this.#textWords;
    const third = text[2] as number;
    const fourth = text[3] as number;
    const fifth = text[4] as number;
    const sixth = text[5] as number;
    const dashes = (third & 0xff) | (fourth & 0xff00) | (fifth & 0xff0000) | (sixth & 0xff000000);
    const a = hex4(text[0] as number);
    const b = hex4(text[1] as number);
    const c = hex4((third >>> 8) | (fourth << 24));
    const d = hex4((fourth >>> 16) | (fifth << 16));
    const e = hex4((fifth >>> 24) | (sixth << 8));
    const f = hex4(text[6] as number);
    const g = hex4(text[7] as number);
    const h = hex4(text[8] as number);
    if (dashes !== fourDashes || (a | b | c | d | e | f | g | h) < 0) {
      return false;
    }
    const words = this.words;
    words[0] = idType.uuid;
    words[1] = (a << 16) | b;
    words[2] = (c << 16) | d;
    words[3] = (e << 16) | f;
    words[4] = (g << 16) | h;
    this.size = 5;
    return true;
  }

  #setText(id: string, isNumberText: boolean): void {
    const words = this.words;
    const length = id.length;
    if (length > longestPacked) {
      words[0] = isNumberText ? idType.longNumberText : idType.long;
      words[1] = hashOf(id);
      this.size = 2;
      this.long = id;
    } else if (this.#packBytes(id)) {
      words[0] = (isNumberText ? idType.numberText : idType.latin1) | (length << lengthShift);
    } else {
      words[0] = idType.utf16 | (length << lengthShift);
      this.#packCodeUnits(id);
    }
  }

  /** Four characters a word; false where one does not fit a byte. */
  #packBytes(id: string): boolean {
    let all = 0;
    let word = 0;
    for (let at = 0; at < id.length; at++) {
      const code = id.charCodeAt(at);
      all |= code;
      word |= code << ((at & 3) * 8);
      if ((at & 3) === 3 || at === id.length - 1) {
        this.words[1 + (at >> 2)] = word;
        word = 0;
      }
    }
    this.size = 1 + ((id.length + 3) >> 2);
    return all <= 0xff;
  }

  #packCodeUnits(id: string): void {
    for (let at = 0; at < id.length; at += 2) {
      const second = at + 1 < id.length ? id.charCodeAt(at + 1) : 0;
      this.words[1 + (at >> 1)] = id.charCodeAt(at) | (second << 16);
    }
    this.size = 1 + ((id.length + 1) >> 1);
  }
}

/** The hash of an id of so many words. */
function hashOfWords(words: Uint32Array, size: number): number {
  if (words[0] === idType.uuid) {
    // Multiplied side by side, not one after the other: that is faster.
    const sum =
      (words[1] as number) +
      Math.imul(words[2] as number, 0x9e3779b1) +
      Math.imul(words[3] as number, 0x85ebca6b) +
      Math.imul(words[4] as number, 0xc2b2ae35);
    return mix(sum | 0) >>> 0;
  }
  let hash = 0;
  for (let index = 0; index < size; index++) {
    hash = mix(hash ^ (words[index] as number));
  }
  return hash >>> 0;
}

function mix(word: number): number {
  const spread = Math.imul(word ^ (word >>> 15), 0x9e3779b1);
  return spread ^ (spread >>> 13);
}

/** The value of four hexadecimal digits, the first in the lowest byte; -1 where they are none, or capitals. */
function hex4(digits: number): number {
  const values = (digits & 0x0f0f0f0f) + Math.imul((digits >>> 6) & 0x01010101, 9);
  const isLetter = ((values + 0x06060606) >>> 4) & 0x01010101;
  const isNone = (values & 0xf0f0f0f0) | ((values + 0x30303030 + Math.imul(isLetter, 0x27)) ^ digits);
  if (isNone !== 0) {
    return -1;
  }
  const pairs = (values << 4) | (values >>> 8);
  return ((pairs & 0xff) << 8) | ((pairs >>> 16) & 0xff);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
