import * as vscode from "vscode";
import type { ServerState } from "../../servers/status.ts";

export function stateIcon(state: ServerState): vscode.ThemeIcon {
  switch (state) {
    case "stopped":
      return new vscode.ThemeIcon("circle-outline");
    case "starting":
    case "stopping":
      return new vscode.ThemeIcon("sync~spin");
    case "ready":
      return new vscode.ThemeIcon("vm-running", new vscode.ThemeColor("testing.iconPassed"));
    case "crashed":
    case "failed":
      return new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
  }
}
