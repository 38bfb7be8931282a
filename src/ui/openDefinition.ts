import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import type { ListedEntry } from "../servers/definition.ts";

/** VS Code's command for a settings file resolves before its editor is the active one. Milliseconds. */
const longestOpeningMs = 3000;

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
  return activeEditorOf(/\/settings\.json$|\.code-workspace$|[/\\]workspace\.json$/);
}

/** The active editor once it shows such a file. */
function activeEditorOf(path: RegExp): Promise<vscode.TextEditor | undefined> {
  const shows = (editor: vscode.TextEditor | undefined) =>
    editor !== undefined && path.test(editor.document.uri.path);
  return new Promise((resolve) => {
    const settle = (editor: vscode.TextEditor | undefined) => {
      clearTimeout(timer);
      listener.dispose();
      resolve(editor);
    };
    const timer = setTimeout(() => settle(undefined), longestOpeningMs);
    const listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (shows(editor)) {
        settle(editor);
      }
    });
    if (shows(vscode.window.activeTextEditor)) {
      settle(vscode.window.activeTextEditor);
    }
  });
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
