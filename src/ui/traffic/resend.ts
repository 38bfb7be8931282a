import type { TrafficRow } from "../../traffic/entry.ts";
import { isJsonObject } from "../../wire/envelope.ts";
import type { Params } from "../../wire/messages.ts";

/** How to send a request once more. */
export type Resend =
  | { how: "call"; method: string; params: Params | undefined }
  /** As it was, byte for byte: it was typed by a person, or parsing would change it. */
  | { how: "raw"; text: string };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ownKeys = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * A call of ours goes out as a new call, with an id of its own; everything else as the line it was. `requestIds` is
 * how calls of ours to that server are numbered.
 */
export function resendOf(
  raw: Buffer,
  row: Pick<TrafficRow, "findings">,
  requestIds: "uuid" | "integer",
): Resend {
  const text = raw.toString("utf8");
  // A number that JavaScript cannot hold would go out as another one.
  const message = row.findings.length === 0 ? parse(text) : undefined;
  if (message === undefined || !isOwnId(message.id, requestIds)) {
    return { how: "raw", text };
  }
  const { id, method, params } = message;
  return typeof method === "string" && isParams(params)
    ? { how: "call", method, params: withoutToken(params, id) }
    : { how: "raw", text };
}

function isOwnId(id: unknown, requestIds: "uuid" | "integer"): boolean {
  return requestIds === "integer" ? Number.isInteger(id) : typeof id === "string" && uuid.test(id);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && Object.keys(value).every((key) => ownKeys.has(key)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isParams(params: unknown): params is Params | undefined {
  return params === undefined || isJsonObject(params) || Array.isArray(params);
}

/** Without the progress token that stands for the old id: the new call gets its own. */
function withoutToken(params: Params | undefined, id: unknown): Params | undefined {
  if (!isJsonObject(params) || !isJsonObject(params._meta) || params._meta.progressToken !== id) {
    return params;
  }
  const { progressToken: _token, ...meta } = params._meta;
  const { _meta, ...rest } = params;
  return (Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta }) as Params;
}
