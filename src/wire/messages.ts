/**
 * The four envelopes of JSON-RPC 2.0 and their error codes. [R1] [R3]
 */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** An id as JSON-RPC 2.0 §4 allows it for a request that wants an answer. */
export type RequestId = string | number;

/** Parameters by name (the default, [R7]) or by position. */
export type Params = JsonObject | JsonValue[];

export interface RequestMessage {
  jsonrpc?: "2.0";
  id: RequestId;
  method: string;
  params?: Params;
}

export interface NotificationMessage {
  jsonrpc?: "2.0";
  method: string;
  params?: Params;
}

export interface ResultMessage {
  jsonrpc?: "2.0";
  id: RequestId;
  result: JsonValue;
}

/** JSON-RPC 2.0 §5.1 */
export interface ErrorObject {
  code: number;
  message: string;
  data?: JsonValue;
}

export interface ErrorMessage {
  jsonrpc?: "2.0";
  id: RequestId | null;
  error: ErrorObject;
}

export type Message = RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

/** JSON-RPC 2.0 §5.1: the codes with a fixed meaning. */
export const ErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

const fixedMeanings = new Map<number, string>([
  [ErrorCode.parseError, "parse error"],
  [ErrorCode.invalidRequest, "invalid request"],
  [ErrorCode.methodNotFound, "method not found"],
  [ErrorCode.invalidParams, "invalid params"],
  [ErrorCode.internalError, "internal error"],
]);

/** What a code means, and where a person should look first. [R3] */
export interface ErrorCodeMeaning {
  meaning: string;
  lookAt: "the request" | "the server's log" | "the tool itself";
}

export function describeErrorCode(code: number): ErrorCodeMeaning {
  const fixed = fixedMeanings.get(code);
  if (fixed !== undefined) {
    return { meaning: fixed, lookAt: "the request" };
  }
  if (code >= -32099 && code <= -32000) {
    return { meaning: "server error", lookAt: "the server's log" };
  }
  if (code >= -32768 && code <= -32000) {
    return { meaning: "reserved code", lookAt: "the server's log" };
  }
  return { meaning: "application error", lookAt: "the tool itself" };
}
