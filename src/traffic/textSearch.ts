/** Bytes looked through between two pauses: about a millisecond of work. */
const slice = 1 << 20;

/** Looks for a text in lines, in slices: a line may have any length. */
export class TextSearch {
  /** Absent where the text has letters whose case is not folded: then bytes are compared. */
  readonly #folded: string | undefined;
  readonly #bytes: Buffer;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
    this.#folded = this.#bytes.length === text.length ? text.toLowerCase() : undefined;
  }

  /** In a method or an id. */
  isInText(text: string): boolean {
    return this.#folded === undefined
      ? text.includes(this.#bytes.toString())
      : text.toLowerCase().includes(this.#folded);
  }

  /** In a line; each `yield` is a moment to let others run. */
  *isInBytes(bytes: Buffer): Generator<void, boolean> {
    const overlap = this.#bytes.length - 1;
    for (let start = 0; start < bytes.length; start += slice) {
      if (start > 0) {
        yield;
      }
      if (this.#isIn(bytes, start, Math.min(bytes.length, start + slice + overlap))) {
        return true;
      }
    }
    return this.#bytes.length === 0;
  }

  #isIn(bytes: Buffer, start: number, end: number): boolean {
    // One character a byte: what is not ASCII never turns into an ASCII letter in lower case.
    return this.#folded === undefined
      ? bytes.subarray(start, end).includes(this.#bytes)
      : bytes.toString("latin1", start, end).toLowerCase().includes(this.#folded);
  }
}
