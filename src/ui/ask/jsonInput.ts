import * as l10n from "@vscode/l10n";
import type { BatchRequest } from "../../servers/serverCalls.ts";
import type { Params } from "../../wire/messages.ts";
import { readArgument } from "../commands/argument.ts";
import { present } from "../commands/plain.ts";
import { readText } from "../requests/requestText.ts";

/** What was typed, read, or why it cannot be used, and where that is. */
export type Typed<Value> = { value: Value } | { problem: string; offset?: number };

/** Empty is "none". */
export function readTypedParams(text: string): Typed<Params | undefined> {
  const typed = readText(text);
  if ("problem" in typed) {
    return typed;
  }
  const { value } = typed;
  return value === undefined || (typeof value === "object" && value !== null)
    ? { value: value as Params | undefined }
    : { problem: l10n.t("Parameters are an object or an array.") };
}

/** An array of `{method, params?, notification?}`. [R5] */
export function readTypedBatch(text: string): Typed<BatchRequest[]> {
  const typed = readText(text);
  if ("problem" in typed) {
    return typed;
  }
  try {
    const value = readArgument(
      "batch",
      { messages: typed.value },
      (fields) =>
        fields.list("messages", (member) =>
          present({
            method: member.text("method"),
            params: member.optionalParams("params"),
            notification: member.optionalFlag("notification"),
          }),
        ),
      (path) => l10n.t("Message {0}:", path.slice("messages".length)),
    );
    return value.length === 0 ? { problem: l10n.t("A batch has at least one message.") } : { value };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
