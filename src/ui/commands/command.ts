import * as vscode from "vscode";
import { type Fields, readArgument } from "./argument.ts";
import type { Parts } from "./parts.ts";

/** One command of the public contract. */
export interface Command<Request = unknown, Result = unknown> {
  name: string;
  /** The object form's argument. */
  read(fields: Fields): Request;
  /** Asks nothing. */
  run(parts: Parts, request: Request): Promise<Result>;
  /** Without an argument: asks the person. A command that has nothing to ask leaves it out and takes `{}`. */
  ask?(parts: Parts): Promise<Result | undefined>;
  /** It starts servers or sends something: not in an untrusted workspace. */
  acts?: boolean;
}

/** Keeps the request's type between `read` and `run`. */
export function command<Request, Result>(definition: Command<Request, Result>): Command {
  return definition as Command;
}

export async function execute(definition: Command, parts: Parts, argument: unknown): Promise<unknown> {
  await parts.definitions.settled();
  if (argument === undefined && definition.ask !== undefined) {
    return definition.acts && !(await askForTrust()) ? undefined : definition.ask(parts);
  }
  const request = readArgument(definition.name, argument === undefined ? {} : argument, (fields) =>
    definition.read(fields),
  );
  if (definition.acts && !vscode.workspace.isTrusted) {
    throw new Error(
      vscode.l10n.t(
        '{0}: this workspace is not trusted, so no server is started and nothing is sent. "Workspaces: Manage Workspace Trust" changes that.',
        definition.name,
      ),
    );
  }
  return definition.run(parts, request);
}

/** Whether something may be started or sent; where not, says so with the way out. */
export async function askForTrust(): Promise<boolean> {
  if (vscode.workspace.isTrusted) {
    return true;
  }
  const manage = vscode.l10n.t("Manage Workspace Trust");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("This workspace is not trusted, so no server is started and nothing is sent."),
    manage,
  );
  if (answer === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
  return vscode.workspace.isTrusted;
}

/** The property `server`; throws where no server has that name. */
export function requireServer(parts: Parts, name: string): string {
  parts.servers.status(name);
  return name;
}

/** As `requireServer`, for the log, which remembers servers that are listed no more. */
export function requireServerOrTraffic(parts: Parts, name: string): string {
  return parts.traffic.knows(name) ? name : requireServer(parts, name);
}
