import * as vscode from "vscode";
import { readTypedBatch, readTypedParams } from "../ask/jsonInput.ts";
import { sendBatch, sendCall, sendNotification } from "../ask/send.ts";
import { ensureReady } from "../ask/server.ts";
import { plainLabel } from "../plainText.ts";
import { requestOf } from "../requests/requestDocuments.ts";
import { askForTrust } from "./command.ts";
import type { Parts } from "./parts.ts";

/** What the editors of requests and outcomes do, with the document's address. */
export type EditorAction = (parts: Parts, uri: vscode.Uri) => Promise<unknown>;

export const editorActions: { [name: string]: EditorAction } = {
  "toolwire.request.send": async (parts, uri) =>
    (await askForTrust()) ? sendRequest(parts, uri) : undefined,
  "toolwire.request.useLast": async (parts, uri) => {
    const request = requestOf(uri);
    return request === undefined ? undefined : parts.requests.useLast(request);
  },
  "toolwire.request.cancel": (parts, uri) => parts.requests.close(uri),
  "toolwire.outcome.sendAgain": async (parts, uri) => {
    const kept = parts.outcomes.get(uri);
    return kept === undefined ? sayForgotten() : (await askForTrust()) ? kept.again() : undefined;
  },
  "toolwire.outcome.edit": async (parts, uri) => {
    const kept = parts.outcomes.get(uri);
    if (kept?.target === undefined) {
      return sayForgotten();
    }
    const { server, target, params } = kept;
    return parts.requests.open(
      { kind: "call", server, target },
      `${JSON.stringify(params ?? {}, undefined, 2)}\n`,
    );
  },
  "toolwire.outcome.showTraffic": async (parts, uri) => parts.traffic.show(parts.outcomes.get(uri)?.server),
  "toolwire.outcome.showWhole": (parts, uri) => parts.outcomes.showWhole(uri),
};

async function sendRequest(parts: Parts, uri: vscode.Uri): Promise<unknown> {
  const request = requestOf(uri);
  if (request === undefined) {
    return undefined;
  }
  const text = await parts.requests.textOf(uri);
  if (request.kind === "batch") {
    const typed = readTypedBatch(text);
    if ("problem" in typed) {
      return sayNotSent(uri, typed);
    }
    return (await ensureReady(parts, request.server))
      ? sendBatch(parts, request.server, typed.value)
      : undefined;
  }
  const typed = readTypedParams(text);
  if ("problem" in typed) {
    return sayNotSent(uri, typed);
  }
  const { server, target } = request;
  if (!(await ensureReady(parts, server))) {
    return undefined;
  }
  return request.kind === "call"
    ? sendCall(parts, server, target, typed.value)
    : sendNotification(parts, server, target, typed.value);
}

/** With the place where it went wrong under the cursor. */
async function sayNotSent(
  uri: vscode.Uri,
  { problem, offset }: { problem: string; offset?: number },
): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  if (editor === undefined || offset === undefined) {
    await vscode.window.showErrorMessage(plainLabel(vscode.l10n.t("Not sent: {0}", problem), 500));
    return;
  }
  const position = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position));
  await vscode.window.showErrorMessage(
    plainLabel(vscode.l10n.t("Not sent: line {0}: {1}", position.line + 1, problem), 500),
  );
}

async function sayForgotten(): Promise<void> {
  const call = vscode.l10n.t("Call Tool or Method…");
  const message = vscode.l10n.t("What was sent for this outcome is not kept any more. Call it anew.");
  if ((await vscode.window.showInformationMessage(message, call)) === call) {
    await vscode.commands.executeCommand("toolwire.call");
  }
}
