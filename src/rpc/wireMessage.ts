import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../wire/envelope.ts";
import type { OutgoingMessage } from "../wire/lineMessageWriter.ts";
import type { ErrorObject, JsonObject, JsonValue, Params, RequestId } from "../wire/messages.ts";
import type { IncomingRequest } from "./incomingRequests.ts";

/** A notification of ours, or with an id a request. */
export function outgoingRequest(
  method: string,
  params: Params | undefined,
  id: RequestId | undefined,
): OutgoingMessage {
  const value: JsonObject = id === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", id, method };
  if (params !== undefined) {
    value.params = params;
  }
  return { value };
}

/** Our answer to a request of the server's. An id that JavaScript cannot hold goes back digit by digit. [R6] */
export function outgoingAnswer(
  request: Pick<IncomingRequest, "id" | "unsafe">,
  answer: { result: JsonValue } | { error: JsonObject },
): OutgoingMessage {
  const value = { jsonrpc: "2.0", id: request.id, ...answer };
  if (!request.unsafe) {
    return { value };
  }
  return { value, text: `{"jsonrpc":"2.0","id":${request.id},${JSON.stringify(answer).slice(1)}` };
}

/** What a server sent as `error`, as an error object: a malformed one becomes code 0 with all of it in `data`. */
export function toErrorObject(error: JsonValue): ErrorObject {
  const { code, message, data } = isJsonObject(error) ? error : {};
  if (typeof code === "number" && typeof message === "string") {
    return { code, message, ...(data === undefined ? {} : { data }) };
  }
  return {
    code: 0,
    message: typeof message === "string" ? message : l10n.t("The server's error object is malformed."),
    data: error,
  };
}
