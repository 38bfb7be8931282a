import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../wire/envelope.ts";
import type { JsonObject, JsonValue } from "../wire/messages.ts";

/** Longer texts are cut here: the JSON below them is whole. */
const mostLines = 400;
const longestLine = 1000;

/**
 * What an MCP result holds for people, as lines to read: the texts of a tool, of a prompt's messages, of a resource,
 * with their line breaks. Empty where it holds nothing of the kind.
 */
export function readableContent(result: JsonValue | undefined): string[] {
  if (!isJsonObject(result)) {
    return [];
  }
  const parts = [
    ...members(result.content).map((item) => block(item, undefined)),
    ...members(result.messages).flatMap(({ role, content }) =>
      (Array.isArray(content) ? members(content) : members([content ?? null])).map((item) =>
        block(item, typeof role === "string" ? role : undefined),
      ),
    ),
    ...members(result.contents).map((item) => resource(item)),
  ];
  const lines = parts.flatMap((part, index) => (index === 0 ? part : ["", ...part]));
  return lines.length > mostLines
    ? [...lines.slice(0, mostLines), l10n.t("… and {0} more lines", lines.length - mostLines)]
    : lines;
}

function members(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function block(item: JsonObject, role: string | undefined): string[] {
  const before = role === undefined ? [] : [`${role}:`];
  if (item.type === "text" && typeof item.text === "string") {
    return [...before, ...textLines(item.text)];
  }
  if (item.type === "resource" && isJsonObject(item.resource)) {
    return [...before, ...resource(item.resource)];
  }
  if (item.type === "resource_link") {
    return [...before, l10n.t("[link to {0}]", words(item.name, item.uri))];
  }
  return [...before, `[${words(item.type ?? l10n.t("content"), item.mimeType, sizeOf(item.data))}]`];
}

function resource(item: JsonObject): string[] {
  const heading = `[${words(item.uri, item.mimeType, sizeOf(item.blob))}]`;
  return typeof item.text === "string" ? [heading, ...textLines(item.text)] : [heading];
}

function words(...parts: (JsonValue | undefined)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
}

/** What base64 stands for. */
function sizeOf(base64: JsonValue | undefined): string | undefined {
  if (typeof base64 !== "string") {
    return undefined;
  }
  const bytes = Math.floor((base64.length * 3) / 4);
  return bytes < 1024 ? l10n.t("{0} bytes", bytes) : `${Math.round(bytes / 1024)} KB`;
}

function textLines(text: string): string[] {
  return text
    .slice(0, mostLines * longestLine)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
}
