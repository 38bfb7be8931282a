import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { ErrorCode, type JsonValue, type Params, type RequestId } from "../wire/messages.ts";
import { RequestError } from "./requestError.ts";

/** Answers a request of the server's. A throw becomes -32603, a thrown `RequestError` its own code. [R12] */
export type RequestHandler = (
  params: Params | undefined,
  signal: AbortSignal,
) => JsonValue | Promise<JsonValue>;

/** A request of the server's that has no answer yet. */
export interface IncomingRequest {
  /** As sent; where `unsafe`, the text of a number that JavaScript cannot hold. */
  id: RequestId;
  unsafe: boolean;
  /** The server no longer wants the answer. */
  cancelled: boolean;
}

/**
 * The server's requests and who answers them. [R12]
 *
 * The engine sees each under a number of ours: it keeps what it is answering by id, takes `"1"` for `1`, and a
 * server may use one id twice at a time. [R6]
 */
export class IncomingRequests {
  readonly #requests = new Map<number, IncomingRequest>();
  readonly #handlers = new Map<string, RequestHandler>();
  #next = 0;

  /** Answers `method` from now on. */
  handle(method: string, handler: RequestHandler): void {
    this.#handlers.set(method, handler);
  }

  /** The number under which the engine sees it. */
  add(id: RequestId, unsafe: boolean): number {
    const engineId = this.#next++;
    this.#requests.set(engineId, { id, unsafe, cancelled: false });
    return engineId;
  }

  /** Takes the one that is being answered. */
  take(engineId: number): IncomingRequest | undefined {
    const request = this.#requests.get(engineId);
    this.#requests.delete(engineId);
    return request;
  }

  /** Marks the newest with that id as cancelled; its number, or undefined where there is none. */
  cancel(id: RequestId): number | undefined {
    for (const [engineId, request] of [...this.#requests].reverse()) {
      if (request.id === id && !request.unsafe && !request.cancelled) {
        request.cancelled = true;
        return engineId;
      }
    }
    return undefined;
  }

  /** Runs the handler. Rejects with the engine's `ResponseError`: its code and data go to the server. */
  async answer(
    method: string,
    params: Params | undefined,
    cancellation: CancellationToken,
  ): Promise<JsonValue> {
    const handler = this.#handlers.get(method);
    if (handler === undefined) {
      throw new ResponseError(ErrorCode.methodNotFound, `Toolwire does not answer "${method}".`);
    }
    const abort = new AbortController();
    const listening = cancellation.onCancellationRequested(() => abort.abort());
    try {
      return await handler(params, abort.signal);
    } catch (error) {
      if (error instanceof RequestError) {
        throw new ResponseError(error.code, error.message, error.data);
      }
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      throw new ResponseError(ErrorCode.internalError, message, { exception: name });
    } finally {
      listening.dispose();
    }
  }
}
