import * as vscode from "vscode";
import type { ServerStatus } from "../../src/servers/status.ts";
import { environment } from "./environment.ts";

/** A guard against hanging, never a measurement. Milliseconds. */
const longestWaitMs = 30_000;

/** Runs a command as an extension does that scripts us. */
export async function run<Result>(name: string, argument?: object): Promise<Result> {
  return argument === undefined
    ? vscode.commands.executeCommand<Result>(`toolwire.${name}`)
    : vscode.commands.executeCommand<Result>(`toolwire.${name}`, argument);
}

/** What a command rejects with. */
export async function problemOf(name: string, argument: unknown): Promise<string> {
  try {
    await vscode.commands.executeCommand(`toolwire.${name}`, argument);
  } catch (error) {
    if (error instanceof Error) {
      return error.message;
    }
    throw new Error(`toolwire.${name} rejected with something that is no Error: ${String(error)}`);
  }
  throw new Error(`toolwire.${name} did not reject ${JSON.stringify(argument)}`);
}

/** The status that a name has: of the entry that wins it. */
export async function statusOf(name: string): Promise<ServerStatus | undefined> {
  const statuses = await run<ServerStatus[]>("getServers", {});
  return statuses.find((status) => status.name === name && status.shadowedBy === undefined);
}

/** Waits until a state of ours is reached. */
export async function until<Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> {
  const end = Date.now() + longestWaitMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Not within ${longestWaitMs / 1000} s: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Adds entries to the settings of the user until `restoreUserServers`. */
export async function registerUserServers(entries: Record<string, unknown>): Promise<void> {
  const settings = vscode.workspace.getConfiguration("toolwire");
  const present = settings.inspect<Record<string, unknown>>("servers")?.globalValue;
  await settings.update("servers", { ...present, ...entries }, vscode.ConfigurationTarget.Global);
}

export async function restoreUserServers(): Promise<void> {
  await vscode.workspace
    .getConfiguration("toolwire")
    .update("servers", undefined, vscode.ConfigurationTarget.Global);
}

/** The entry of a server in test/fixtures/servers that Node runs. */
export function nodeServer(file: string, ...args: string[]): Record<string, unknown> {
  const { node, fixtures } = environment();
  return { command: node, args: [`${fixtures}/servers/${file}`, ...args] };
}

export function pythonServer(...args: string[]): Record<string, unknown> {
  const { python, fixtures } = environment();
  return {
    command: python,
    args: [`${fixtures}/servers/plain_server.py`, ...args],
    protocol: "jsonrpc",
    discover: "tool.list",
  };
}
