import * as vscode from "vscode";
import type { Parts } from "../commands/parts.ts";
import { splitCommandLine } from "./commandLine.ts";
import { startVisibly } from "./server.ts";

/** Name, command line, and where to save it. */
export async function addServerByAsking(parts: Parts): Promise<undefined> {
  const name = await askName(parts);
  const line = name === undefined ? undefined : await askCommandLine(name);
  const target = line === undefined ? undefined : await askTarget();
  if (name === undefined || line === undefined || target === undefined) {
    return undefined;
  }
  await save(name, line, target);
  void offerStart(parts, name);
  return undefined;
}

async function askName(parts: Parts): Promise<string | undefined> {
  const taken = new Set(parts.servers.statuses().map((status) => status.name));
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Add Server (1 of 3)"),
    prompt: vscode.l10n.t("A name to call it by"),
    placeHolder: "calc",
    ignoreFocusOut: true,
    validateInput(text) {
      if (text.trim() === "") {
        return vscode.l10n.t("The name is empty.");
      }
      return taken.has(text.trim()) ? vscode.l10n.t("There is a server of this name.") : undefined;
    },
  });
  return name?.trim();
}

function askCommandLine(name: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Add Server (2 of 3): {0}", name),
    prompt: vscode.l10n.t("The command line, as you type it in a terminal"),
    placeHolder: "npx -y @modelcontextprotocol/server-everything",
    ignoreFocusOut: true,
    validateInput(text) {
      try {
        split(text);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
  });
}

async function askTarget(): Promise<vscode.ConfigurationTarget | undefined> {
  const places = [
    {
      label: vscode.l10n.t("User settings"),
      description: vscode.l10n.t("in every window"),
      target: vscode.ConfigurationTarget.Global,
    },
    {
      label: vscode.l10n.t("Workspace settings"),
      description: vscode.l10n.t("shared with the workspace"),
      target: vscode.ConfigurationTarget.Workspace,
    },
  ];
  const offered = vscode.workspace.workspaceFolders === undefined ? places.slice(0, 1) : places;
  const picked = await vscode.window.showQuickPick(offered, {
    title: vscode.l10n.t("Add Server (3 of 3)"),
    placeHolder: vscode.l10n.t("Where to save it"),
    ignoreFocusOut: true,
  });
  return picked?.target;
}

async function save(name: string, line: string, target: vscode.ConfigurationTarget): Promise<void> {
  const { command, args, env } = split(line);
  const entry = {
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
  };
  const settings = vscode.workspace.getConfiguration("toolwire");
  const found = settings.inspect<Record<string, unknown>>("servers");
  const present = target === vscode.ConfigurationTarget.Global ? found?.globalValue : found?.workspaceValue;
  await settings.update("servers", { ...present, [name]: entry }, target);
}

async function offerStart(parts: Parts, name: string): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    return;
  }
  const start = vscode.l10n.t("Start");
  if ((await vscode.window.showInformationMessage(vscode.l10n.t("{0} is added.", name), start)) === start) {
    await startVisibly(parts, name);
  }
}

function split(line: string) {
  return splitCommandLine(line, process.platform === "win32");
}
