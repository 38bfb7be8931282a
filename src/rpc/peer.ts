import type { Params, RequestId, JsonValue, NotificationMessage } from "../wire/messages.ts";
import type { Conventions } from "./conventions.ts";
import type { Outcome, Progress } from "./outcome.ts";

export interface CallOptions {
  /** Without an answer or progress for so long: `timedOut`. Milliseconds. [R9] */
  timeoutMs?: number;
  /** However much progress there is. Milliseconds. [R9] */
  maxTotalMs?: number;
  onProgress?: (progress: Progress) => void;
}

/** A call under way. `outcome` never rejects: whatever happens is in the outcome. */
export interface Call {
  /** As on the wire; absent where nothing was sent. */
  readonly id?: RequestId;
  readonly outcome: Promise<Outcome>;
  cancel(reason?: string): void;
}

/** Answers a request of the server's. A throw becomes -32603, a thrown `RequestError` its own code. [R12] */
export type RequestHandler = (params: Params | undefined, signal: AbortSignal) => JsonValue | Promise<JsonValue>;

/** The surface of the peer that dialects build upon. */
export interface PeerCalls {
  conventions: Conventions;
  call(method: string, params?: Params, options?: CallOptions): Call;
  notify(method: string, params?: Params): { seq: number };
  /** Answers `method` from now on. */
  onRequest(method: string, handler: RequestHandler): void;
  /** Every notification that is neither progress of a known call nor a cancellation. Returns what removes the listener. */
  onNotification(listener: (notification: NotificationMessage) => void): () => void;
}
