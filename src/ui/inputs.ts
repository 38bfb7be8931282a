import * as vscode from "vscode";
import { type AnswerStore, type AskedInput, createInputResolver } from "../servers/definitions/answer.ts";
import type { VariableResolver } from "../servers/definitions/expansion.ts";
import { plainLabel } from "./plainText.ts";

/** What of the extension's context keeps answers. */
export type AnswerKeepers = Pick<vscode.ExtensionContext, "secrets" | "workspaceState">;

/** The answers that a person gave, until they want to be asked again. */
export interface KeptAnswers extends AnswerStore {
  forget(key: string, secret: boolean): Promise<void>;
}

/**
 * What only the editor can tell about variables. `interactive`: a person is there to be asked; otherwise an input
 * without a stored answer stays unanswered. (contract: Variables)
 */
export function createVariableResolver(answers: AnswerStore, interactive: boolean): VariableResolver {
  return {
    inputs: createInputResolver(answers, interactive ? askPerson : undefined),
    setting: (key, folder) =>
      vscode.workspace
        .getConfiguration(undefined, folder === undefined ? undefined : vscode.Uri.file(folder))
        .get(key),
    command: async (id, args) =>
      args === undefined
        ? vscode.commands.executeCommand<unknown>(id)
        : vscode.commands.executeCommand<unknown>(id, args),
  };
}

/** Secrets are the application's, so the workspace is part of a password's key: two workspaces may use one id. */
export function keptAnswers({ secrets, workspaceState }: AnswerKeepers): KeptAnswers {
  return {
    read: async (key, secret) =>
      secret ? secrets.get(secretKey(key)) : workspaceState.get<string>(`toolwire.${key}`),
    async write(key, value, secret) {
      await (secret ? secrets.store(secretKey(key), value) : workspaceState.update(`toolwire.${key}`, value));
    },
    async forget(key, secret) {
      await (secret ? secrets.delete(secretKey(key)) : workspaceState.update(`toolwire.${key}`, undefined));
    },
  };
}

function secretKey(key: string): string {
  const workspace =
    vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
  return `${workspace.toString()} ${key}`;
}

async function askPerson(input: AskedInput): Promise<string | undefined> {
  const title = plainLabel(input.description ?? input.id);
  if (input.type === "pickString") {
    const items = input.options.map((option) =>
      typeof option === "string" ? { label: option, value: option } : option,
    );
    const first = items.filter(({ value }) => value === input.default);
    const rest = items.filter(({ value }) => value !== input.default);
    const picked = await vscode.window.showQuickPick(
      [...first, ...rest].map(({ label, value }) => ({ label: plainLabel(label), value })),
      { title, placeHolder: `\${input:${input.id}}`, ignoreFocusOut: true },
    );
    return picked?.value;
  }
  return vscode.window.showInputBox({
    title,
    prompt: `\${input:${input.id}}`,
    password: input.password === true,
    ignoreFocusOut: true,
    ...(input.default !== undefined && { value: input.default }),
  });
}
