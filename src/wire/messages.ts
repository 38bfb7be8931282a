/**
 * The four envelopes of JSON-RPC 2.0 and their error codes. [R1] [R3]
 */

import * as l10n from "@vscode/l10n";

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

/** What a code means in a person's words, and where a person should look first. [R3] */
export interface ErrorCodeMeaning {
  meaning: string;
  lookAt: "request" | "log" | "tool";
}

export function describeErrorCode(code: number): ErrorCodeMeaning {
  const fixed = fixedMeaning(code);
  if (fixed !== undefined) {
    return { meaning: fixed, lookAt: "request" };
  }
  if (code >= -32099 && code <= -32000) {
    return { meaning: l10n.t("server error"), lookAt: "log" };
  }
  if (code >= -32768 && code <= -32000) {
    return { meaning: l10n.t("reserved code"), lookAt: "log" };
  }
  return { meaning: l10n.t("application error"), lookAt: "tool" };
}

/** What is to be looked at, in a person's words: "Look at {0}." */
export function lookAtInWords(lookAt: ErrorCodeMeaning["lookAt"]): string {
  switch (lookAt) {
    case "request":
      return l10n.t("the request");
    case "log":
      return l10n.t("the server's log");
    case "tool":
      return l10n.t("the tool itself");
  }
}

function fixedMeaning(code: number): string | undefined {
  switch (code) {
    case ErrorCode.parseError:
      return l10n.t("parse error");
    case ErrorCode.invalidRequest:
      return l10n.t("invalid request");
    case ErrorCode.methodNotFound:
      return l10n.t("method not found");
    case ErrorCode.invalidParams:
      return l10n.t("invalid params");
    case ErrorCode.internalError:
      return l10n.t("internal error");
    default:
      return undefined;
  }
}
