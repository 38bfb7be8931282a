import * as vscode from "vscode";
import { writeText } from "../saving/writeText.ts";
import { cursorMark, mcpJsonTemplate } from "./mcpJsonTemplate.ts";

/** Opens the `.vscode/mcp.json` of the folder that a person chooses, where there are several. */
export async function openMcpJson(): Promise<undefined> {
  const folder = await askFolder();
  if (folder !== undefined) {
    await openMcpJsonOf(folder);
  }
  return undefined;
}

/**
 * Opens a folder's `.vscode/mcp.json`; where there is none, makes one that says how it is written. Rejects with an
 * `Error` that names it and the way out where it cannot be made.
 */
export async function openMcpJsonOf(folder: vscode.WorkspaceFolder): Promise<void> {
  const file = vscode.Uri.joinPath(folder.uri, ".vscode", "mcp.json");
  if (await exists(file)) {
    await vscode.window.showTextDocument(file);
    return;
  }
  const cursor = mcpJsonTemplate.indexOf(cursorMark);
  await writeText(file, mcpJsonTemplate.replace(cursorMark, ""));
  const editor = await vscode.window.showTextDocument(file);
  const position = editor.document.positionAt(cursor);
  editor.selection = new vscode.Selection(position, position);
}

async function askFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) {
    return vscode.window.showWorkspaceFolderPick({
      placeHolder: vscode.l10n.t("Folder whose mcp.json to open"),
    });
  }
  if (folders.length === 0) {
    const open = vscode.l10n.t("Open Folder…");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t("mcp.json belongs to a folder, and this window has none. Open a folder first."),
      open,
    );
    if (answer === open) {
      await vscode.commands.executeCommand("vscode.openFolder");
    }
  }
  return folders[0];
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
