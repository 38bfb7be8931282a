import { type FindingSet, finding } from "./findings.ts";
import type { JsonObject, JsonValue, RequestId } from "./messages.ts";

export type EnvelopeKind = "request" | "result" | "error" | "notification" | "batch" | "invalid";

/** What a parsed JSON value is in JSON-RPC 2.0's terms. [R1] */
export interface Envelope {
  kind: EnvelopeKind;
  /** Absent where the message has none. */
  id?: RequestId | null;
  /** The id is a number that JavaScript cannot hold, and `id` is its text. */
  unsafeId?: true;
  method?: string;
  /** What this message alone shows to be wrong. */
  findings: FindingSet;
  /** The message; of an envelope of kind "batch" the array. */
  value: JsonValue;
  /** The line was oversized: its whole length. In `value` the member that was cut is `{}`, and members may lack. */
  lineBytes?: number;
  members?: Envelope[];
}

/** Whether a parsed JSON value is an object (not an array, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Classifies a parsed line. Costs the number of its members, not their size. */
export function classify(value: JsonValue): Envelope {
  if (!Array.isArray(value)) {
    return classifyMessage(value);
  }
  const members = value.map(classifyMessage);
  let findings = members.length === 0 ? finding["empty-batch"] : 0;
  for (const member of members) {
    findings |= member.findings;
  }
  return { kind: "batch", findings, value, members };
}

function classifyMessage(value: JsonValue): Envelope {
  if (!isJsonObject(value)) {
    return { kind: "invalid", findings: finding["bad-envelope"], value };
  }
  const findings = value.jsonrpc === "2.0" ? 0 : finding["missing-jsonrpc"];
  const { id, method, result, error } = value;
  const hasAnswer = result !== undefined || error !== undefined;
  if (typeof method === "string") {
    const oddParams =
      value.params !== undefined && (typeof value.params !== "object" || value.params === null);
    const problems = findings | (oddParams ? finding["bad-envelope"] : 0);
    if (hasAnswer) {
      return invalid(value, findings);
    }
    if (id === undefined) {
      return { kind: "notification", method, findings: problems, value };
    }
    return isRequestId(id)
      ? { kind: "request", id, method, findings: problems, value }
      : invalid(value, findings);
  }
  if (!hasAnswer || method !== undefined) {
    return invalid(value, findings);
  }
  return classifyAnswer(value, findings);
}

function classifyAnswer(value: JsonObject, common: FindingSet): Envelope {
  const { id, result, error } = value;
  const both = result !== undefined && error !== undefined ? finding["result-and-error"] : 0;
  const findings = common | both;
  // JSON-RPC 1.0 servers put `"error": null` beside each result.
  if (error === undefined || (error === null && result !== undefined)) {
    return isRequestId(id) ? { kind: "result", id, findings, value } : invalid(value, findings);
  }
  const problems = findings | (isErrorObject(error) ? 0 : finding["bad-error-object"]);
  if (id === null) {
    return { kind: "error", id, findings: problems | finding["null-id-error"], value };
  }
  return isRequestId(id) ? { kind: "error", id, findings: problems, value } : invalid(value, problems);
}

function invalid(value: JsonObject, findings: FindingSet): Envelope {
  const { id, method } = value;
  return {
    kind: "invalid",
    ...(isRequestId(id) || id === null ? { id } : {}),
    ...(typeof method === "string" ? { method } : {}),
    findings: findings | finding["bad-envelope"],
    value,
  };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}

/** JSON-RPC 2.0 §5.1: an integer code and a string message. */
function isErrorObject(error: JsonValue): boolean {
  return isJsonObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
}
