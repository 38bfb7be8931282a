import * as vscode from "vscode";
import type { Request } from "./request.ts";

const top = new vscode.Range(0, 0, 0, 0);

/** What can be done with a request, above its first line. */
export function requestLenses(uri: vscode.Uri, request: Request, hasLast: boolean): vscode.CodeLens[] {
  const lens = (title: string, command: string, tooltip: string) =>
    new vscode.CodeLens(top, { title, command, tooltip, arguments: [uri] });
  const key = process.platform === "darwin" ? "⌘⏎" : "Ctrl+Enter";
  return [
    lens(
      `$(play) ${vscode.l10n.t("Send")} (${key})`,
      "toolwire.request.send",
      request.kind === "batch"
        ? vscode.l10n.t("Send the batch as one line")
        : vscode.l10n.t("Send; the document stays for the next time"),
    ),
    ...(hasLast
      ? [
          lens(
            vscode.l10n.t("Use Last Arguments"),
            "toolwire.request.useLast",
            vscode.l10n.t("Fill in what was sent last"),
          ),
        ]
      : []),
    lens(vscode.l10n.t("Cancel"), "toolwire.request.cancel", vscode.l10n.t("Close without sending")),
  ];
}
