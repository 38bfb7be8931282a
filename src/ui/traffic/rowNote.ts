import { hasSubject, mcpSubject } from "../../dialects/mcpSubject.ts";

/** A longer line is not parsed for a word or two in its row. */
const longestBytes = 8192;

const progressMethods = new Set(["$/progress", "notifications/progress"]);
const logMethods = new Set(["notifications/message", "window/logMessage", "log.message", "$/log"]);

type Fields = Readonly<Record<string, unknown>>;

/** What a notification says in a few words: `40 % · step 2 of 5`, or the text of a log line. */
export function noteOf(method: string | undefined, raw: Buffer): string | undefined {
  if (method === undefined || !(progressMethods.has(method) || logMethods.has(method))) {
    return undefined;
  }
  const params = paramsIn(raw);
  if (params === undefined) {
    return undefined;
  }
  if (logMethods.has(method)) {
    return (
      textIn(params.message) ??
      textIn(params.text) ??
      textIn(params.data) ??
      textIn(fieldsOf(params.data)?.message)
    );
  }
  const value = typeof params.value === "number" ? { progress: params.value } : fieldsOf(params.value);
  const { progress, total, message } = value ?? params;
  const parts: string[] = [];
  if (typeof progress === "number") {
    parts.push(
      typeof total === "number" && total > 0
        ? `${Math.min(100, Math.round((progress / total) * 100))} %`
        : String(progress),
    );
  }
  if (typeof message === "string" && message !== "") {
    parts.push(message);
  }
  return parts.length === 0 ? undefined : parts.join(" · ");
}

/** What a request is about beyond its method: the tool of `tools/call`. `raw` is the request's line. */
export function subjectOf(method: string | undefined, raw: Buffer): string | undefined {
  return method !== undefined && hasSubject(method) ? mcpSubject(method, paramsIn(raw)) : undefined;
}

function paramsIn(raw: Buffer): Fields | undefined {
  if (raw.length > longestBytes) {
    return undefined;
  }
  try {
    return fieldsOf(fieldsOf(JSON.parse(raw.toString()))?.params);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
