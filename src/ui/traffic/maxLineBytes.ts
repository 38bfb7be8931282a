import * as vscode from "vscode";

/** How long a line of a server may be to be kept whole. The setting may hold anything. */
export function maxLineBytes(): number {
  const megabytes: unknown = vscode.workspace.getConfiguration("toolwire.traffic").get("maxLineMB");
  return (typeof megabytes === "number" && megabytes > 0 ? megabytes : 500) * 2 ** 20;
}
