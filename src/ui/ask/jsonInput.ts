import type { BatchRequest } from "../../servers/toolServers.ts";
import type { JsonValue, Params } from "../../wire/messages.ts";
import { readArgument } from "../commands/argument.ts";
import { present } from "../commands/plain.ts";

/** What was typed, read, or why it cannot be used. */
export type Typed<Value> = { value: Value } | { problem: string };

/** Empty is "none". */
export function readTypedParams(text: string): Typed<Params | undefined> {
  if (text.trim() === "") {
    return { value: undefined };
  }
  const typed = parse(text);
  if ("problem" in typed) {
    return typed;
  }
  const { value } = typed;
  return typeof value === "object" && value !== null
    ? { value: value as Params }
    : { problem: "Parameters are an object or an array." };
}

/** An array of `{method, params?, notification?}`. [R5] */
export function readTypedBatch(text: string): Typed<BatchRequest[]> {
  const typed = parse(text);
  if ("problem" in typed) {
    return typed;
  }
  try {
    const value = readArgument("batch", { messages: typed.value }, (fields) =>
      fields.list("messages", (member) =>
        present({
          method: member.text("method"),
          params: member.optionalParams("params"),
          notification: member.optionalFlag("notification"),
        }),
      ),
    );
    return value.length === 0 ? { problem: "A batch has at least one message." } : { value };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^batch: "messages(.*?)"/, "Message $1:") };
  }
}

function parse(text: string): Typed<JsonValue> {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { problem: `Not JSON yet: ${(error as Error).message}` };
  }
}
