import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CaptureDocument } from "./ui/captures/captureDocument.ts";
import { captureViewType } from "./ui/captures/captureViewType.ts";
import { registerCommands } from "./ui/commands/register.ts";
import { registerDocuments } from "./ui/documents.ts";
import type { Workbench } from "./ui/makeParts.ts";
import { createServersView } from "./ui/servers/serversTree.ts";

let workbench: Promise<Workbench> | undefined;

/**
 * Registers names only. What is behind them is made when a view opens or a command runs, so that a window which
 * never uses Toolwire pays next to nothing.
 */
export function activate(context: vscode.ExtensionContext): void {
  // For code that knows no vscode. Where the window is English there is no bundle.
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const load = () => {
    workbench ??= import("./ui/makeParts.ts").then(({ makeWorkbench }) => makeWorkbench(context));
    return workbench;
  };
  registerCommands(context, load);
  context.subscriptions.push(
    registerDocuments(load),
    createServersView(async () => (await load()).servers),
    vscode.window.registerWebviewViewProvider("toolwire.traffic", {
      resolveWebviewView: async (view) => (await load()).panel.resolveWebviewView(view),
    }),
    vscode.window.registerCustomEditorProvider(
      captureViewType,
      {
        openCustomDocument: async (uri) => (await load()).captures.openCustomDocument(uri),
        resolveCustomEditor: async (document, panel) =>
          (await load()).captures.resolveCustomEditor(document as CaptureDocument, panel),
      } satisfies vscode.CustomReadonlyEditorProvider,
      { supportsMultipleEditorsPerDocument: true },
    ),
  );
  if (vscode.workspace.isTrusted && anyAutoStart()) {
    void Promise.all([import("./ui/startAtOpening.ts"), load()]).then(([{ startAtOpening }, { servers }]) =>
      startAtOpening(servers, context.workspaceState),
    );
  }
}

/** VS Code waits some seconds for it; the guard ends what is left. [R16] */
export async function deactivate(): Promise<void> {
  await (await workbench)?.shutDown();
}

/** The one setting that is read at start-up. */
function anyAutoStart(): boolean {
  const inspected = vscode.workspace.getConfiguration("toolwire").inspect<Record<string, unknown>>("servers");
  return [inspected?.workspaceFolderValue, inspected?.workspaceValue, inspected?.globalValue].some(
    (servers) =>
      Object.values(servers ?? {}).some(
        (entry) => (entry as { autoStart?: unknown } | null)?.autoStart === true,
      ),
  );
}
