import type { Envelope } from "../wire/envelope.ts";
import { envelopeAt, type LogColumns, methodNamed, sourceAt } from "./columns/logColumns.ts";
import { callOfRef, kindOfShape, rowOf } from "./columns/rowColumns.ts";
import type { RowStatus } from "./entry.ts";
import type { Understanding } from "./understanding.ts";

/** A call, and where its request and its answer stand: in a line, or in a member of a batch. [R5] */
export interface LineCall {
  method: string;
  status: RowStatus;
  request: LinePlace;
  /** Absent while there is none, and where its line is gone. */
  answer?: LinePlace;
}

export interface LinePlace {
  seq: number;
  /** Which member of the line, where that is a batch. */
  member?: number;
}

/** The calls that line `seq` asks for, in its order. Costs little, but for a batch its size and its answers'. */
export function callsAt(columns: LogColumns, seq: number): LineCall[] {
  const source = sourceAt(columns, seq);
  if (source === undefined) {
    return [];
  }
  const { calls } = source.understanding.pairing;
  const answerPlaces = new Map<number, ReadonlyMap<string, number>>();
  const placeOf = (answerSeq: number, key: string): LinePlace => {
    const places = answerPlaces.get(answerSeq) ?? answersIn(columns, answerSeq);
    answerPlaces.set(answerSeq, places);
    return placeIn(answerSeq, places.get(key));
  };
  return callsOf(columns, seq, source.understanding).map(({ call, member }) => {
    const id = calls.id(call);
    const answerSeq = calls.answerSeq(call);
    const isThere = columns.rows.chunk(answerSeq) !== undefined;
    const key = keyOf(id, calls.ids.isNumberText(calls.idRef(call)));
    return {
      method: methodNamed(columns, calls.method(call), seq, id) ?? "",
      status: calls.status(call),
      request: placeIn(seq, member),
      ...(isThere && { answer: placeOf(answerSeq, key) }),
    };
  });
}

function callsOf(
  columns: LogColumns,
  seq: number,
  { batches, pairing }: Understanding,
): { call: number; member?: number }[] {
  const batch = batches.get(seq);
  if (batch === undefined) {
    const call = callOfRef(columns.rows.chunk(seq)?.ref[rowOf(seq)] ?? 0);
    return call !== -1 && pairing.calls.requestSeq(call) === seq ? [{ call }] : [];
  }
  const members = envelopeAt(columns, seq)?.members ?? [];
  const requests = members.flatMap(({ kind }, member) => (kind === "request" ? [member] : []));
  return batch.calls.flatMap((call, index) => {
    const member = requests[index];
    return member === undefined ? [] : [{ call, member }];
  });
}

/** Which member of a batch answers which id; empty where the line is no batch. */
function answersIn(columns: LogColumns, seq: number): ReadonlyMap<string, number> {
  const chunk = columns.rows.chunk(seq);
  const isBatch = chunk !== undefined && kindOfShape(chunk.shape[rowOf(seq)] as number) === "batch";
  const members: Envelope[] = (isBatch && envelopeAt(columns, seq)?.members) || [];
  const places = new Map<string, number>();
  for (const [place, { kind, id, unsafeId }] of members.entries()) {
    if ((kind === "result" || kind === "error") && id !== undefined && id !== null) {
      const key = keyOf(id, unsafeId === true);
      places.set(key, places.get(key) ?? place);
    }
  }
  return places;
}

/** By value and type. [R6] */
function keyOf(id: string | number, isNumberText: boolean): string {
  return isNumberText ? `${id}` : JSON.stringify(id);
}

function placeIn(seq: number, member: number | undefined): LinePlace {
  return member === undefined ? { seq } : { seq, member };
}
