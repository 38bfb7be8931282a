import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import type { ListedEntry } from "../servers/definition.ts";

/** Opens the file in which the entry stands, at the entry. */
export async function openDefinition(entry: ListedEntry): Promise<void> {
  if (entry.file !== undefined) {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(entry.file));
    if (entry.position !== undefined) {
      reveal(editor, new vscode.Position(entry.position.line - 1, entry.position.column - 1));
    }
    return;
  }
  const editor = await openSettings(entry);
  const position = editor === undefined ? undefined : findInSettings(editor.document, entry.name);
  if (editor !== undefined && position !== undefined) {
    reveal(editor, position);
  }
}

async function openSettings({ scope, folder }: ListedEntry): Promise<vscode.TextEditor | undefined> {
  const { workspaceFile } = vscode.workspace;
  if (scope === "folder" && folder !== undefined) {
    const file = vscode.Uri.joinPath(vscode.Uri.file(folder), ".vscode", "settings.json");
    return vscode.window.showTextDocument(file);
  }
  if (scope === "workspace" && workspaceFile !== undefined && workspaceFile.scheme !== "untitled") {
    return vscode.window.showTextDocument(workspaceFile);
  }
  const command =
    scope === "user" ? "workbench.action.openSettingsJson" : "workbench.action.openWorkspaceSettingsFile";
  await vscode.commands.executeCommand(command);
  return vscode.window.activeTextEditor;
}

/** In a `.code-workspace` file the settings stand one level deeper. */
function findInSettings(document: vscode.TextDocument, name: string): vscode.Position | undefined {
  const root = parseTree(document.getText());
  if (root === undefined) {
    return undefined;
  }
  const found =
    findNodeAtLocation(root, ["toolwire.servers", name]) ??
    findNodeAtLocation(root, ["settings", "toolwire.servers", name]);
  const property = found?.parent ?? found;
  return property === undefined ? undefined : document.positionAt(property.offset);
}

function reveal(editor: vscode.TextEditor, position: vscode.Position): void {
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(
    new vscode.Range(position, position),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}
