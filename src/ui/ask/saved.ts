import * as vscode from "vscode";
import type { ListedEntry } from "../../servers/definition.ts";
import type { ListedMethod, ServerStatus } from "../../servers/status.ts";
import type { Parts } from "../commands/parts.ts";
import { openDefinition } from "../openDefinition.ts";
import { plainLabel } from "../plainText.ts";
import { SaveProblem } from "../saving/save.ts";
import type { Target } from "../saving/target.ts";
import { askCall } from "./call.ts";
import { startVisibly } from "./server.ts";
import { describeTarget } from "./targetStep.ts";

/** Why nothing was written, with the way to the mistake. */
export async function sayNotSaved(error: unknown): Promise<void> {
  if (!(error instanceof SaveProblem)) {
    const reason = plainLabel(error instanceof Error ? error.message : String(error), 300);
    await vscode.window.showErrorMessage(vscode.l10n.t("Nothing was saved. {0}", reason));
    return;
  }
  const open = vscode.l10n.t("Open File");
  const message = vscode.l10n.t(
    "Nothing was saved. {0}. Mend it and try again.",
    plainLabel(error.message, 300),
  );
  if ((await vscode.window.showErrorMessage(message, open)) === open) {
    const selection = new vscode.Range(error.position, error.position);
    await vscode.window.showTextDocument(error.file, { selection });
  }
}

/** Starts what was just saved, and says what came of it; a start that fails says so itself. */
export async function startAndTell(parts: Parts, name: string, target: Target): Promise<void> {
  const entry = parts.servers
    .rows()
    .map((row) => row.entry)
    .find((one) => one.name === name && one.shadowedBy === undefined);
  const saved = vscode.l10n.t("{0} is saved in {1}", plainLabel(name), describeTarget(target));
  const obstacle = obstacleOf(entry, target);
  if (obstacle !== undefined) {
    await tell(vscode.window.showWarningMessage, `${saved}, ${obstacle}`, entry);
    return;
  }
  const status = await startVisibly(parts, name);
  if (status.state === "ready" && status.methods?.length === 0 && status.protocol === "jsonrpc") {
    const hint = vscode.l10n.t('To list its methods, set "discover" or "methods" in the entry.');
    await tell(
      vscode.window.showInformationMessage,
      `${vscode.l10n.t("{0} and ready, without listing any method.", saved)} ${hint}`,
      entry,
      () => askCall(parts, name),
    );
  } else if (status.state === "ready") {
    await tell(
      vscode.window.showInformationMessage,
      vscode.l10n.t("{0} and ready: {1}.", saved, describeOffer(status)),
      entry,
      () => askCall(parts, name),
    );
  }
}

function obstacleOf(entry: ListedEntry | undefined, target: Target): string | undefined {
  if (entry !== undefined && !standsIn(entry, target)) {
    return vscode.l10n.t("but the entry of that name in {0} comes first.", placeOf(entry));
  }
  if (entry?.error !== undefined) {
    return vscode.l10n.t("but cannot be started: {0}.", plainLabel(entry.error, 300));
  }
  return vscode.workspace.isTrusted
    ? undefined
    : vscode.l10n.t("and can be started once the workspace is trusted.");
}

function standsIn({ source, scope }: ListedEntry, target: Target): boolean {
  return source === target.kind && (target.kind !== "settings" || scope === target.scope);
}

function placeOf({ source, scope }: ListedEntry): string {
  return source !== "settings"
    ? source
    : scope === "user"
      ? vscode.l10n.t("the user settings")
      : vscode.l10n.t("the workspace settings");
}

async function tell(
  show: (message: string, ...buttons: string[]) => Thenable<string | undefined>,
  message: string,
  entry: ListedEntry | undefined,
  callIt?: () => Promise<unknown>,
): Promise<void> {
  const call = vscode.l10n.t("Call…");
  const open = vscode.l10n.t("Open Definition");
  const answer = await show(message, ...(callIt === undefined ? [open] : [call, open]));
  if (answer === call) {
    await callIt?.();
  } else if (answer === open && entry !== undefined) {
    await openDefinition(entry);
  }
}

/** "3 tools, 1 prompt" */
function describeOffer({ methods = [] }: ServerStatus): string {
  const count = (kind: ListedMethod["kind"]) => methods.filter((method) => method.kind === kind).length;
  const one = (number: number, single: string, several: string) =>
    number === 0 ? [] : [number === 1 ? single : several];
  const [tools, plain, prompts, resources] = [
    count("tool"),
    count("method"),
    count("prompt"),
    count("resource"),
  ];
  const parts = [
    ...one(tools, vscode.l10n.t("1 tool"), vscode.l10n.t("{0} tools", tools)),
    ...one(plain, vscode.l10n.t("1 method"), vscode.l10n.t("{0} methods", plain)),
    ...one(prompts, vscode.l10n.t("1 prompt"), vscode.l10n.t("{0} prompts", prompts)),
    ...one(resources, vscode.l10n.t("1 resource"), vscode.l10n.t("{0} resources", resources)),
  ];
  return parts.length === 0 ? vscode.l10n.t("it lists nothing to call") : parts.join(", ");
}
