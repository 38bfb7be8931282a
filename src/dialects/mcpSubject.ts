import { isJsonObject } from "../wire/envelope.ts";

/** Requests that name what they are about, and under which parameter. */
const subjectParams: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["resources/subscribe", "uri"],
]);

/** Whether a request with this method names what it is about, so that its params are worth a look. */
export function hasSubject(method: string): boolean {
  return subjectParams.has(method);
}

/** What a request of MCP is about beyond its method: the tool of `tools/call`. Undefined where it does not say. */
export function mcpSubject(method: string, params: unknown): string | undefined {
  const name = subjectParams.get(method);
  const subject = name !== undefined && isJsonObject(params) ? params[name] : undefined;
  return typeof subject === "string" && subject !== "" ? subject : undefined;
}
