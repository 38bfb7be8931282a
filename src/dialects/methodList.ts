import { isJsonObject } from "../wire/envelope.ts";
import type { JsonObject, JsonValue } from "../wire/messages.ts";
import type { Listed } from "./dialect.ts";
import { openRpcSchema } from "./openRpc.ts";

/**
 * What a plain server's discovery lists, names verbatim and doubles kept: an array of strings or of
 * `{name, description?, params?|inputSchema?}`, bare or under `methods` or `tools`; OpenRPC is one of these.
 * Undefined where there is no such array.
 */
export function readMethodList(
  result: JsonValue | undefined,
): { listed: Listed[]; nameless: number } | undefined {
  const document = isJsonObject(result) ? result : {};
  const entries = [result, document.methods, document.tools].find((each) => Array.isArray(each));
  if (!Array.isArray(entries)) {
    return undefined;
  }
  const listed = entries.map((entry) => readMethod(entry, document)).filter((each) => each !== undefined);
  return { listed, nameless: entries.length - listed.length };
}

function readMethod(entry: JsonValue, document: JsonObject): Listed | undefined {
  if (typeof entry === "string") {
    return { name: entry, kind: "method" };
  }
  if (!isJsonObject(entry) || typeof entry.name !== "string") {
    return undefined;
  }
  const description = [entry.description, entry.summary].find((each) => typeof each === "string");
  const schema =
    entry.inputSchema ?? (Array.isArray(entry.params) ? openRpcSchema(entry, document) : entry.params);
  return {
    name: entry.name,
    kind: "method",
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined || schema === null ? {} : { inputSchema: schema }),
  };
}
