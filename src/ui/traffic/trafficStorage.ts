import { join } from "node:path";
import * as vscode from "vscode";
import { tidySessions } from "../../traffic/store/sessions.ts";
import { TrafficStore } from "../../traffic/store/trafficStore.ts";
import type { TrafficLog } from "../../traffic/trafficLog.ts";

const megabyte = 1024 * 1024;

/** The folder of the traffic that this and earlier windows stored; undefined where it is on no disk. */
export function storedTrafficFolder(context: vscode.ExtensionContext): string | undefined {
  const { globalStorageUri } = context;
  return globalStorageUri.scheme === "file"
    ? vscode.Uri.joinPath(globalStorageUri, "traffic").fsPath
    : undefined;
}

/** Keeps the log within the budgets that the settings give, and says when its lines cannot be written. */
export function storeTraffic(
  context: vscode.ExtensionContext,
  root: string | undefined,
  log: TrafficLog,
  output: vscode.LogOutputChannel,
): TrafficStore {
  let budgets = readBudgets();
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("toolwire.traffic")) {
        budgets = readBudgets();
      }
    }),
  );
  if (root !== undefined) {
    // Also where nothing is to be written from now on; and what captures of windows that died have left.
    void tidySessions(root, budgets.disk, "");
    void tidySessions(openedIn(root), 0, "");
  }
  return new TrafficStore(log, {
    root,
    workspace: vscode.workspace.name ?? "",
    memoryBudget: () => budgets.memory,
    diskBudget: () => budgets.disk,
    onProblem: (problem) => {
      if (problem === undefined) {
        output.info("Traffic is written to disk again.");
        vscode.window.setStatusBarMessage(vscode.l10n.t("Toolwire: traffic is written to disk again."), 5000);
      } else {
        output.warn(`Traffic cannot be written to disk: ${problem.message}`);
        void warn(problem, budgets.memory / megabyte);
      }
    },
  });
}

/** Keeps what memory has no room for of a capture that is open: below the folder of stored traffic, but not listed there. */
export function overflowOf(capture: TrafficLog, root: string | undefined): TrafficStore {
  return new TrafficStore(capture, {
    root: root && openedIn(root),
    workspace: "",
    memoryBudget,
    diskBudget: () => Number.POSITIVE_INFINITY,
    // What cannot be written stays in memory, as if there were no budget.
    onProblem: () => {},
    isOverflow: true,
  });
}

function openedIn(root: string): string {
  return join(root, "opened");
}

/** The memory that the traffic of an opened session may take before its lines are left in their files. Bytes. */
export function memoryBudget(): number {
  return readBudgets().memory;
}

function readBudgets(): { memory: number; disk: number } {
  const settings = vscode.workspace.getConfiguration("toolwire.traffic");
  return {
    memory: Math.max(16, numberOr(settings.get("memoryBudgetMB"), 256)) * megabyte,
    disk: Math.max(0, numberOr(settings.get("diskBudgetMB"), 2048)) * megabyte,
  };
}

/** A setting may hold anything. */
function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

async function warn({ code, message }: NodeJS.ErrnoException, megabytes: number): Promise<void> {
  const settings = vscode.l10n.t("Open Settings");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "Traffic is no longer written to disk: {0}. It is kept in memory, up to {1} MB; then the oldest lines go. Writing is tried again every half minute.",
      reasonOf(code) ?? message,
      megabytes,
    ),
    settings,
  );
  if (answer === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "toolwire.traffic");
  }
}

function reasonOf(code: string | undefined): string | undefined {
  switch (code) {
    case "ENOSPC":
      return vscode.l10n.t("the disk is full");
    case "EDQUOT":
      return vscode.l10n.t("your disk quota is used up");
    case "EROFS":
      return vscode.l10n.t("the file system is read-only");
    case "EACCES":
    case "EPERM":
      return vscode.l10n.t("the extension's storage folder may not be written to");
    default:
      return undefined;
  }
}
