import * as vscode from "vscode";
import type { TrafficActions } from "../commands/parts.ts";
import { withNotification } from "../progress.ts";
import { captureFilters } from "./capture.ts";

/** Of one server, otherwise of all. `undefined`: the person left. */
export async function askExport(
  traffic: Pick<TrafficActions, "export">,
  server?: string,
): Promise<{ entries: number; bytes: number } | undefined> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `${stamp}.toolwire.jsonl`;
  const title =
    server === undefined ? vscode.l10n.t("Export Traffic") : vscode.l10n.t("Export Traffic of {0}", server);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title,
    filters: captureFilters(),
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) {
    return undefined;
  }
  const written = await withNotification(vscode.l10n.t("Exporting traffic"), ({ signal, report }) =>
    traffic
      .export({
        path: target.fsPath,
        ...(server !== undefined && { server }),
        signal,
        onProgress: (done, total) => report({ progress: done, total }),
      })
      .catch((error: unknown) => {
        if (signal.aborted) {
          return undefined; // Nothing was written.
        }
        throw error;
      }),
  );
  if (written === undefined) {
    return undefined;
  }
  const { entries, bytes } = written;
  const open = vscode.l10n.t("Open");
  void vscode.window
    .showInformationMessage(vscode.l10n.t("{0} entries exported. Known secrets are masked.", entries), open)
    .then((answer) =>
      answer === open
        ? vscode.commands.executeCommand("toolwire.openCapture", { path: target.fsPath })
        : undefined,
    );
  return { entries, bytes };
}
