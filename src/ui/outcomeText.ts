import type { CallOutcome } from "../servers/status.ts";
import { describeErrorCode } from "../wire/messages.ts";
import { formatDuration } from "./format.ts";
import { plainLabel } from "./plainText.ts";

/** A result longer than this is cut: VS Code does not open bigger texts. UTF-16 units. */
const longestText = 20_000_000;

/** How the call ended, in our words: "error -32602 (invalid params)". */
function headline({ status, error, isToolError }: CallOutcome): string {
  if (error !== undefined) {
    return `error ${error.code} (${describeErrorCode(error.code).meaning})`;
  }
  switch (status) {
    case "ok":
      return isToolError ? "the tool says it failed (isError)" : "ok";
    case "timedOut":
      return "timed out";
    case "serverExited":
      return "server exited";
    case "notSent":
      return "not sent";
    default:
      return status;
  }
}

/** What the server, or the reason, says about it. */
function detail({ error, reason }: CallOutcome): string | undefined {
  const text = error?.message ?? reason;
  return text === undefined ? undefined : plainLabel(text);
}

/** One line: "error -32602 (invalid params): a is missing". */
export function summarise(outcome: CallOutcome): string {
  return [headline(outcome), detail(outcome)].filter((part) => part !== undefined).join(": ");
}

/** The document of an outcome: comment lines of status and duration, then the JSON. */
export function outcomeText(outcome: CallOutcome): string {
  const { server, method, epoch, id, progress, durationMs, error } = outcome;
  const about = [`${plainLabel(server)} · ${plainLabel(method)}`, `epoch ${epoch}`];
  if (id !== undefined) {
    about.push(`id ${plainLabel(JSON.stringify(id))}`);
  }
  if (progress > 0) {
    about.push(`${progress} progress notification${progress === 1 ? "" : "s"}`);
  }
  const lines = [`// ${headline(outcome)} · ${formatDuration(durationMs)}`, `// ${about.join(" · ")}`];
  const said = detail(outcome);
  if (said !== undefined) {
    lines.push(`// ${said}`);
  }
  if (error !== undefined) {
    const { lookAt } = describeErrorCode(error.code);
    lines.push(
      `// Look at ${lookAt}${error.data === undefined ? "" : '; "data" says what the server knows about it'}.`,
    );
  }
  return `${[...lines, body(outcome)].join("\n")}\n`;
}

/** `data` comes first: a caller repairs its next call from it. [R3] */
function body({ status, result, error }: CallOutcome): string {
  if (error !== undefined) {
    const { data, ...rest } = error;
    return JSON.stringify(data === undefined ? rest : { data, ...rest }, undefined, 2);
  }
  if (status !== "ok") {
    return "// There is no answer.";
  }
  const text = JSON.stringify(result ?? null, undefined, 2);
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText)}\n// Cut here, after ${longestText} of ${text.length} characters. The traffic has the whole line.`;
}
