import * as vscode from "vscode";
import { isDrawnNode } from "../servers/nodes.ts";
import * as callCommands from "./callCommands.ts";
import { type Command, execute } from "./command.ts";
import { editorActions } from "./editorActions.ts";
import type { Parts } from "./parts.ts";
import * as serverCommands from "./serverCommands.ts";
import * as trafficCommands from "./trafficCommands.ts";
import { viewActions } from "./viewActions.ts";

const commands = new Map<string, Command>(
  [serverCommands, callCommands, trafficCommands]
    .flatMap((group) => Object.values<Command>(group))
    .map((command) => [command.name, command]),
);

/** From a view's row or an editor's title, VS Code hands over what the command was used on. */
export async function runCommand(name: string, parts: Parts, argument: unknown): Promise<unknown> {
  const command = commands.get(name);
  return command === undefined
    ? undefined
    : execute(command, parts, isDrawnNode(argument) || argument instanceof vscode.Uri ? undefined : argument);
}

export async function runViewAction(name: string, parts: Parts, node: unknown): Promise<unknown> {
  return viewActions[name]?.(parts, isDrawnNode(node) ? node : undefined);
}

/** From the keyboard it is the active editor's document that is meant. */
export async function runEditorAction(name: string, parts: Parts, uri: unknown): Promise<unknown> {
  const document = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  return document === undefined ? undefined : editorActions[name]?.(parts, document);
}
