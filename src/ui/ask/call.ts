import * as vscode from "vscode";
import type { CallOutcome, ShownCall } from "../../servers/status.ts";
import { cancelledInEditor } from "../cancelReason.ts";
import type { Parts } from "../commands/parts.ts";
import { plainOutcome } from "../commands/plain.ts";
import { formatDuration } from "../format.ts";
import { plainLabel } from "../plainText.ts";
import { describeProgress } from "../progress.ts";
import type { Target } from "../requests/request.ts";
import { askArguments } from "./arguments.ts";
import { askMethod } from "./method.ts";
import { describeRawLine } from "./rawLine.ts";
import { saySent, sendCall, sendNotification } from "./send.ts";
import { askServer, ensureReady } from "./server.ts";

/** Asks for what is not given. `undefined`: the person left, or writes the arguments in a document. */
export async function askCall(
  parts: Parts,
  givenServer?: string,
  givenTarget?: Target,
): Promise<CallOutcome | undefined> {
  const server = await askRunning(parts, givenServer);
  if (server === undefined) {
    return undefined;
  }
  const placeholder = vscode.l10n.t("Tool or method to call");
  const target = givenTarget ?? (await askMethod(parts, server, placeholder, "anything"));
  const asked = target && (await askArguments(parts, { kind: "call", server, target }));
  return target === undefined || asked === undefined
    ? undefined
    : plainOutcome(await sendCall(parts, server, target, asked.value));
}

export async function askNotification(parts: Parts): Promise<{ seq: number } | undefined> {
  const server = await askRunning(parts);
  if (server === undefined) {
    return undefined;
  }
  const placeholder = vscode.l10n.t("Method to notify, listed or typed");
  const target = await askMethod(parts, server, placeholder, "methods");
  const asked = target && (await askArguments(parts, { kind: "notify", server, target }));
  return target === undefined || asked === undefined
    ? undefined
    : sendNotification(parts, server, target, asked.value);
}

/** A batch is always written in a document, which then sends it. */
export async function askBatch(parts: Parts): Promise<undefined> {
  const server = await askRunning(parts);
  if (server !== undefined) {
    await parts.requests.open({ kind: "batch", server });
  }
  return undefined;
}

/** The last line sent to each server, for the next one: kept no longer than the window, it may hold anything. */
const lastRawLines = new Map<string, string>();

export async function askRawLine(parts: Parts): Promise<{ seq: number } | undefined> {
  const server = await askRunning(parts);
  if (server === undefined) {
    return undefined;
  }
  const text = await vscode.window.showInputBox({
    title: plainLabel(`${server} · ${vscode.l10n.t("raw line")}`),
    prompt: vscode.l10n.t("Sent as it is, valid or not, with a line feed after it."),
    placeHolder: '{"jsonrpc":"2.0","id":1,"method":"…"}',
    value: lastRawLines.get(server) ?? "",
    ignoreFocusOut: true,
    validateInput: (typed) => ({
      message: plainLabel(describeRawLine(typed)),
      severity: vscode.InputBoxValidationSeverity.Info,
    }),
  });
  if (text === undefined) {
    return undefined;
  }
  lastRawLines.set(server, text);
  const { seq } = await parts.servers.sendRaw(server, text);
  void saySent(
    parts,
    server,
    vscode.l10n.t("{0}: the line was sent; it is line {1} of the traffic.", server, seq),
  );
  return { seq };
}

export async function askCancel(parts: Parts): Promise<{ cancelled: boolean } | undefined> {
  const calls = parts.servers.inFlight();
  if (calls.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("No call is in flight."));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    calls.map((call) => ({ ...describeCall(call), call })),
    {
      title: vscode.l10n.t("Cancel Call"),
      placeHolder: vscode.l10n.t("Call to cancel, the oldest first"),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked === undefined ? undefined : cancelCall(parts, picked.call);
}

export function cancelCall(parts: Parts, { server, id, method, subject }: ShownCall): { cancelled: boolean } {
  const cancelled = parts.servers.cancel(server, id, cancelledInEditor);
  if (!cancelled) {
    void vscode.window.showInformationMessage(
      plainLabel(vscode.l10n.t("{0} · {1}: the call had ended already.", server, subject ?? method)),
    );
  }
  return { cancelled };
}

/** A server that can be sent to: a stopped one starts. `undefined`: the person left, or it does not start. */
async function askRunning(parts: Parts, given?: string): Promise<string | undefined> {
  const server = given ?? (await askServer(parts));
  return server !== undefined && (await ensureReady(parts, server)) ? server : undefined;
}

function describeCall({ server, method, subject, startedAt, progress, id }: ShownCall): vscode.QuickPickItem {
  const elapsed = formatDuration(Math.max(0, Date.now() - Date.parse(startedAt)));
  return {
    label: plainLabel(subject ?? method),
    description: plainLabel(
      [server, ...(progress === undefined ? [] : [describeProgress(progress)]), elapsed].join(" · "),
    ),
    detail: plainLabel(vscode.l10n.t("id {0}", JSON.stringify(id))),
    iconPath: new vscode.ThemeIcon("sync"),
  };
}
