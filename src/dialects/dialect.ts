import type { PeerCalls } from "../rpc/peer.ts";
import type { CancelMethod } from "./cancelMethod.ts";

/** Something a server lists. */
export interface Listed {
  name: string;
  kind: "tool" | "method" | "prompt" | "resource";
  description?: string;
  /** JSON Schema of the params or of a tool's arguments, as the server gave it. */
  inputSchema?: unknown;
  /** MCP's `annotations.destructiveHint`, where the server gave it. */
  destructiveHint?: boolean;
}

/** What a handshake found out. */
export interface Session {
  protocol: "mcp" | "jsonrpc";
  protocolVersion?: string;
  serverInfo?: { name: string; version?: string };
  /** Everything listed, in order; grows and changes until the server ends. */
  listed: readonly Listed[];
  /** In a person's words: lists that failed, were silent, or had no end. Not a failure of the server. */
  warnings: readonly string[];
  /** MCP: capabilities of the server as it gave them. */
  capabilities?: unknown;
}

export interface HandshakeOptions {
  serverName: string;
  clientVersion: string;
  protocol: "auto" | "mcp" | "jsonrpc";
  /** Plain JSON-RPC only. */
  discover?: string;
  methods?: string[];
  cancel?: CancelMethod;
  /** Absolute paths of the workspace's folders, for `roots/list`. */
  roots: () => { uri: string; name: string }[];
  /** Called whenever the session (its lists, its protocol after a late answer) has changed after the handshake. */
  onDidChange: (session: Session) => void;
  /** Tells the log that the next request is our own probe or question, not a person's. */
  note: (event: { type: string; [key: string]: unknown }) => void;
}

/** Failure of the handshake: the server is `failed`, with this message in a person's words. */
export class HandshakeError extends Error {}

export type Handshake = (peer: PeerCalls, options: HandshakeOptions) => Promise<Session>;
