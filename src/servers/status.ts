import type { Outcome, Progress } from "../rpc/outcome.ts";
import type { RequestId } from "../wire/messages.ts";

/** Changed in one place only: `server.ts`. */
export type ServerState = "stopped" | "starting" | "ready" | "stopping" | "crashed" | "failed";

/** Something the server can do, verbatim as it lists it. */
export interface ListedMethod {
  name: string;
  kind: "tool" | "method" | "prompt" | "resource";
  description?: string;
}

/** The public contract's view of one server. Plain data: it crosses the command boundary. */
export interface ServerStatus {
  name: string;
  source: string;
  shadowedBy?: string;
  state: ServerState;
  pid?: number;
  /** 0 before any, 1 for the first process, +1 for each later one. */
  epoch: number;
  protocol?: "mcp" | "jsonrpc";
  protocolVersion?: string;
  serverInfo?: { name: string; version?: string };
  /** Every listed one in order, names verbatim, doubles kept. */
  methods?: ListedMethod[];
  exit?: { code: number | null; signal: string | null };
  /** The last lines on stderr, at most 50. */
  stderrTail?: string[];
  /** Why it is failed or crashed, in a person's words. */
  error?: string;
}

/** The public contract's `CallOutcome`. */
export interface CallOutcome extends Outcome {
  server: string;
  epoch: number;
  /** MCP's `result.isError`: the tool ran and says it failed. */
  isToolError?: boolean;
}

/** The public contract's `InFlightCall`. */
export interface InFlightCall {
  server: string;
  id: RequestId;
  method: string;
  /** ISO 8601 UTC. */
  startedAt: string;
  progress?: Progress;
}

/** A call in flight, with what a person knows it by. */
export interface ShownCall extends InFlightCall {
  /** MCP: the tool, prompt or resource that the method is called for. */
  subject?: string;
}
