import type { TrafficRow } from "../../traffic/entry.ts";
import type { LineCall, LinePlace } from "../../traffic/lineCalls.ts";
import { elementsOf, membersOf, objectOf, type WrittenMember } from "./jsonMembers.ts";

/** What is looked up in a log, live or opened. */
export interface ComparedLog {
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
  calls(seq: number): LineCall[];
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

/** A call of ours. */
export interface ComparableCall {
  method: string;
  /** Makes its text to compare: its parameters, and what came of it. */
  text: () => string;
}

/** The calls in a line that we sent: one in a request, those of its members in a batch, none in anything else. [R5] */
export function comparableCalls(log: ComparedLog, { seq, channel }: TrafficRow): ComparableCall[] {
  if (channel !== "stdin") {
    return [];
  }
  const batches = new Map<number, readonly string[]>();
  const textAt = ({ seq: line, member }: LinePlace): string => {
    const text = () => log.rawBytes(line).toString();
    if (member === undefined) {
      return text();
    }
    const elements = batches.get(line) ?? elementsOf(text()) ?? [];
    batches.set(line, elements);
    return elements[member] ?? "";
  };
  return log.calls(seq).map(({ method, status, request, answer }) => ({
    method,
    text: () => comparableCall(textAt(request), answer && textAt(answer), status),
  }));
}

function comparableCall(request: string, answer: string | undefined, status: string): string {
  const asked = comparableMessage(request).filter(({ key }) => key !== "method");
  return objectOf([
    ...asked,
    ...(answer === undefined
      ? [{ key: "status", value: JSON.stringify(status) }]
      : comparableMessage(answer)),
  ]);
}
