import * as vscode from "vscode";
import type { LazyParts } from "./commands/parts.ts";
import { outcomeScheme, requestScheme } from "./documentSchemes.ts";

/** Registers what holds our documents; it is made with the first of them, which may be restored from an earlier window. */
export function registerDocuments(parts: LazyParts): vscode.Disposable {
  const files = async () => (await parts()).requests.files;
  const refused = (uri: vscode.Uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    // Nobody but the editor writes them.
    onDidChangeFile: () => new vscode.Disposable(() => {}),
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, bytes) => (await files()).writeFile(uri, bytes),
    delete: async (uri) => (await files()).delete(uri),
    readDirectory: () => [],
    createDirectory: refused,
    rename: refused,
  };
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(requestScheme, provider, { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider(outcomeScheme, {
      provideTextDocumentContent: async (uri) => (await parts()).outcomes.contentOf(uri),
    }),
  );
}
