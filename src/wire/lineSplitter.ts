import { constants } from "node:buffer";
import { GrowingBytes } from "./growingBytes.ts";
import { type Line, LineInChunk } from "./line.ts";
import { LongLine } from "./longLine.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nothing = Buffer.alloc(0);
/** A chunk is called full of lines from this size on, for lines of at most an eighth of it. */
const fullChunkBytes = 16 * 1024;
const linesInFullChunk = 8;
/** A line that has become so long is put together as it comes, a shorter one when its end is seen. */
const largeBytes = 1024 * 1024;
/** What is kept of an oversized line at either end. */
const keptBytes = 64 * 1024;

/** No longer line is kept whole, whatever the limit: none can be sure to become a string. */
export const longestLine = constants.MAX_STRING_LENGTH;

/**
 * Cuts a byte stream into lines at `0x0A`. [R2]
 *
 * It works on bytes only, so a code point or a CRLF that straddles two chunks needs no care. Linear: each chunk is
 * searched once, and a line that spans chunks is put together once; a 100 MB line costs what its bytes cost.
 *
 * Of a line longer than the limit it gives head, tail and length, and it never holds more than the limit and a chunk.
 */
export class LineSplitter {
  readonly #onLine: (line: Line) => void;
  readonly #limit: number;
  /** The chunks of the line that has no end yet, and their length. */
  #parts: Buffer[] = [];
  #length = 0;
  /** The same once they are many. */
  #large: GrowingBytes | undefined;
  /** The line that has no end yet, once it is past the limit. */
  #long: LongLine | undefined;

  /** `limit`: in bytes, without the terminator. */
  constructor(onLine: (line: Line) => void, limit: number = longestLine) {
    this.#onLine = onLine;
    this.#limit = Math.min(limit, longestLine);
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
      if (this.#length === 0) {
        this.#emit(chunk, start, end, end - start <= longest);
      } else {
        this.#add(chunk.subarray(start, end));
        this.#endLine(true);
      }
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#add(start === 0 ? chunk : chunk.subarray(start));
    }
  }

  /** The stream has ended: what is left over is a line without a terminator. */
  end(): void {
    if (this.#length > 0) {
      this.#endLine(false);
    }
  }

  #emit(chunk: Buffer, start: number, end: number, isOneOfMany: boolean): void {
    const endsInReturn = end > start && chunk[end - 1] === carriageReturn;
    const length = end - start - (endsInReturn ? 1 : 0);
    if (length > this.#limit) {
      this.#onLine(this.#shortened([chunk.subarray(start, end)]).end(true));
    } else {
      this.#onLine(new LineInChunk(chunk, start, start + length, endsInReturn ? "\r\n" : "\n", isOneOfMany));
    }
  }

  /** More of the line that has no end yet. */
  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#long !== undefined) {
      this.#long.add(part);
      return;
    }
    if (this.#large !== undefined) {
      this.#large.add(part);
    } else {
      this.#parts.push(part);
    }
    // Its last byte may be the carriage return before the line feed.
    const most = this.#limit + 1;
    if (this.#length > most) {
      this.#long = this.#shortened(this.#takeParts());
    } else if (this.#length >= largeBytes && this.#large === undefined) {
      const large = new GrowingBytes(Math.min(2 * this.#length, most), most);
      for (const each of this.#takeParts()) {
        large.add(each);
      }
      this.#large = large;
    }
  }

  #takeParts(): readonly Buffer[] {
    const parts = this.#large === undefined ? this.#parts : [this.#large.bytes];
    this.#parts = [];
    this.#large = undefined;
    return parts;
  }

  #endLine(hasLineFeed: boolean): void {
    const parts = this.#takeParts();
    const long = this.#long;
    this.#long = undefined;
    this.#length = 0;
    if (long !== undefined) {
      this.#onLine(long.end(hasLineFeed));
      return;
    }
    const bytes = parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts);
    if (hasLineFeed) {
      this.#emit(bytes, 0, bytes.length, false);
    } else if (bytes.length > this.#limit) {
      this.#onLine(this.#shortened([bytes]).end(false));
    } else {
      this.#onLine({ bytes, terminator: "" });
    }
  }

  #shortened(parts: readonly Buffer[]): LongLine {
    const long = new LongLine(Math.min(keptBytes, Math.floor(this.#limit / 2)));
    for (const part of parts) {
      long.add(part);
    }
    return long;
  }
}
