import * as l10n from "@vscode/l10n";
import type { Outcome } from "../rpc/outcome.ts";
import { describeErrorCode, type ErrorObject } from "../wire/messages.ts";

const longestQuote = 300;

/** An error of a server's on one line: code, meaning, message, and data where there is some. [R3] */
export function errorInWords({ code, message, data }: ErrorObject): string {
  const { meaning } = describeErrorCode(code);
  const said = clip(String(message));
  return data === undefined || data === null
    ? l10n.t("error {0} ({1}): {2}", code, meaning, said)
    : l10n.t("error {0} ({1}): {2}, data: {3}", code, meaning, said, quote(data));
}

/** A sentence, without its full stop, about a question of ours that got no result. */
export function noResultInWords(serverName: string, { method, status, error, reason }: Outcome): string {
  if (status === "error" && error !== undefined) {
    return l10n.t("{0} answered {1} with {2}", serverName, method, errorInWords(error));
  }
  return l10n.t("{0} did not answer {1}: {2}", serverName, method, (reason ?? status).replace(/\.$/, ""));
}

/** A value that a server sent, as JSON that is short enough for a sentence. Never throws. */
export function quote(value: unknown): string {
  try {
    return clip(JSON.stringify(value) ?? l10n.t("nothing"));
  } catch {
    // JSON.parse takes what JSON.stringify has no stack for.
    return l10n.t("something nested too deeply to show");
  }
}

/** What a server sent, short enough for a sentence. */
export function clip(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}
