const lineFeed = 0x0a;

/** As Base64, what is kept of the longest line that is recorded, and then some. */
const longestLine = 1024 * 1024 * 1024;

/** Cuts a capture's bytes into lines, each handed over once and without its line feed. */
export class CaptureLines {
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** How many bytes of the present chunk have been cut. */
  at = 0;

  /** The lines that a chunk ends; undefined for one that is too long to be read. */
  *push(chunk: Buffer): Generator<Buffer | undefined> {
    this.at = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, this.at)) {
      const rest = chunk.subarray(this.at, end);
      this.at = end + 1;
      if (this.#begunBytes === 0) {
        yield rest;
      } else {
        this.#begin(rest);
        yield this.rest();
      }
    }
    this.#begin(chunk.subarray(this.at));
  }

  /** The line that was begun and not ended, which may be empty. */
  rest(): Buffer | undefined {
    const line = this.#begunBytes > longestLine ? undefined : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    return line;
  }

  #begin(bytes: Buffer): void {
    this.#begunBytes += bytes.length;
    if (this.#begunBytes > longestLine) {
      this.#begun = [];
    } else if (bytes.length > 0) {
      this.#begun.push(bytes);
    }
  }
}
