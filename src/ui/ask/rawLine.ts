import * as l10n from "@vscode/l10n";
import { classify, type Envelope } from "../../wire/envelope.ts";
import { findingsIn } from "../../wire/findings.ts";
import type { JsonValue } from "../../wire/messages.ts";

/** What a line is, as far as the protocol goes: it is sent all the same. */
export function describeRawLine(text: string): string {
  if (text === "") {
    return l10n.t("An empty line.");
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return l10n.t("Not JSON. It is sent all the same.");
  }
  const envelope = classify(value);
  const codes = findingsIn(envelope.findings);
  const said = describeEnvelope(envelope);
  return codes.length === 0 ? said : `${said} ${l10n.t("Findings: {0}.", codes.join(", "))}`;
}

function describeEnvelope({ kind, method, id, members }: Envelope): string {
  switch (kind) {
    case "request":
      return l10n.t("A request of {0} with the id {1}.", String(method), JSON.stringify(id));
    case "notification":
      return l10n.t("A notification of {0}: it gets no answer.", String(method));
    case "batch":
      return l10n.t("A batch of {0}.", members?.length ?? 0);
    case "result":
    case "error":
      return l10n.t("The answer ({0}) to the id {1}.", kind, JSON.stringify(id));
    case "invalid":
      return l10n.t("JSON, but none of JSON-RPC's messages. It is sent all the same.");
  }
}
