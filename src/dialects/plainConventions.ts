import type { CancelMethod, Conventions } from "../rpc/conventions.ts";
import type { Progress } from "../rpc/outcome.ts";
import { isJsonObject } from "../wire/envelope.ts";
import type { JsonValue, RequestId } from "../wire/messages.ts";

/** What most servers outside of MCP understand; LSP made it known. */
export const defaultCancel: CancelMethod = { method: "$/cancelRequest", idParam: "id" };

/** The conventions of plain JSON-RPC, with the definition's way to cancel. [R10] */
export function plainConventions(cancel: CancelMethod = defaultCancel): Conventions {
  return {
    cancelNotification: (id) => ({ jsonrpc: "2.0", method: cancel.method, params: { [cancel.idParam]: id } }),
    readProgress({ params }) {
      if (!isJsonObject(params) || !isToken(params.token) || params.value === undefined) {
        return undefined;
      }
      return { token: params.token, progress: readValue(params.value) };
    },
    readCancellation({ method, params }) {
      return method === defaultCancel.method && isJsonObject(params) && isToken(params.id)
        ? params.id
        : undefined;
    },
    withProgressToken: (_method, params) => params,
    progressTokenOf(params) {
      if (!isJsonObject(params)) {
        return undefined;
      }
      return [params.workDoneToken, params.progressToken].find(isToken);
    },
    subjectOf: () => undefined,
    answersCancelledRequests: true,
  };
}

/** Whether a value can be an id or a token; 0 and "" can. */
export function isToken(value: unknown): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}

/** A value without a number still says that the server is at work: progress 0, with its message if there is one. */
function readValue(value: JsonValue): Progress {
  if (typeof value === "number") {
    return { progress: value };
  }
  if (typeof value === "string") {
    return { progress: 0, message: value };
  }
  if (!isJsonObject(value)) {
    return { progress: 0 };
  }
  const { progress, percentage, total, message, title } = value;
  const text = [message, title].find((each) => typeof each === "string");
  const isPercentage = typeof progress !== "number" && typeof percentage === "number";
  const whole = typeof total === "number" ? total : isPercentage ? 100 : undefined;
  return {
    progress: [progress, percentage].find((each) => typeof each === "number") ?? 0,
    ...(whole === undefined ? {} : { total: whole }),
    ...(text === undefined ? {} : { message: text }),
  };
}
