import { decodeLine } from "../../wire/decodeLine.ts";
import type { Envelope } from "../../wire/envelope.ts";
import type { JsonObject, RequestId } from "../../wire/messages.ts";
import type { TrafficSource } from "../trafficSource.ts";
import type { SharedNames } from "../understanding.ts";
import { type NameNumber, unlistedName } from "./names.ts";
import type { RawSlabs } from "./rawSlabs.ts";
import { type RowColumns, rowOf, terminatorOfShape } from "./rowColumns.ts";

/** What a log consists of, for the functions that read it. */
export interface LogColumns {
  rows: RowColumns;
  raw: RawSlabs;
  sources: readonly TrafficSource[];
  names: SharedNames;
  /** When requests were sent whose lines were cleared before their answers came. Microseconds, by seq. */
  clearedAt: ReadonlyMap<number, number>;
}

const nothing = Buffer.alloc(0);

/** Whose line `seq` is; undefined where there is no such line. */
export function sourceAt({ rows, sources }: LogColumns, seq: number): TrafficSource | undefined {
  const number = rows.chunk(seq)?.source[rowOf(seq)];
  return number === undefined ? undefined : sources[number];
}

/** Bytes `start` to `end` of a line, not a copy; empty where there is no such line. */
export function rawBytesAt({ rows, raw }: LogColumns, seq: number, start = 0, end = Infinity): Buffer {
  const chunk = rows.chunk(seq);
  if (chunk === undefined) {
    return nothing;
  }
  const row = rowOf(seq);
  const length = Math.min(end, chunk.length[row] as number) - start;
  return raw.get(chunk.slab[row] as number, (chunk.offset[row] as number) + start, Math.max(0, length));
}

/** How many bytes of line `seq` were left out, if it was oversized. */
export function omittedAt({ rows }: LogColumns, seq: number): { omitted?: number } {
  const omitted = rows.omitted.get(seq);
  return omitted === undefined ? {} : { omitted };
}

/** The message in a line, read again. Costs its size. */
export function envelopeAt(columns: LogColumns, seq: number): Envelope | undefined {
  const chunk = columns.rows.chunk(seq);
  return chunk === undefined
    ? undefined
    : decodeLine({
        bytes: rawBytesAt(columns, seq),
        terminator: terminatorOfShape(chunk.shape[rowOf(seq)] as number),
        ...omittedAt(columns, seq),
      }).envelope;
}

/** Milliseconds from the request in line `requestSeq` to `atMicros`. */
export function durationSince(columns: LogColumns, requestSeq: number, atMicros: number): number | undefined {
  const sentAt = columns.rows.chunk(requestSeq)?.at[rowOf(requestSeq)] ?? columns.clearedAt.get(requestSeq);
  return sentAt === undefined ? undefined : (atMicros - sentAt) / 1000;
}

/** The method behind a number; read from line `seq` where there are too many. `id` tells a batch's members apart. */
export function methodNamed(
  columns: LogColumns,
  label: NameNumber,
  seq: number,
  id?: RequestId,
): string | undefined {
  if (label !== unlistedName) {
    return columns.names.methods.name(label);
  }
  const envelope = envelopeAt(columns, seq);
  return (envelope?.members?.find((member) => member.id === id) ?? envelope)?.method;
}

/** The code behind a number; read from line `seq` where there are too many. */
export function errorCodeNamed(columns: LogColumns, label: NameNumber, seq: number): number | undefined {
  if (label !== unlistedName) {
    return columns.names.errorCodes.name(label);
  }
  const error = (envelopeAt(columns, seq)?.value as JsonObject | undefined)?.error;
  return (error as JsonObject | undefined)?.code as number | undefined;
}
