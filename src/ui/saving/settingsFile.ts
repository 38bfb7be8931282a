import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { entriesAt } from "./jsonText.ts";
import type { Target } from "./target.ts";

/**
 * The JSON file of a target, where it can be edited as a text. Settings that are out of reach (an unsaved workspace,
 * the user's settings seen from a remote machine) have none: VS Code writes those itself, without the comments that
 * stand between the entries.
 */
export async function fileOf(target: Target, storage: vscode.Uri): Promise<vscode.Uri | undefined> {
  if ("folder" in target) {
    const path = target.kind === "settings" ? ".vscode/settings.json" : target.kind;
    return vscode.Uri.joinPath(vscode.Uri.file(target.folder.path), ...path.split("/"));
  }
  if (target.scope === "workspace") {
    const { workspaceFile } = vscode.workspace;
    return workspaceFile?.scheme === "file" ? workspaceFile : undefined;
  }
  return userSettingsFile(storage);
}

/** Only a file that says what VS Code says: with profiles and remote windows it may be another. */
async function userSettingsFile(storage: vscode.Uri): Promise<vscode.Uri | undefined> {
  const value = settingsValue({ kind: "settings", scope: "user" });
  if (value === undefined) {
    return undefined;
  }
  const candidates = [
    ...(vscode.env.remoteName === undefined
      ? [vscode.Uri.joinPath(storage, "..", "..", "settings.json")]
      : []),
    vscode.Uri.from({ scheme: "vscode-userdata", path: "/User/settings.json" }),
  ];
  for (const uri of candidates) {
    try {
      const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("utf8");
      if (sameJson(entriesAt(text, ["toolwire.servers"]), value)) {
        return uri;
      }
    } catch {
      // No such file: the next.
    }
  }
  return undefined;
}

/** What the setting holds in just that scope. */
export function settingsValue(
  target: Target & { kind: "settings" },
): Readonly<Record<string, unknown>> | undefined {
  const resource = target.scope === "folder" ? vscode.Uri.file(target.folder.path) : undefined;
  const found = vscode.workspace
    .getConfiguration("toolwire", resource)
    .inspect<Record<string, unknown>>("servers");
  const value = {
    user: found?.globalValue,
    workspace: found?.workspaceValue,
    // In a window without a workspace file, VS Code answers the folder's settings for the workspace.
    folder:
      found?.workspaceFolderValue ??
      (vscode.workspace.workspaceFile === undefined ? found?.workspaceValue : undefined),
  };
  return value[target.scope];
}

export async function updateSettings(
  target: Target & { kind: "settings" },
  value: Record<string, unknown>,
): Promise<void> {
  const resource = target.scope === "folder" ? vscode.Uri.file(target.folder.path) : undefined;
  const places = {
    user: vscode.ConfigurationTarget.Global,
    workspace: vscode.ConfigurationTarget.Workspace,
    folder: vscode.ConfigurationTarget.WorkspaceFolder,
  };
  const kept = Object.keys(value).length === 0 ? undefined : value;
  await vscode.workspace.getConfiguration("toolwire", resource).update("servers", kept, places[target.scope]);
}

/** VS Code hands out proxies of its values: only their JSON compares. */
function sameJson(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
  return isDeepStrictEqual(plain(one), plain(other));
}

/** A guard for a file that VS Code does not take up. Milliseconds. */
const longestWaitMs = 5000;

/** Resolves when the settings say what was written: VS Code reads its files again a moment after. */
export async function settingsSay(
  target: Target & { kind: "settings" },
  changes: readonly (readonly [name: string, value: unknown])[],
): Promise<void> {
  const says = () => {
    const present = settingsValue(target) ?? {};
    return changes.every(([name, value]) => sameJson(present[name], value));
  };
  if (says()) {
    return;
  }
  await new Promise<void>((resolve) => {
    const done = () => {
      listener.dispose();
      clearTimeout(timer);
      resolve();
    };
    const listener = vscode.workspace.onDidChangeConfiguration(() => {
      if (says()) {
        done();
      }
    });
    const timer = setTimeout(done, longestWaitMs);
  });
}
