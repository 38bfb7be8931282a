import * as vscode from "vscode";
import type { BatchRequest, ServerCallOptions } from "../../servers/serverCalls.ts";
import type { CallOutcome } from "../../servers/status.ts";
import type { JsonValue, Params } from "../../wire/messages.ts";
import type { Parts } from "../commands/parts.ts";
import { formatDuration } from "../format.ts";
import { summarise } from "../outcomeText.ts";
import { plainLabel } from "../plainText.ts";
import { withNotification } from "../progress.ts";
import type { Target } from "../requests/request.ts";
import { argumentsKey, rememberArguments } from "./lastArguments.ts";
import { rememberMethod } from "./recent.ts";
import { requestFor } from "./target.ts";

/** More members than this, and a person is asked first. [R5] */
const quietBatchSize = 10;

/** The only version of MCP that has batches. [R5] */
const mcpWithBatches = "2025-03-26";

/** Sends, shows how it goes and what came of it. Never rejects for what the server does. */
export async function sendCall(
  parts: Parts,
  server: string,
  target: Target,
  params: Params | undefined,
): Promise<CallOutcome> {
  await rememberMethod(parts.memory, server, target.name);
  await rememberArguments(parts.memory, server, argumentsKey(target), params);
  const before = parts.traffic.length;
  const outcome = await withNotification(`${server} · ${target.name}`, ({ signal, report }) =>
    send(parts, server, target, params, {
      signal,
      onProgress: report,
      interactive: true,
      confirm: askToConfirm,
    }),
  );
  await showOutcome(parts, outcome, target, params, parts.traffic.oddLines(server, before));
  return outcome;
}

function send(
  { servers }: Parts,
  server: string,
  target: Target,
  params: Params | undefined,
  options: ServerCallOptions,
): Promise<CallOutcome> {
  if (target.kind === "tool") {
    return servers.callTool(server, target.name, params as JsonValue | undefined, options);
  }
  const request = requestFor(target, params);
  return servers.call(server, request.method, request.params, options);
}

export async function sendNotification(
  parts: Parts,
  server: string,
  target: Target,
  params: Params | undefined,
): Promise<{ seq: number }> {
  await rememberMethod(parts.memory, server, target.name);
  await rememberArguments(parts.memory, server, argumentsKey(target), params);
  const { seq } = await parts.servers.notify(server, target.name, params);
  void saySent(
    parts,
    server,
    vscode.l10n.t("{0}: the notification {1} was sent. It gets no answer.", server, target.name),
  );
  return { seq };
}

/** `undefined`: the person does not want it to be sent. */
export async function sendBatch(
  parts: Parts,
  server: string,
  messages: readonly BatchRequest[],
): Promise<{ outcomes: CallOutcome[]; notifications: number } | undefined> {
  if (!(await confirmBatch(parts, server, messages.length))) {
    return undefined;
  }
  const { outcomes, notifications } = await withNotification(
    `${server} · ${vscode.l10n.t("batch")}`,
    ({ signal, report }) =>
      parts.servers.sendBatch(server, messages, { signal, onProgress: report, confirm: askToConfirm }),
  );
  if (outcomes.length === 0) {
    void saySent(
      parts,
      server,
      notifications === 1
        ? vscode.l10n.t("{0}: 1 notification was sent. It gets no answer.", server)
        : vscode.l10n.t("{0}: {1} notifications were sent. They get no answer.", server, notifications),
    );
  } else {
    await parts.outcomes.openBatch(server, outcomes, () => sendBatch(parts, server, messages));
  }
  return { outcomes, notifications };
}

async function confirmBatch(parts: Parts, server: string, members: number): Promise<boolean> {
  const { protocol, protocolVersion } = parts.servers.status(server);
  const doubts: string[] = [];
  if (protocol === "mcp" && protocolVersion !== mcpWithBatches) {
    doubts.push(
      vscode.l10n.t(
        "{0} speaks MCP {1}, which has no batches: only {2} has. It may not answer.",
        server,
        protocolVersion ?? "",
        mcpWithBatches,
      ),
    );
  }
  if (members > quietBatchSize) {
    doubts.push(
      vscode.l10n.t(
        "The batch has {0} messages. Many servers take at most {1} in one line.",
        members,
        quietBatchSize,
      ),
    );
  }
  if (doubts.length === 0) {
    return true;
  }
  const sendAnyway = vscode.l10n.t("Send Anyway");
  const question = vscode.l10n.t("Send the batch to {0}?", plainLabel(server));
  const answer = await vscode.window.showWarningMessage(
    question,
    { modal: true, detail: plainLabel(doubts.join(" "), 500) },
    sendAnyway,
  );
  return answer === sendAnyway;
}

/** What destroys something is not sent by a slip of the finger. [R14] */
async function askToConfirm(tool: string): Promise<boolean> {
  const sendIt = vscode.l10n.t("Send");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("Send {0}?", plainLabel(tool)),
    {
      modal: true,
      detail: vscode.l10n.t("The server says that this tool may destroy something (destructiveHint)."),
    },
    sendIt,
  );
  return answer === sendIt;
}

/**
 * The outcome as a document; what went wrong also says so in a notification. Of an MCP tool the outcome's method is
 * `tools/call`, so what the person chose gives the title.
 */
async function showOutcome(
  parts: Parts,
  outcome: CallOutcome,
  target: Target,
  params: Params | undefined,
  notes: readonly string[],
): Promise<void> {
  const again = () => sendCall(parts, outcome.server, target, params);
  if (outcome.status === "cancelled") {
    void saySent(
      parts,
      outcome.server,
      vscode.l10n.t(
        "{0} · {1}: cancelled after {2}. {3}",
        outcome.server,
        target.name,
        formatDuration(outcome.durationMs),
        outcome.id === undefined
          ? vscode.l10n.t("Nothing was sent.")
          : vscode.l10n.t("The server was told; an answer that still comes is in the traffic."),
      ),
    );
  } else if (outcome.status !== "ok" || outcome.isToolError) {
    void sayFailure(parts, outcome, target, again);
  }
  await parts.outcomes.open(outcome, { target, params, notes, again });
}

async function sayFailure(
  parts: Parts,
  outcome: CallOutcome,
  target: Target,
  again: () => Promise<unknown>,
): Promise<void> {
  const showTraffic = vscode.l10n.t("Show Traffic");
  const sendAgain = vscode.l10n.t("Send Again");
  const message = plainLabel(`${outcome.server} · ${target.name}: ${summarise(outcome)}`, 500);
  const say =
    outcome.status === "timedOut" ? vscode.window.showWarningMessage : vscode.window.showErrorMessage;
  const buttons = outcome.status === "notSent" ? [showTraffic] : [showTraffic, sendAgain];
  const answer = await say(message, ...buttons);
  if (answer === showTraffic) {
    await parts.traffic.show(outcome.server);
  } else if (answer === sendAgain) {
    await again();
  }
}

/** Says that something went out, or ended, with the way to its lines. */
export async function saySent(parts: Parts, server: string, message: string): Promise<void> {
  const showTraffic = vscode.l10n.t("Show Traffic");
  const text = plainLabel(message, 500);
  if ((await vscode.window.showInformationMessage(text, showTraffic)) === showTraffic) {
    await parts.traffic.show(server);
  }
}
