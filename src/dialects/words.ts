import type { Outcome } from "../rpc/outcome.ts";
import { describeErrorCode, type ErrorObject } from "../wire/messages.ts";

const longestQuote = 300;

/** An error of a server's on one line: code, meaning, message, and data where there is some. [R3] */
export function errorInWords({ code, message, data }: ErrorObject): string {
  const extra = data === undefined || data === null ? "" : `, data: ${quote(data)}`;
  return `error ${code} (${describeErrorCode(code).meaning}): ${clip(String(message))}${extra}`;
}

/** A sentence, without its full stop, about a question of ours that got no result. */
export function noResultInWords(serverName: string, { method, status, error, reason }: Outcome): string {
  if (status === "error" && error !== undefined) {
    return `${serverName} answered ${method} with ${errorInWords(error)}`;
  }
  return `${serverName} did not answer ${method}: ${(reason ?? status).replace(/\.$/, "")}`;
}

/** A value that a server sent, as JSON that is short enough for a sentence. Never throws. */
export function quote(value: unknown): string {
  try {
    return clip(JSON.stringify(value) ?? "nothing");
  } catch {
    // JSON.parse takes what JSON.stringify has no stack for.
    return "something nested too deeply to show";
  }
}

/** What a server sent, short enough for a sentence. */
export function clip(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}
