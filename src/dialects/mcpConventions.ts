import type { Conventions } from "../rpc/conventions.ts";
import { isJsonObject } from "../wire/envelope.ts";
import type { JsonValue, Params } from "../wire/messages.ts";
import { mcpSubject } from "./mcpSubject.ts";
import { isToken } from "./plainConventions.ts";

/** The conventions of MCP's `initialize` eras: specification, "Basic / Utilities / Cancellation" and "… / Progress". */
export const mcpConventions: Conventions = {
  cancelNotification(id, method, reason) {
    if (method === "initialize") {
      return undefined;
    }
    return {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, ...(reason === undefined ? {} : { reason }) },
    };
  },
  readProgress({ method, params }) {
    if (method !== "notifications/progress" || !isJsonObject(params)) {
      return undefined;
    }
    const { progressToken, progress, total, message } = params;
    if (!isToken(progressToken) || typeof progress !== "number") {
      return undefined;
    }
    return {
      token: progressToken,
      progress: {
        progress,
        ...(typeof total === "number" ? { total } : {}),
        ...(typeof message === "string" ? { message } : {}),
      },
    };
  },
  readCancellation({ method, params }) {
    return method === "notifications/cancelled" && isJsonObject(params) && isToken(params.requestId)
      ? params.requestId
      : undefined;
  },
  withProgressToken(method, params, id) {
    if (method === "initialize" || !isJsonObject(params)) {
      return params;
    }
    const meta = params._meta ?? {};
    // A _meta that is no object is the caller's own experiment, and stays one.
    if (!isJsonObject(meta) || meta.progressToken !== undefined) {
      return params;
    }
    return { ...params, _meta: { ...meta, progressToken: id } };
  },
  progressTokenOf(params: Params | undefined) {
    const meta: JsonValue | undefined = isJsonObject(params) ? params._meta : undefined;
    return isJsonObject(meta) && isToken(meta.progressToken) ? meta.progressToken : undefined;
  },
  subjectOf: mcpSubject,
  answersCancelledRequests: false,
};
