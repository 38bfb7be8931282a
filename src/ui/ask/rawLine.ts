import { classify } from "../../wire/envelope.ts";
import { findingsIn } from "../../wire/findings.ts";
import type { JsonValue } from "../../wire/messages.ts";

/** What a line is, as far as the protocol goes: it is sent all the same. */
export function describeRawLine(text: string): string {
  if (text === "") {
    return "An empty line.";
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return "Not JSON. It is sent all the same.";
  }
  const { kind, method, id, findings, members } = classify(value);
  const codes = findingsIn(findings);
  const said = codes.length === 0 ? "" : ` Findings: ${codes.join(", ")}.`;
  switch (kind) {
    case "request":
      return `A request of ${method} with the id ${JSON.stringify(id)}.${said}`;
    case "notification":
      return `A notification of ${method}: it gets no answer.${said}`;
    case "batch":
      return `A batch of ${members?.length ?? 0}.${said}`;
    case "result":
    case "error":
      return `The answer (${kind}) to the id ${JSON.stringify(id)}.${said}`;
    case "invalid":
      return `JSON, but none of JSON-RPC's messages. It is sent all the same.${said}`;
  }
}
