import { isDrawnNode } from "../servers/nodes.ts";
import * as callCommands from "./callCommands.ts";
import { type Command, execute } from "./command.ts";
import type { Parts } from "./parts.ts";
import * as serverCommands from "./serverCommands.ts";
import * as trafficCommands from "./trafficCommands.ts";
import { viewActions } from "./viewActions.ts";

const commands = new Map<string, Command>(
  [serverCommands, callCommands, trafficCommands]
    .flatMap((group) => Object.values<Command>(group))
    .map((command) => [command.name, command]),
);

export async function runCommand(name: string, parts: Parts, argument: unknown): Promise<unknown> {
  const command = commands.get(name);
  return command === undefined
    ? undefined
    : execute(command, parts, isDrawnNode(argument) ? undefined : argument);
}

export async function runViewAction(name: string, parts: Parts, node: unknown): Promise<unknown> {
  return viewActions[name]?.(parts, isDrawnNode(node) ? node : undefined);
}
