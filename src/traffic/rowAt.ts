import { findingsIn } from "../wire/findings.ts";
import {
  durationSince,
  errorCodeNamed,
  type LogColumns,
  methodNamed,
  rawBytesAt,
} from "./columns/logColumns.ts";
import { noName } from "./columns/names.ts";
import { callOfRef, channelOfShape, idOfRef, kindOfShape, nullIdRef, rowOf } from "./columns/rowColumns.ts";
import type { RowStatus, TrafficRow } from "./entry.ts";
import type { BatchCalls, Understanding } from "./understanding.ts";

const previewBytes = 320;
const previewLength = 160;

/** What a list shows of line `seq`; undefined where there is no such line. */
export function rowAt(columns: LogColumns, seq: number): TrafficRow | undefined {
  const chunk = columns.rows.chunk(seq);
  if (chunk === undefined) {
    return undefined;
  }
  const at = rowOf(seq);
  const source = columns.sources[chunk.source[at] as number];
  if (source === undefined) {
    return undefined;
  }
  const shape = chunk.shape[at] as number;
  const kind = kindOfShape(shape);
  const row: TrafficRow = {
    seq,
    atMicros: chunk.at[at] as number,
    server: source.server,
    epoch: source.epoch,
    channel: channelOfShape(shape),
    kind,
    bytes: kind === "lifecycle" ? 0 : (chunk.length[at] as number) + (columns.rows.omitted.get(seq) ?? 0),
    findings: findingsIn(chunk.findings[at] as number),
    preview: previewOf(rawBytesAt(columns, seq, 0, previewBytes), chunk.length[at] as number),
  };
  const { understanding } = source;
  const ref = chunk.ref[at] as number;
  const label = chunk.label[at] as number;
  addId(row, understanding, ref);
  if (kind === "result" || kind === "error") {
    row.status = kind === "result" ? "ok" : "error";
    if (kind === "error" && label !== noName) {
      setIfKnown(row, "errorCode", errorCodeNamed(columns, label, seq));
    }
    addRequest(columns, row, understanding, callOfRef(ref));
  } else if (kind === "batch") {
    addBatch(columns, row, understanding);
  } else {
    if (label !== noName) {
      setIfKnown(row, "method", methodNamed(columns, label, seq));
    }
    if (kind === "request") {
      addAnswer(columns, row, understanding, callOfRef(ref));
    }
  }
  return row;
}

function addId(row: TrafficRow, { oddIds, pairing: { calls } }: Understanding, ref: number): void {
  const odd = oddIds.get(row.seq);
  const call = callOfRef(ref);
  const kept = odd ?? idOfRef(ref);
  if (ref === nullIdRef) {
    row.id = null;
  } else if (kept !== -1) {
    row.id = calls.ids.get(kept);
  } else if (call !== -1) {
    row.id = calls.id(call);
  }
}

function addRequest(
  columns: LogColumns,
  row: TrafficRow,
  { pairing: { calls } }: Understanding,
  call: number,
): void {
  if (call === -1) {
    return;
  }
  const requestSeq = calls.requestSeq(call);
  row.replyTo = requestSeq;
  setIfKnown(row, "durationMs", durationSince(columns, requestSeq, row.atMicros));
  setIfKnown(row, "method", methodNamed(columns, calls.method(call), requestSeq, calls.id(call)));
}

function addAnswer(
  columns: LogColumns,
  row: TrafficRow,
  { pairing: { calls } }: Understanding,
  call: number,
): void {
  if (call === -1) {
    return;
  }
  row.status = calls.status(call);
  addAnsweredBy(columns, row, calls.answerSeq(call));
}

function addAnsweredBy(columns: LogColumns, row: TrafficRow, answerSeq: number): void {
  const answeredAt = columns.rows.chunk(answerSeq)?.at[rowOf(answerSeq)];
  if (answerSeq !== 0) {
    row.answeredBy = answerSeq;
  }
  if (answeredAt !== undefined) {
    row.durationMs = (answeredAt - row.atMicros) / 1000;
  }
}

function addBatch(columns: LogColumns, row: TrafficRow, understanding: Understanding): void {
  const batch = understanding.batches.get(row.seq);
  if (batch === undefined) {
    return;
  }
  if (batch.replyTo !== 0) {
    row.replyTo = batch.replyTo;
    setIfKnown(row, "durationMs", durationSince(columns, batch.replyTo, row.atMicros));
  }
  if (batch.calls.length > 0) {
    const { calls } = understanding.pairing;
    row.status = batchStatus(batch, understanding);
    const answers = new Set(batch.calls.map((call) => calls.answerSeq(call)));
    const [only] = answers;
    if (answers.size === 1 && only !== undefined) {
      addAnsweredBy(columns, row, only);
    }
  }
}

/** Of the members' statuses the one that most asks for a look. */
function batchStatus(batch: BatchCalls, { pairing: { calls } }: Understanding): RowStatus {
  const worstFirst: RowStatus[] = ["pending", "serverExited", "timedOut", "cancelled", "error"];
  const statuses = new Set(batch.calls.map((call) => calls.status(call)));
  return worstFirst.find((status) => statuses.has(status)) ?? "ok";
}

function setIfKnown<Key extends "method" | "durationMs" | "errorCode">(
  row: TrafficRow,
  key: Key,
  value: TrafficRow[Key] | undefined,
): void {
  if (value !== undefined) {
    row[key] = value;
  }
}

/** `head` is the beginning of a line of that length. */
function previewOf(head: Buffer, length: number): string {
  const text = head.toString();
  if (text.length <= previewLength && length <= previewBytes) {
    return text;
  }
  // Not in the midst of a code point, which the bytes above may have cut too.
  return text.slice(0, previewLength).replace(/[\ud800-\udbff\ufffd]$/, "");
}
