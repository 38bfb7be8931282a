import type { Line, Terminator } from "./line.ts";

const carriageReturn = 0x0d;
/** A code point has at most so many bytes after its first. */
const mostContinuations = 3;

/**
 * A line that is too long to be kept, while it comes: its first and last bytes and its length. Costs what its bytes
 * cost, and memory for three times what it keeps at either end.
 */
export class LongLine {
  readonly #kept: number;
  /** The head and one byte more, which tells whether a code point ends there. */
  readonly #head: Buffer;
  #headUsed = 0;
  /** The last bytes at least, with room for as many again. */
  readonly #last: Buffer;
  #lastUsed = 0;
  #length = 0;

  /** `kept`: how many bytes of it to keep at either end. */
  constructor(kept: number) {
    this.#kept = kept;
    this.#head = Buffer.alloc(kept + 1);
    this.#last = Buffer.alloc(2 * (kept + 1));
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#headUsed < this.#head.length) {
      this.#headUsed += part.copy(this.#head, this.#headUsed);
    }
    const most = this.#kept + 1;
    const from = Math.max(part.length - most, 0);
    if (this.#lastUsed + part.length - from > this.#last.length) {
      this.#last.copyWithin(0, this.#lastUsed - most, this.#lastUsed);
      this.#lastUsed = most;
    }
    this.#lastUsed += part.copy(this.#last, this.#lastUsed, from);
  }

  /** The whole line, which is longer than what is kept of it; `isEnded` by a line feed. */
  end(isEnded: boolean): Line {
    const hasReturn = isEnded && this.#last[this.#lastUsed - 1] === carriageReturn;
    const terminator: Terminator = hasReturn ? "\r\n" : isEnded ? "\n" : "";
    const head = this.#head.subarray(0, endOfHead(this.#head, this.#kept));
    const last = this.#last.subarray(0, this.#lastUsed - (hasReturn ? 1 : 0));
    const tail = last.subarray(startOfTail(last, last.length - this.#kept));
    const bytes = Buffer.concat([head, tail]);
    return { bytes, terminator, omitted: this.#length - (hasReturn ? 1 : 0) - bytes.length };
  }
}

/** `end`, or where the code point begins that it would cut. */
function endOfHead(bytes: Buffer, end: number): number {
  for (let at = end; at >= Math.max(0, end - mostContinuations); at--) {
    if (!isContinuation(bytes[at])) {
      return at;
    }
  }
  return end;
}

/** `start`, or where the code point ends that it would cut. */
function startOfTail(bytes: Buffer, start: number): number {
  for (let at = start; at <= Math.min(bytes.length, start + mostContinuations); at++) {
    if (!isContinuation(bytes[at])) {
      return at;
    }
  }
  return start;
}

/** Whether a byte of UTF-8 is not the first of its code point. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
