import type { ErrorObject, JsonValue, RequestId } from "../wire/messages.ts";

/** How a call ended. Exactly one of these, exactly once. */
export type CallStatus = "ok" | "error" | "cancelled" | "timedOut" | "serverExited" | "notSent";

/** The ways in which a call ends without an answer after it was sent. */
export type LocalStatus = Extract<CallStatus, "cancelled" | "timedOut" | "serverExited">;

/** What became of one call: the public contract's `CallOutcome` without the server's name and epoch. */
export interface Outcome {
  method: string;
  /** As sent on the wire; absent where nothing was sent. */
  id?: RequestId;
  status: CallStatus;
  /** With status "ok". */
  result?: JsonValue;
  /** With status "error". */
  error?: ErrorObject;
  /** With the other statuses: why, in a person's words. */
  reason?: string;
  /** Progress notifications seen for this call. */
  progress: number;
  durationMs: number;
}

/** The last progress notification of a call, in MCP's terms. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}
