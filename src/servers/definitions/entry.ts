import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../../wire/envelope.ts";
import type { DefinitionSource, ServerDefinition } from "../definition.ts";
import { Fields, notAsExpected } from "./fields.ts";
import { describeFound } from "./found.ts";

/** Where an entry was found: what its definition takes over from there. */
export interface EntryOrigin {
  source: DefinitionSource;
  /** Absolute path of the workspace folder. */
  folder?: string;
}

export type ParsedEntry = { definition: ServerDefinition } | { error: string };

/** The contract's defaults. */
export const defaults = {
  requestIds: "uuid",
  startTimeoutMs: 120_000,
  timeoutMs: 30_000,
  maxTotalMs: 600_000,
  autoStart: false,
} as const;

/**
 * Turns the value of one entry into a definition, or into the reason why there is none. Fields that are not ours,
 * or not ours yet, are ignored: other clients' files carry their own. Never throws.
 */
export function parseEntry(name: string, value: unknown, origin: EntryOrigin): ParsedEntry {
  if (!isJsonObject(value)) {
    return { error: l10n.t('The entry is {0}: expected an object with "command"', describeFound(value)) };
  }
  if (name === "") {
    return { error: l10n.t("The entry's name is empty: expected a name to call the server by") };
  }
  const fields = new Fields(value);
  const transport = unsupportedTransport(fields);
  if (transport !== undefined) {
    return { error: l10n.t("not supported yet: {0} transport", transport) };
  }

  const command = fields.text("command");
  if (fields.raw("command") === undefined) {
    fields.problems.push(notAsExpected("command", undefined, l10n.t("the program to run")));
  }
  const cwd = fields.text("cwd");
  const envFile = fields.text("envFile");
  const discover = fields.text("discover");
  const methods = fields.texts("methods");
  const cancel = fields.cancel("cancel");
  const definition: ServerDefinition = {
    name,
    source: origin.source,
    ...(origin.folder !== undefined && { folder: origin.folder }),
    command: command ?? "",
    args: fields.texts("args") ?? [],
    ...(cwd !== undefined && { cwd }),
    env: fields.environment("env") ?? {},
    ...(envFile !== undefined && { envFile }),
    protocol:
      fields.oneOf("protocol", ["auto", "mcp", "jsonrpc"]) ?? (origin.source === "settings" ? "auto" : "mcp"),
    requestIds: fields.oneOf("requestIds", ["uuid", "integer"]) ?? defaults.requestIds,
    ...(discover !== undefined && { discover }),
    ...(methods !== undefined && { methods }),
    ...(cancel !== undefined && { cancel }),
    startTimeoutMs: fields.durationMs("startTimeoutMs") ?? defaults.startTimeoutMs,
    timeoutMs: fields.durationMs("timeoutMs") ?? defaults.timeoutMs,
    maxTotalMs: fields.durationMs("maxTotalMs") ?? defaults.maxTotalMs,
    autoStart: fields.flag("autoStart") ?? defaults.autoStart,
  };
  return fields.problems.length === 0 ? { definition } : { error: fields.problems.join("; ") };
}

/** The name of a transport that is not a child process's stdio; entries say it by `type`, `transport` or a `url`. */
function unsupportedTransport(fields: Fields): string | undefined {
  const named = fields.raw("type") ?? fields.raw("transport");
  if (named !== undefined && typeof named !== "string") {
    fields.problems.push(notAsExpected("type", named, '"stdio"'));
    return undefined;
  }
  switch (named?.toLowerCase()) {
    case "stdio":
      return undefined;
    case undefined:
      return fields.raw("command") === undefined && fields.raw("url") !== undefined ? "HTTP" : undefined;
    case "http":
    case "https":
    case "streamable-http":
    case "streamablehttp":
      return "HTTP";
    case "sse":
      return "HTTP (SSE)";
    default:
      return describeFound(named);
  }
}
