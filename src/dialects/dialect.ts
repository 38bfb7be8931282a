import type { CancelMethod } from "../rpc/conventions.ts";
import type { PeerCalls } from "../rpc/peer.ts";

/** Something a server lists. */
export interface Listed {
  /** As the server gave it; a resource without a name goes by its uri. */
  name: string;
  kind: "tool" | "method" | "prompt" | "resource";
  description?: string;
  /** JSON Schema of what it takes, as the server gave it, or made from OpenRPC's params or a prompt's arguments. */
  inputSchema?: unknown;
  /** MCP's `annotations.destructiveHint`, where the server gave it. */
  destructiveHint?: boolean;
  /** MCP: a resource's uri, or the template of one. */
  uri?: string;
}

/** What a handshake found out. Never changed: what comes later is a new one, given to `onDidChange`. */
export interface Session {
  protocol: "mcp" | "jsonrpc";
  /** MCP only. */
  protocolVersion?: string;
  serverInfo?: { name: string; version?: string };
  /** Everything listed, in order. */
  listed: readonly Listed[];
  /** In a person's words: lists that failed, were silent, or had no end. Not a failure of the server. */
  warnings: readonly string[];
  /** MCP: capabilities of the server as it gave them. */
  capabilities?: unknown;
}

/** How long silence is waited for, in milliseconds. */
export interface Patience {
  /** `auto`: the answer to the probe, before a server is provisionally plain. */
  probeMs: number;
  /** The answer to a question of ours: a page of a list, a discovery. */
  questionMs: number;
}

/** The public contract's waits. */
export const patience: Patience = { probeMs: 5_000, questionMs: 10_000 };

export interface HandshakeOptions {
  serverName: string;
  clientVersion: string;
  protocol: "auto" | "mcp" | "jsonrpc";
  /** Plain JSON-RPC only. */
  discover?: string;
  methods?: string[];
  cancel?: CancelMethod;
  /** The workspace's folders as `file:` URIs, for `roots/list`. */
  roots: () => { uri: string; name: string }[];
  /**
   * Called with the new session whenever something (its lists, its protocol after a late answer) has changed after
   * the handshake. May come once more just after the server has ended.
   */
  onDidChange: (session: Session) => void;
  /** Tells the log that the next request is our own probe or question, not a person's. */
  note: (event: { type: string; [key: string]: unknown }) => void;
  /** Other waits than the contract's, for tests. */
  patience?: Patience;
}

/** Failure of the handshake: the server is `failed`, with this message in a person's words. */
export class HandshakeError extends Error {
  override readonly name = "HandshakeError";
}

/**
 * Finds out what a server speaks and lists. Resolves once the server is ready: handshake done and every list read,
 * failed, or silent. Rejects with a `HandshakeError` only. It has no limit of its own where a server is silent on
 * `initialize` of protocol "mcp": the caller's `startTimeoutMs` is.
 */
export type Handshake = (peer: PeerCalls, options: HandshakeOptions) => Promise<Session>;
