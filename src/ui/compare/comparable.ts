import type { TrafficRow } from "../../traffic/entry.ts";
import { membersOf, objectOf, type WrittenMember } from "./jsonMembers.ts";

/** What is looked up in a log, live or opened. */
export interface ComparedLog {
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
  view(): { readonly length: number; rows(start: number, count: number): TrafficRow[]; dispose(): void };
}

const envelopeKeys = new Set(["jsonrpc", "id"]);
const tokenKeys = new Set(["progressToken", "workDoneToken"]);

/** What a message says, without what is another one each time: its id, and the tokens that stand for it. */
export function comparableMessage(text: string): WrittenMember[] {
  const members = membersOf(text) ?? [{ key: "text", value: JSON.stringify(text) }];
  return members
    .filter(({ key }) => !envelopeKeys.has(key))
    .flatMap(({ key, value }) => (key === "params" ? withoutTokens(key, value) : [{ key, value }]));
}

/** A message or an answer as compact JSON, ready to be laid out. */
export function comparableText(text: string): string {
  return objectOf(comparableMessage(text));
}

/** The parameters without tokens, and without a `_meta` that held nothing else. */
function withoutTokens(key: string, value: string): WrittenMember[] {
  const members = membersOf(value);
  if (members === undefined) {
    return [{ key, value }];
  }
  const kept = members
    .filter((member) => !tokenKeys.has(member.key))
    .flatMap((member) => {
      const inner = member.key === "_meta" ? membersOf(member.value) : undefined;
      const innerKept = inner?.filter((each) => !tokenKeys.has(each.key));
      if (innerKept === undefined || innerKept.length === inner?.length) {
        return [member];
      }
      return innerKept.length === 0 ? [] : [{ key: member.key, value: objectOf(innerKept) }];
    });
  return [{ key, value: objectOf(kept) }];
}

/** One call: its parameters, and what came of it. */
export function comparableCall(log: ComparedLog, request: TrafficRow): string {
  const asked = comparableMessage(log.rawBytes(request.seq).toString()).filter(({ key }) => key !== "method");
  const answer = request.answeredBy === undefined ? undefined : log.row(request.answeredBy);
  if (answer === undefined) {
    return objectOf([...asked, { key: "status", value: JSON.stringify(request.status ?? "pending") }]);
  }
  return objectOf([...asked, ...comparableMessage(log.rawBytes(answer.seq).toString())]);
}
