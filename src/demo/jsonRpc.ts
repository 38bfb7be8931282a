/** What crosses the pipe: the messages of JSON-RPC 2.0, one a line. */

export type Id = string | number;

export interface Answer {
  jsonrpc: "2.0";
  /** `null` where the request's own id could not be read. */
  id: Id | null;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

export interface Notification {
  jsonrpc: "2.0";
  method: string;
  params: unknown;
}

export const code = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Not in JSON-RPC itself: the code that the Language Server Protocol made customary. */
  cancelled: -32800,
} as const;

/** Throw it in a method to choose the error the caller sees. `data` is where a caller finds what to repair. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

/** The answer to a request that failed: an `RpcError` as it says, anything else as an internal error. */
export function failure(id: Id | null, error: unknown): Answer {
  if (error instanceof RpcError) {
    const { message, data } = error;
    return { jsonrpc: "2.0", id, error: { code: error.code, message, ...(data !== undefined && { data }) } };
  }
  const exception = error instanceof Error ? error.name : typeof error;
  const message = error instanceof Error ? error.message : String(error);
  return { jsonrpc: "2.0", id, error: { code: code.internalError, message, data: { exception } } };
}
