import * as vscode from "vscode";

/** Our own diagnostics. No text of servers and no value of settings goes in here: they may hold secrets. */
export function createOutput(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Toolwire", { log: true });
}
