import * as vscode from "vscode";
import type { ServerRow } from "../../servers/toolServers.ts";
import { plainLabel } from "../plainText.ts";
import { type EntryFile, entryText, inputsOf } from "./entryText.ts";

/** The object that holds the entries in each file. */
const holders: Record<EntryFile, string> = { ".vscode/mcp.json": "servers", ".mcp.json": "mcpServers" };

/** Puts the server's entry on the clipboard, as the file has it, and says where it goes. */
export async function copyEntry({ entry, status }: ServerRow, file: EntryFile): Promise<void> {
  if (entry.definition === undefined) {
    return;
  }
  await vscode.env.clipboard.writeText(entryText(entry.definition, file, status.protocol));
  const inputs = inputsOf(entry.definition);
  const where = vscode.l10n.t(
    '{0} is copied. Paste it into "{1}" of {2}.',
    plainLabel(entry.name),
    holders[file],
    file,
  );
  if (inputs.length === 0) {
    vscode.window.setStatusBarMessage(where, 8000);
    return;
  }
  void vscode.window.showInformationMessage(
    `${where} ${vscode.l10n.t("Its inputs are defined in .vscode/mcp.json: {0}.", plainLabel(inputs.join(", ")))}`,
  );
}

export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}
