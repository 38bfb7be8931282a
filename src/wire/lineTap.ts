import type { DecodedLine } from "./decodeLine.ts";
import type { Line } from "./line.ts";

/**
 * Where a reader or writer reports each line, synchronously and before anyone acts on it: "record first, understand
 * later". The traffic log implements it.
 */
export interface LineTap {
  /** Keeps the line as it crossed the pipe, at this moment. Returns its seq. */
  record(line: Line): number;
  /** Says what the line with that seq was found to be. */
  understood(seq: number, decoded: DecodedLine): void;
}
