import { isJsonObject } from "../wire/envelope.ts";
import type { JsonValue } from "../wire/messages.ts";

/** Whether a result of `tools/call` says that the tool itself failed: MCP's `isError`, exactly `true`. */
export function isToolError(result: JsonValue | undefined): boolean {
  return isJsonObject(result) && result.isError === true;
}
