import { isJsonObject } from "../wire/envelope.ts";
import type { JsonObject, JsonValue } from "../wire/messages.ts";
import type { Listed } from "./dialect.ts";

/** One of the lists that an MCP server may offer. */
export interface ListKind {
  method: string;
  /** The member of the result that holds the entries. */
  key: string;
  /** The server's capability that announces the list, and part of its `list_changed`. */
  capability: "tools" | "prompts" | "resources";
  kind: Listed["kind"];
  /** Many servers with the capability lack it, which is not worth a warning. */
  optional?: true;
}

/** In the order in which a person sees them. */
export const listKinds: readonly ListKind[] = [
  { method: "tools/list", key: "tools", capability: "tools", kind: "tool" },
  { method: "prompts/list", key: "prompts", capability: "prompts", kind: "prompt" },
  { method: "resources/list", key: "resources", capability: "resources", kind: "resource" },
  {
    method: "resources/templates/list",
    key: "resourceTemplates",
    capability: "resources",
    kind: "resource",
    optional: true,
  },
];

/** One entry of a list, with whatever of it has the right shape; undefined where it cannot even be named. */
export function readEntry(entry: JsonValue, kind: Listed["kind"]): Listed | undefined {
  if (!isJsonObject(entry)) {
    return undefined;
  }
  const { annotations, description, inputSchema } = entry;
  const uri = [entry.uri, entry.uriTemplate].find((each) => typeof each === "string");
  const name = typeof entry.name === "string" ? entry.name : kind === "resource" ? uri : undefined;
  if (name === undefined) {
    return undefined;
  }
  const destructiveHint = isJsonObject(annotations) ? annotations.destructiveHint : undefined;
  return {
    name,
    kind,
    ...(typeof description === "string" ? { description } : {}),
    ...(kind === "tool" && inputSchema !== undefined ? { inputSchema } : {}),
    ...(kind === "prompt" ? { inputSchema: promptSchema(entry.arguments) } : {}),
    ...(kind === "tool" && typeof destructiveHint === "boolean" ? { destructiveHint } : {}),
    ...(kind === "resource" && uri !== undefined ? { uri } : {}),
  };
}

/** A prompt's arguments are texts: the schema of an object that holds them. */
function promptSchema(given: JsonValue | undefined): JsonObject {
  const named = (Array.isArray(given) ? given : []).filter(
    (argument): argument is JsonObject & { name: string } =>
      isJsonObject(argument) && typeof argument.name === "string",
  );
  return {
    type: "object",
    properties: Object.fromEntries(
      named.map(({ name, title, description }) => [
        name,
        {
          type: "string",
          ...(typeof title === "string" ? { title } : {}),
          ...(typeof description === "string" ? { description } : {}),
        },
      ]),
    ),
    required: named.filter(({ required }) => required === true).map(({ name }) => name),
  };
}
