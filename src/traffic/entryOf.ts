import { isUtf8 } from "node:buffer";
import type { Envelope } from "../wire/envelope.ts";
import { isoMicroseconds } from "./clock.ts";
import {
  envelopeAt,
  type LogColumns,
  methodNamed,
  omittedAt,
  rawBytesAt,
  sourceAt,
} from "./columns/logColumns.ts";
import { rowOf, terminatorOfShape } from "./columns/rowColumns.ts";
import { type BatchMember, type CaptureEntry, eventIn, type TrafficRow } from "./entry.ts";
import { scope } from "./pairing/callTable.ts";
import { rowAt } from "./rowAt.ts";
import type { Understanding } from "./understanding.ts";

/** Line `seq` as a capture holds it, but for its raw text. Costs little, but for a batch. */
export function entryHead(columns: LogColumns, seq: number): CaptureEntry | undefined {
  const row = rowAt(columns, seq);
  const chunk = columns.rows.chunk(seq);
  if (row === undefined || chunk === undefined) {
    return undefined;
  }
  const entry: CaptureEntry = {
    seq,
    at: isoMicroseconds(row.atMicros),
    server: row.server,
    epoch: row.epoch,
    channel: row.channel,
    kind: row.kind,
    ...omittedAt(columns, seq),
    bytes: row.bytes,
  };
  if (row.id !== undefined) {
    entry.id = row.id;
  }
  if (row.method !== undefined) {
    entry.method = row.method;
  }
  if (row.replyTo !== undefined) {
    entry.replyTo = row.replyTo;
    // A request's own row tells its duration too; an entry does so for answers only.
    if (row.durationMs !== undefined) {
      entry.durationMs = row.durationMs;
    }
  }
  if (row.findings.length > 0) {
    entry.findings = row.findings;
  }
  const terminator = terminatorOfShape(chunk.shape[rowOf(seq)] as number);
  if (terminator !== "\n") {
    entry.terminator = terminator;
  }
  if (row.kind === "batch") {
    entry.members = membersOf(columns, row);
  }
  if (row.kind === "lifecycle") {
    entry.event = eventIn(rawBytesAt(columns, seq));
  }
  return entry;
}

/** Line `seq` as a capture holds it; undefined where there is no such line. Costs its size. */
export function entryOf(columns: LogColumns, seq: number): CaptureEntry | undefined {
  const entry = entryHead(columns, seq);
  if (entry === undefined || entry.kind === "lifecycle") {
    return entry;
  }
  const bytes = rawBytesAt(columns, seq);
  if (isUtf8(bytes)) {
    entry.raw = bytes.toString();
  } else {
    entry.rawBase64 = bytes.toString("base64");
  }
  return entry;
}

function membersOf(columns: LogColumns, row: TrafficRow): BatchMember[] {
  const members = envelopeAt(columns, row.seq)?.members ?? [];
  const source = sourceAt(columns, row.seq);
  return members.map((member) => {
    const method = member.method ?? answeredMethod(columns, row, member, source?.understanding);
    return {
      kind: member.kind,
      ...(member.id === undefined ? {} : { id: member.id }),
      ...(method === undefined ? {} : { method }),
    };
  });
}

/** The method of the request that a member answers. */
function answeredMethod(
  columns: LogColumns,
  row: TrafficRow,
  { kind, id, unsafeId }: Envelope,
  understanding: Understanding | undefined,
): string | undefined {
  if (
    understanding === undefined ||
    (kind !== "result" && kind !== "error") ||
    id === undefined ||
    id === null
  ) {
    return undefined;
  }
  const { pairing } = understanding;
  const of = row.channel === "stdin" ? scope.theirRequest : scope.ourRequest;
  const call = pairing.find(of, id, unsafeId === true);
  return call === -1
    ? undefined
    : methodNamed(columns, pairing.calls.method(call), pairing.calls.requestSeq(call), id);
}
