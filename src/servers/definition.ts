import type { CancelMethod } from "../rpc/conventions.ts";
import type { JsonObject } from "../wire/messages.ts";

/** Where a definition was written: the contract's `ServerStatus.source`. */
export type DefinitionSource = "settings" | ".vscode/mcp.json" | ".mcp.json";

export type ProtocolChoice = "auto" | "mcp" | "jsonrpc";

/**
 * A server as its entry says it, defaults filled in, variables not yet expanded.
 * Durations are milliseconds.
 */
export interface ServerDefinition {
  name: string;
  source: DefinitionSource;
  /** Absolute path of the workspace folder the entry belongs to; absent without a folder. */
  folder?: string;
  command: string;
  args: string[];
  cwd?: string;
  /** `null` removes a variable from the environment. */
  env: Record<string, string | null>;
  envFile?: string;
  protocol: ProtocolChoice;
  requestIds: "uuid" | "integer";
  /** Plain JSON-RPC: a method whose result lists the methods. */
  discover?: string;
  /** Plain JSON-RPC: the methods, named here. */
  methods?: string[];
  cancel?: CancelMethod;
  /** From spawn to ready. */
  startTimeoutMs: number;
  /** A call without an answer or progress. */
  timeoutMs: number;
  /** A call, however much progress there is. */
  maxTotalMs: number;
  autoStart: boolean;
  /** The inputs that the entry refers to by `${input:id}`. */
  inputs?: InputDefinition[];
}

/** Which settings file a `toolwire.servers` entry stands in. */
export type SettingsScope = "folder" | "workspace" | "user";

/** A place in a definition file. */
export interface Position {
  /** UTF-16 units from the start of the text, without a byte order mark. */
  offset: number;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

/** One listed entry: usable, or with the reason why it is not. [R13] */
export interface ListedEntry {
  name: string;
  source: DefinitionSource;
  folder?: string;
  /** The file the entry stands in, where it is a file; for "Open definition". */
  file?: string;
  /** Where in `file` the entry (or the mistake in it) stands. */
  position?: Position;
  /** With source "settings": which of the settings files. */
  scope?: SettingsScope;
  /** Absent where the entry cannot be used; then `error` says why. */
  definition?: ServerDefinition;
  error?: string;
  /** The source that wins the name. */
  shadowedBy?: DefinitionSource;
}

/** A definition with every variable expanded: what is handed to spawn. */
export interface LaunchSpecification {
  command: string;
  args: string[];
  cwd: string;
  /** The whole environment of the child. */
  env: Record<string, string>;
  /** Known secrets that went into it (answers to password inputs, env values whose names look secret), for masking. */
  secrets: string[];
}

/** An entry of `inputs` in mcp.json. */
export type InputDefinition =
  | { type: "promptString"; id: string; description?: string; default?: string; password?: boolean }
  | {
      type: "pickString";
      id: string;
      description?: string;
      default?: string;
      options: (string | { label: string; value: string })[];
    }
  | { type: "command"; id: string; command: string; args?: JsonObject | string };
