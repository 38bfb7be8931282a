import * as vscode from "vscode";

/** Asks for a capture on disk. `undefined`: the person left. */
export async function askCapture(title: string): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t("Open"),
      filters: captureFilters(),
    })) ?? [];
  return chosen?.fsPath;
}

/** What file dialogs offer. */
export function captureFilters(): { [name: string]: string[] } {
  return { [vscode.l10n.t("Toolwire capture")]: ["toolwire.jsonl", "jsonl"] };
}
