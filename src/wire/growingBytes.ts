/**
 * Bytes that come in pieces and are put together as they come, so that at the end nothing is left to do: putting together
 * a 64 MB line at once takes as long as parsing it. The memory is up to twice the bytes, of which nothing is touched
 * that is not used; each byte is moved once on the average.
 */
export class GrowingBytes {
  readonly #most: number;
  #buffer: Buffer;
  #used = 0;

  /** It will not be more than `most`, or what `add` brings beyond it. */
  constructor(first: number, most: number) {
    this.#most = most;
    this.#buffer = Buffer.allocUnsafeSlow(first);
  }

  /** All so far, not a copy. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#used);
  }

  add(part: Buffer): void {
    const needed = this.#used + part.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(Math.min(2 * needed, this.#most), needed));
      this.#buffer.copy(larger, 0, 0, this.#used);
      this.#buffer = larger;
    }
    part.copy(this.#buffer, this.#used);
    this.#used = needed;
  }
}
