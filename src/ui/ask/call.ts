import * as vscode from "vscode";
import type { CallOutcome, InFlightCall } from "../../servers/status.ts";
import type { BatchRequest, ServerCallOptions } from "../../servers/toolServers.ts";
import type { JsonValue, Params } from "../../wire/messages.ts";
import type { Parts } from "../commands/parts.ts";
import { plainOutcome } from "../commands/plain.ts";
import { formatDuration } from "../format.ts";
import { summarise } from "../outcomeText.ts";
import { plainLabel } from "../plainText.ts";
import { describeProgress, withNotification } from "../progress.ts";
import { readTypedBatch, readTypedParams, type Typed } from "./jsonInput.ts";
import { askMethod, type ChosenMethod } from "./method.ts";
import { rememberMethod } from "./recent.ts";
import { skeletonOf } from "./schemaSkeleton.ts";
import { askServer, ensureReady } from "./server.ts";

/** More members than this, and a person is asked first. [R5] */
const quietBatchSize = 10;

/** Asks for what is not given. `undefined`: the person left. */
export async function askCall(
  parts: Parts,
  givenServer?: string,
  givenMethod?: ChosenMethod,
): Promise<CallOutcome | undefined> {
  const server = givenServer ?? (await askServer(parts));
  if (server === undefined || !(await ensureReady(parts, server))) {
    return undefined;
  }
  const method = givenMethod ?? (await askMethod(parts, server, vscode.l10n.t("Tool or method to call")));
  if (method === undefined) {
    return undefined;
  }
  const params = await askParams(
    `${server} · ${method.name}`,
    parts.servers.inputSchema(server, method.name),
  );
  if (params === undefined) {
    return undefined;
  }
  await rememberMethod(parts.memory, server, method.name);
  const outcome = await withNotification(`${server} · ${method.name}`, ({ signal, report }) =>
    send(parts, server, method, params.value, {
      signal,
      onProgress: report,
      interactive: true,
      confirm: askToConfirm,
    }),
  );
  await showOutcome(parts, outcome, method.name);
  return plainOutcome(outcome);
}

function send(
  { servers }: Parts,
  server: string,
  { name, kind }: ChosenMethod,
  params: Params | undefined,
  options: ServerCallOptions,
): Promise<CallOutcome> {
  return kind === "tool"
    ? servers.callTool(server, name, params as JsonValue | undefined, options)
    : servers.call(server, name, params, options);
}

export async function askNotification(parts: Parts): Promise<{ seq: number } | undefined> {
  const server = await askServer(parts);
  if (server === undefined || !(await ensureReady(parts, server))) {
    return undefined;
  }
  const method = await askMethod(parts, server, vscode.l10n.t("Method to notify, listed or typed"));
  if (method === undefined) {
    return undefined;
  }
  const params = await askParams(`${server} · ${method.name}`, undefined);
  if (params === undefined) {
    return undefined;
  }
  const { seq } = await parts.servers.notify(server, method.name, params.value);
  sayInStatusBar(vscode.l10n.t("{0}: notification sent (#{1})", server, seq));
  return { seq };
}

export async function askRawLine(parts: Parts): Promise<{ seq: number } | undefined> {
  const server = await askServer(parts);
  if (server === undefined || !(await ensureReady(parts, server))) {
    return undefined;
  }
  const text = await vscode.window.showInputBox({
    title: plainLabel(server),
    prompt: vscode.l10n.t("The line goes to the server as it is, valid or not, with a line feed after it."),
    placeHolder: '{"jsonrpc":"2.0","id":1,"method":"…"}',
    ignoreFocusOut: true,
  });
  if (text === undefined) {
    return undefined;
  }
  const { seq } = await parts.servers.sendRaw(server, text);
  sayInStatusBar(vscode.l10n.t("{0}: line sent (#{1})", server, seq));
  return { seq };
}

export async function askBatch(
  parts: Parts,
): Promise<{ outcomes: CallOutcome[]; notifications: number } | undefined> {
  const server = await askServer(parts);
  if (server === undefined || !(await ensureReady(parts, server))) {
    return undefined;
  }
  const typed = await askJson<BatchRequest[]>(readTypedBatch, {
    title: plainLabel(server),
    prompt: vscode.l10n.t("A JSON array of messages: {0}", '{"method", "params"?, "notification"?}'),
    value: '[{"method": "", "params": {}}]',
  });
  if (typed === undefined || !(await confirmSize(typed.value.length))) {
    return undefined;
  }
  const { outcomes, notifications } = await withNotification(
    `${server} · ${vscode.l10n.t("batch")}`,
    ({ signal, report }) => parts.servers.sendBatch(server, typed.value, { signal, onProgress: report }),
  );
  if (outcomes.length === 0) {
    sayInStatusBar(vscode.l10n.t("{0}: {1} notifications sent", server, notifications));
  } else {
    await parts.outcomes.openBatch(server, outcomes);
  }
  return { outcomes: outcomes.map(plainOutcome), notifications };
}

async function confirmSize(members: number): Promise<boolean> {
  if (members <= quietBatchSize) {
    return true;
  }
  const sendAll = vscode.l10n.t("Send All");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "The batch has {0} members. Many servers take at most {1} in one line.",
      members,
      quietBatchSize,
    ),
    { modal: true },
    sendAll,
  );
  return answer === sendAll;
}

export async function askCancel(parts: Parts): Promise<{ cancelled: boolean } | undefined> {
  const calls = parts.servers.inFlight();
  if (calls.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("No call is in flight."));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    calls.map((call) => ({ ...describeCall(call), call })),
    { placeHolder: vscode.l10n.t("Call to cancel"), matchOnDescription: true },
  );
  return picked === undefined ? undefined : cancelCall(parts, picked.call);
}

export function cancelCall(parts: Parts, { server, id }: InFlightCall): { cancelled: boolean } {
  return { cancelled: parts.servers.cancel(server, id, vscode.l10n.t("Cancelled in the editor")) };
}

function describeCall({ server, method, startedAt, progress, id }: InFlightCall): vscode.QuickPickItem {
  const elapsed = formatDuration(Math.max(0, Date.now() - Date.parse(startedAt)));
  return {
    label: plainLabel(method),
    description: plainLabel(
      [server, ...(progress === undefined ? [] : [describeProgress(progress)]), elapsed].join(" · "),
    ),
    detail: plainLabel(String(id)),
  };
}

/** What destroys something is not sent by a slip of the finger. [R14] */
async function askToConfirm(tool: string): Promise<boolean> {
  const send = vscode.l10n.t("Send");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("{0} says that it destroys something.", plainLabel(tool)),
    { modal: true },
    send,
  );
  return answer === send;
}

/**
 * The outcome as a document; what went wrong also says so in a notification. `called` is what the person chose: of an
 * MCP tool the outcome's method is `tools/call`.
 */
async function showOutcome(parts: Parts, outcome: CallOutcome, called: string): Promise<void> {
  const wanted = (outcome.status === "ok" && !outcome.isToolError) || outcome.status === "cancelled";
  if (!wanted) {
    void sayFailure(parts, outcome, called);
  }
  await parts.outcomes.open(outcome, called);
}

async function sayFailure(parts: Parts, outcome: CallOutcome, called: string): Promise<void> {
  const showTraffic = vscode.l10n.t("Show Traffic");
  const message = plainLabel(`${outcome.server} · ${called}: ${summarise(outcome)}`, 500);
  const say =
    outcome.status === "timedOut" ? vscode.window.showWarningMessage : vscode.window.showErrorMessage;
  if ((await say(message, showTraffic)) === showTraffic) {
    await parts.traffic.show(outcome.server);
  }
}

/** `undefined`: the person left; a `value` of undefined: no parameters. */
function askParams(title: string, schema: unknown): Promise<{ value: Params | undefined } | undefined> {
  const skeleton = skeletonOf(schema);
  return askJson(readTypedParams, {
    title: plainLabel(title),
    prompt: vscode.l10n.t("Arguments as JSON. Empty: none."),
    ...(skeleton !== undefined && { value: JSON.stringify(skeleton) }),
  });
}

/** An input box whose text is checked as it is typed. */
async function askJson<Value>(
  read: (text: string) => Typed<Value>,
  options: vscode.InputBoxOptions,
): Promise<{ value: Value } | undefined> {
  const text = await vscode.window.showInputBox({
    ...options,
    ignoreFocusOut: true,
    validateInput(typed) {
      const result = read(typed);
      return "problem" in result ? plainLabel(result.problem) : undefined;
    },
  });
  const typed = text === undefined ? undefined : read(text);
  return typed === undefined || "problem" in typed ? undefined : typed;
}

function sayInStatusBar(text: string): void {
  vscode.window.setStatusBarMessage(plainLabel(text), 5000);
}
