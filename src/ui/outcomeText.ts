import * as l10n from "@vscode/l10n";
import type { CallOutcome } from "../servers/status.ts";
import { describeErrorCode, type JsonValue, lookAtInWords } from "../wire/messages.ts";
import { reasonInWords } from "./cancelReason.ts";
import { formatDuration } from "./format.ts";
import { readableContent } from "./mcpContent.ts";
import { plainLabel, withoutMarks } from "./plainText.ts";
import { prettyHead } from "./prettyValue.ts";

/** What is shown of an answer, in UTF-16 units of laid out JSON. */
export const shown = {
  /** Longer ones are cut. */
  longest: 5_000_000,
  /** What is left of those. */
  head: 500_000,
  /** VS Code does not open bigger texts, also when the whole was asked for. */
  most: 45_000_000,
};

/** A document's text, and whether there is more of it. */
export interface OutcomeText {
  text: string;
  cut: boolean;
}

/** How the call ended, in our words: "error -32602 (invalid params)". */
function headline({ status, error, isToolError }: CallOutcome): string {
  if (error !== undefined) {
    return l10n.t("error {0} ({1})", error.code, describeErrorCode(error.code).meaning);
  }
  switch (status) {
    case "ok":
      return isToolError ? l10n.t("the tool says it failed (isError)") : l10n.t("ok");
    case "timedOut":
      return l10n.t("no answer yet");
    case "serverExited":
      return l10n.t("server exited");
    case "notSent":
      return l10n.t("not sent");
    case "cancelled":
      return l10n.t("cancelled");
    default:
      return status;
  }
}

/** What the server, or the reason, says about it. */
function detail({ error, reason, isToolError, result }: CallOutcome): string | undefined {
  const ours = reason === undefined ? undefined : reasonInWords(reason);
  const text = error?.message ?? ours ?? (isToolError ? readableContent(result)[0] : undefined);
  return text === undefined ? undefined : String(text);
}

/** One line: "error -32602 (invalid params): a is missing". */
export function summarise(outcome: CallOutcome): string {
  const said = detail(outcome);
  return [headline(outcome), ...(said === undefined ? [] : [plainLabel(said)])].join(": ");
}

/** The document of an outcome: comment lines of status, duration, `notes` and what is to be read, then the JSON. */
export async function outcomeText(
  outcome: CallOutcome,
  pause: () => Promise<unknown>,
  limits: { longest: number; head: number } = shown,
  notes: readonly string[] = [],
): Promise<OutcomeText> {
  const { cut, text } = await body(outcome, pause, limits);
  const lines = [
    ...heading(outcome),
    ...notes,
    ...(cut ? ["", cutNote(text.length)] : []),
    ...reading(outcome),
  ];
  const comments = lines.map((line) => `// ${withoutMarks(line)}`.trimEnd());
  return { text: `${comments.join("\n")}\n${text}\n`, cut };
}

function heading(outcome: CallOutcome): string[] {
  const { server, method, epoch, id, progress, durationMs, error, status } = outcome;
  const about = [`${server} · ${method}`, l10n.t("epoch {0}", epoch)];
  if (id !== undefined) {
    about.push(l10n.t("id {0}", JSON.stringify(id)));
  }
  if (progress > 0) {
    about.push(
      progress === 1 ? l10n.t("1 progress notification") : l10n.t("{0} progress notifications", progress),
    );
  }
  const lines = [`${headline(outcome)} · ${formatDuration(durationMs)}`, about.join(" · ")];
  const said = outcome.isToolError ? undefined : detail(outcome);
  if (said !== undefined) {
    lines.push(...said.split(/\r\n|[\n\r\u2028\u2029]/).slice(0, 20));
  }
  if (error !== undefined) {
    const where = lookAtInWords(describeErrorCode(error.code).lookAt);
    lines.push(
      error.data === undefined
        ? l10n.t("Look at {0}.", where)
        : l10n.t('Look at {0}; "data" says what the server knows about it.', where),
    );
  } else if (status === "timedOut") {
    lines.push(
      l10n.t("The server was told that nobody waits any more. An answer that still comes is in the traffic."),
    );
  } else if (status === "cancelled" && id !== undefined) {
    lines.push(l10n.t("The server was told. An answer that still comes is in the traffic."));
  }
  return lines;
}

function reading({ status, result }: CallOutcome): string[] {
  const content = status === "ok" ? readableContent(result) : [];
  return content.length === 0 ? [] : ["", ...content.map((line) => `  ${line}`), ""];
}

function cutNote(length: number): string {
  return l10n.t(
    "The answer is long: these are its first {0} thousand characters. “Show Whole Answer” shows the rest.",
    Math.round(length / 1000),
  );
}

/** `data` comes first: a caller repairs its next call from it. [R3] */
async function body(
  { status, result, error }: CallOutcome,
  pause: () => Promise<unknown>,
  { longest, head }: { longest: number; head: number },
): Promise<OutcomeText> {
  if (error === undefined && status !== "ok") {
    return { text: `// ${l10n.t("There is no answer.")}`, cut: false };
  }
  const { data, ...rest } = error ?? {};
  const value = (
    error === undefined ? (result ?? null) : data === undefined ? rest : { data, ...rest }
  ) as JsonValue;
  const pretty = await prettyHead(value, longest, pause);
  return pretty.cut ? { text: pretty.text.slice(0, head), cut: true } : pretty;
}
