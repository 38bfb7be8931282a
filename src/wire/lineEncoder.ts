import { LineInChunk } from "./line.ts";

const chunkBytes = 64 * 1024;
/** A UTF-16 code unit is at most so many bytes. */
const mostBytesInUnit = 3;
const lineFeed = 0x0a;

/**
 * Turns texts into lines, one behind the other in chunks: short lines share the memory that each would otherwise have
 * to be given. Costs the text's length.
 */
export class LineEncoder {
  #chunk = Buffer.alloc(0);
  #used = 0;

  /** The text as a line; a line feed follows it in its chunk. Nobody writes into that part again. */
  encode(text: string): LineInChunk {
    const most = text.length * mostBytesInUnit + 1;
    if (most > chunkBytes / 4) {
      const own = Buffer.from(`${text}\n`);
      return new LineInChunk(own, 0, own.length - 1, "\n", false);
    }
    if (this.#used + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(chunkBytes);
      this.#used = 0;
    }
    const chunk = this.#chunk;
    const start = this.#used;
    const end = start + chunk.write(text, start);
    chunk[end] = lineFeed;
    this.#used = end + 1;
    return new LineInChunk(chunk, start, end, "\n", false);
  }
}
