import { isId, isObject } from "./jsonRpc.ts";

/** What is wrong with a message before anyone looks at its method; `undefined` where nothing is. */
export function envelopeProblem(message: unknown): string | undefined {
  if (!isObject(message)) {
    return "a message is an object";
  }
  if (message.jsonrpc !== "2.0") {
    return '"jsonrpc" must be "2.0"';
  }
  if ("result" in message || "error" in message) {
    return "method" in message ? "a message is a request or an answer, not both" : undefined;
  }
  if (typeof message.method !== "string") {
    return '"method" must be a string';
  }
  if ("id" in message && !isId(message.id)) {
    return '"id" must be a string or a number';
  }
  if ("params" in message && (typeof message.params !== "object" || message.params === null)) {
    return '"params" must be an object or an array';
  }
  return undefined;
}
