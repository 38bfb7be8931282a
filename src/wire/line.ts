/** How a line ended; "" means that the stream ended in mid-line. */
export type Terminator = "\n" | "\r\n" | "";

/** One line as it crossed a pipe. [R2] [R15] */
export interface Line {
  /** Without the terminator. Owned by the receiver: nobody writes into it again. */
  readonly bytes: Buffer;
  readonly terminator: Terminator;
  /**
   * Of an oversized line: how many bytes were left out in the middle of `bytes`, which are a head and a tail. They are of
   * the same length, but for the few bytes that either lacks so that no code point is cut.
   */
  readonly omitted?: number;
}

/**
 * A line that lies whole in a chunk. Its bytes are cut out only when somebody asks for them: for short lines a `Buffer`
 * each would cost more than all else that is done to record them.
 */
export class LineInChunk implements Line {
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
  readonly terminator: Terminator;
  /** The chunk is full of such lines: who keeps one may as well keep the chunk, without a copy. */
  readonly isOneOfMany: boolean;
  #bytes: Buffer | undefined;

  constructor(chunk: Buffer, start: number, end: number, terminator: Terminator, isOneOfMany: boolean) {
    this.chunk = chunk;
    this.start = start;
    this.end = end;
    this.terminator = terminator;
    this.isOneOfMany = isOneOfMany;
  }

  get bytes(): Buffer {
    this.#bytes ??= this.chunk.subarray(this.start, this.end);
    return this.#bytes;
  }

  /** The bytes as UTF-8. */
  get text(): string {
    const chunk: Buffer & Utf8Slice = this.chunk;
    return chunk.utf8Slice?.(this.start, this.end) ?? chunk.toString("utf8", this.start, this.end);
  }
}

/** What `toString` calls in the end; its way there costs as much as decoding a short line. Not documented by Node. */
interface Utf8Slice {
  utf8Slice?(start: number, end: number): string;
}
