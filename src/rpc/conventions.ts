import type { NotificationMessage, Params, RequestId } from "../wire/messages.ts";
import type { Progress } from "./outcome.ts";

/** How a plain JSON-RPC server is told to stop working on a request. [R10] */
export interface CancelMethod {
  method: string;
  /** The parameter that carries the id of the request. */
  idParam: string;
}

/**
 * What differs on the wire between the dialects while calls are made: how to cancel, how progress looks. A peer
 * begins with plain JSON-RPC's and is given others once the dialect of its server is known.
 */
export interface Conventions {
  /** The notification that asks the server to stop working on a request; undefined where it must not be cancelled. [R10] */
  cancelNotification(
    id: RequestId,
    method: string,
    reason: string | undefined,
  ): NotificationMessage | undefined;
  /** Which call a notification reports progress of, and what; undefined where it is no progress. [R11] */
  readProgress(notification: NotificationMessage): { token: RequestId; progress: Progress } | undefined;
  /** The id of their request that the server no longer wants answered; undefined where it is no cancellation. */
  readCancellation(notification: NotificationMessage): RequestId | undefined;
  /** The params with what the server needs to report progress under the request's own id. */
  withProgressToken(method: string, params: Params | undefined, id: RequestId): Params | undefined;
  /** The token under which params ask for progress, where it is not the request's id. */
  progressTokenOf(params: Params | undefined): RequestId | undefined;
  /** What a request is about beyond its method; undefined where the method says it all. */
  subjectOf(method: string, params: Params | undefined): string | undefined;
  /** Whether a request that the server cancelled still gets an answer (LSP: yes; MCP: no). */
  answersCancelledRequests: boolean;
}
