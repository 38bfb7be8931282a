const upperA = 0x41;
const upperZ = 0x5a;
const toLower = 0x20;
const longestShift = 255;

/** Each byte, ASCII letters in lower case. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= upperA && byte <= upperZ ? byte | toLower : byte,
);

/**
 * Finds a text in bytes without regard to the case of ASCII letters: Horspool's algorithm, which looks at one byte in
 * about as many as the text has.
 */
export class ByteSearch {
  /** How many bytes the text has. */
  readonly length: number;
  readonly #needle: Uint8Array;
  /** How far to go on from a byte; 0 where it may be the last one of the text. */
  readonly #shifts: Uint8Array;
  readonly #shiftFromLast: number;

  constructor(text: string) {
    const needle = Buffer.from(text).map((byte) => folded[byte] as number);
    this.#needle = needle;
    this.length = needle.length;
    const last = needle.length - 1;
    const shifts = new Uint8Array(256).fill(Math.min(needle.length, longestShift));
    for (let at = Math.max(0, last - longestShift); at < last; at++) {
      shifts[needle[at] as number] = last - at;
    }
    this.#shiftFromLast = Math.max(1, shifts[needle[last] as number] ?? 1);
    shifts[needle[last] as number] = 0;
    for (let byte = upperA; byte <= upperZ; byte++) {
      shifts[byte] = shifts[byte | toLower] as number;
    }
    this.#shifts = shifts;
  }

  /** Where the text begins in `bytes`, wholly between `start` and `end`; -1 where it is not there. */
  indexIn(bytes: Uint8Array, start: number, end: number): number {
    const shifts = this.#shifts;
    const last = this.length - 1;
    if (last < 0) {
      return start;
    }
    for (let at = start + last; at < end; ) {
      const shift = shifts[bytes[at] as number] as number;
      if (shift !== 0) {
        at += shift;
      } else if (this.#isAt(bytes, at - last)) {
        return at - last;
      } else {
        at += this.#shiftFromLast;
      }
    }
    return -1;
  }

  #isAt(bytes: Uint8Array, start: number): boolean {
    const needle = this.#needle;
    for (let at = 0; at < needle.length; at++) {
      if (folded[bytes[start + at] as number] !== needle[at]) {
        return false;
      }
    }
    return true;
  }
}
