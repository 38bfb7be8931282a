import * as l10n from "@vscode/l10n";
import type { InputDefinition, ServerDefinition } from "../definition.ts";
import { type InputResolver, isPassword } from "./answer.ts";
import { type Evaluation, evaluate, type Surroundings, syntaxOf, variablesOf } from "./evaluation.ts";
import { describeFound } from "./found.ts";
import { LaunchProblem } from "./problem.ts";
import { looksSecret, type SecretCollection } from "./secret.ts";
import { type Occurrence, replaceVariables } from "./variable.ts";

/** What only the editor can tell. */
export interface VariableResolver {
  inputs: InputResolver;
  /** The value of a setting as the folder sees it; `undefined` where it is not set. */
  setting(key: string, folder: string | undefined): unknown;
  /** Runs a command of the editor and hands on what it answers. */
  command(id: string, args?: unknown): Promise<unknown>;
}

export interface ExpansionContext extends Surroundings {
  resolver: VariableResolver;
  /** Commands run in trusted workspaces only: a definition is part of the workspace. */
  trusted: boolean;
}

/** Puts the values of all variables into one text of the definition. */
export type Expand = (text: string) => string;

type Later = Extract<Evaluation, { status: "later" }>["variable"];

/**
 * Finds the value of every variable of the definition, each once and one after the other, so that two questions never
 * compete for the screen. What needs nobody is evaluated first: no one is asked for a password that an unknown
 * variable makes useless. Secrets that are met go into `secrets`.
 *
 * @throws LaunchProblem naming the field, the variable and the reason
 */
export async function expandVariables(
  definition: ServerDefinition,
  context: ExpansionContext,
  secrets: SecretCollection,
): Promise<Expand> {
  const values = new Map<string, string>();
  const later = new Map<string, { field: string; occurrence: Occurrence; variable: Later }>();
  for (const { field, occurrence } of variablesOf(definition)) {
    const { text, variable } = occurrence;
    const evaluation = evaluate(occurrence, definition, context);
    if (evaluation.status === "problem") {
      throw new LaunchProblem(`"${field}": ${evaluation.problem}`);
    }
    if (evaluation.status === "later") {
      later.set(text, { field, occurrence, variable: evaluation.variable });
      continue;
    }
    values.set(text, evaluation.value);
    if (variable.kind === "env" && looksSecret(variable.name)) {
      secrets.add(evaluation.value);
    }
  }
  for (const [text, { field, variable }] of later) {
    try {
      values.set(text, await ask(text, variable, definition, context, secrets));
    } catch (error) {
      const reason =
        error instanceof LaunchProblem
          ? error.message
          : l10n.t("{0} has no value: {1}", text, message(error));
      throw new LaunchProblem(`"${field}": ${reason}`);
    }
  }
  const syntax = syntaxOf(definition.source);
  return (text) => replaceVariables(text, syntax, (occurrence) => values.get(occurrence.text) ?? "");
}

async function ask(
  text: string,
  variable: Later,
  definition: ServerDefinition,
  context: ExpansionContext,
  secrets: SecretCollection,
): Promise<string> {
  switch (variable.kind) {
    case "config":
      return settingText(text, await context.resolver.setting(variable.key, definition.folder));
    case "command":
      return runCommand(text, variable.id, undefined, context);
    case "input": {
      const input = definition.inputs?.find((candidate) => candidate.id === variable.id);
      if (input === undefined) {
        throw new LaunchProblem(l10n.t('{0} is not defined in the "inputs" of .vscode/mcp.json', text));
      }
      const answer = await answerInput(text, input, definition, context);
      if (isPassword(input)) {
        secrets.add(answer);
      }
      return answer;
    }
    case "env":
      throw new LaunchProblem(l10n.t("{0} has no value because the environment is not known yet", text));
  }
}

async function answerInput(
  text: string,
  input: InputDefinition,
  definition: ServerDefinition,
  context: ExpansionContext,
): Promise<string> {
  if (input.type === "command") {
    return runCommand(text, input.command, input.args, context);
  }
  const answer = await context.resolver.inputs.answer(input, definition.folder);
  switch (answer.status) {
    case "answered":
      return answer.value;
    case "unanswered":
      throw new LaunchProblem(
        l10n.t(
          "the input {0} ({1}) has no answer yet: start the server from the Toolwire view once to answer it",
          JSON.stringify(input.id),
          text,
        ),
      );
    case "dismissed":
      throw new LaunchProblem(
        l10n.t("the input {0} ({1}) was left without an answer", JSON.stringify(input.id), text),
      );
  }
}

async function runCommand(
  text: string,
  id: string,
  args: unknown,
  context: ExpansionContext,
): Promise<string> {
  if (!context.trusted) {
    throw new LaunchProblem(l10n.t("{0} runs a command, which needs a trusted workspace", text));
  }
  const result = await context.resolver.command(id, args);
  if (typeof result !== "string") {
    throw new LaunchProblem(
      l10n.t(
        "{0}: the command {1} gave {2}, expected a text",
        text,
        JSON.stringify(id),
        result === undefined ? l10n.t("nothing") : describeFound(result),
      ),
    );
  }
  return result;
}

function settingText(text: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  throw new LaunchProblem(
    value === undefined || value === null
      ? l10n.t("{0} is not set in the settings", text)
      : l10n.t(
          "{0} is {1} in the settings: expected a text, a number, true or false",
          text,
          describeFound(value),
        ),
  );
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
