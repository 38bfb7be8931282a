import { type Line, LineInChunk } from "./line.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nothing = Buffer.alloc(0);
/** A chunk is called full of lines from this size on, for lines of at most an eighth of it. */
const fullChunkBytes = 16 * 1024;
const linesInFullChunk = 8;

/**
 * Cuts a byte stream into lines at `0x0A`. [R2]
 *
 * It works on bytes only, so a code point or a CRLF that straddles two chunks needs no care. Linear: each chunk is
 * searched once, and a line that spans chunks is put together once, when its end is seen; a 100 MB line costs what
 * its bytes cost.
 */
export class LineSplitter {
  readonly #onLine: (line: Line) => void;
  /** The chunks of the line that has no end yet. */
  #parts: Buffer[] = [];

  constructor(onLine: (line: Line) => void) {
    this.#onLine = onLine;
  }

  /** Takes the next chunk; it belongs to the splitter from now on. */
  push(chunk: Buffer): void {
    const isFull = chunk.length >= fullChunkBytes && chunk.length === chunk.buffer.byteLength;
    const longest = isFull ? chunk.length / linesInFullChunk : -1;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) {
        break;
      }
      if (this.#parts.length === 0) {
        this.#emit(chunk, start, end, end - start <= longest);
      } else {
        const bytes = this.#take(chunk.subarray(start, end));
        this.#emit(bytes, 0, bytes.length, false);
      }
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#parts.push(start === 0 ? chunk : chunk.subarray(start));
    }
  }

  /** The stream has ended: what is left over is a line without a terminator. */
  end(): void {
    const bytes = this.#take(nothing);
    if (bytes.length > 0) {
      this.#onLine({ bytes, terminator: "" });
    }
  }

  #emit(chunk: Buffer, start: number, end: number, isOneOfMany: boolean): void {
    const endsInReturn = end > start && chunk[end - 1] === carriageReturn;
    this.#onLine(
      endsInReturn
        ? new LineInChunk(chunk, start, end - 1, "\r\n", isOneOfMany)
        : new LineInChunk(chunk, start, end, "\n", isOneOfMany),
    );
  }

  #take(tail: Buffer): Buffer {
    const parts = this.#parts;
    this.#parts = [];
    if (tail.length > 0) {
      parts.push(tail);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }
}
