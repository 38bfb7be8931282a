/** How a line ended; "" means that the stream ended in mid-line. */
export type Terminator = "\n" | "\r\n" | "";

/** One line as it crossed a pipe. [R2] [R15] */
export interface Line {
  /** Without the terminator. Owned by the receiver: nobody writes into it again. */
  bytes: Buffer;
  terminator: Terminator;
  /** `bytes` lies in a chunk full of other lines: who keeps it may as well keep all of the chunk, without a copy. */
  inChunk?: boolean;
}
