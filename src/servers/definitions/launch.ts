import { posix, win32 } from "node:path";
import * as l10n from "@vscode/l10n";
import type { LaunchSpecification, ServerDefinition } from "../definition.ts";
import { readEnvFile } from "../environment/envFile.ts";
import { ExecutableProblem, findExecutable } from "../environment/executable.ts";
import { type Environment, withVariables } from "../environment/variables.ts";
import { type ExpansionContext, expandVariables } from "./expansion.ts";
import { LaunchProblem } from "./problem.ts";
import { looksSecret, SecretCollection } from "./secret.ts";

/** What a launch needs to know. */
export interface LaunchContext extends ExpansionContext {
  /** The person's environment, without what VS Code added: the base that `envFile` and `env` change. */
  environment: Environment;
}

/**
 * Makes the whole specification of a process from a definition: variables expanded, the working directory (by default
 * the workspace folder, or the home folder where none is open), the environment (the person's, then `envFile`, then
 * `env`), the absolute path of the program, and the secrets that went into it.
 *
 * @throws LaunchProblem | ExecutableProblem, whose messages are for the person
 */
export async function prepareLaunch(
  definition: ServerDefinition,
  context: LaunchContext,
): Promise<LaunchSpecification> {
  const { platform } = context;
  const path = platform === "win32" ? win32 : posix;
  const base = definition.folder ?? context.home;
  const secrets = new SecretCollection();
  const expand = await expandVariables(definition, context, secrets);

  const command = nonEmpty("command", definition.command, expand);
  const args = definition.args.map(expand);
  const cwd =
    definition.cwd === undefined ? base : path.resolve(base, nonEmpty("cwd", definition.cwd, expand));
  const fromFile =
    definition.envFile === undefined
      ? {}
      : await envFile(path.resolve(base, nonEmpty("envFile", definition.envFile, expand)));
  const own = Object.entries(definition.env).map(
    ([name, value]) => [name, value === null ? null : expand(value)] as const,
  );
  for (const [name, value] of [...Object.entries(fromFile), ...own]) {
    if (value !== null && looksSecret(name)) {
      secrets.add(value);
    }
  }
  const env = withVariables(
    withVariables(context.environment, Object.entries(fromFile), platform),
    own,
    platform,
  );
  rejectNul({ command, cwd, ...Object.fromEntries(args.map((arg, index) => [`args[${index}]`, arg])) });
  rejectNul(Object.fromEntries(Object.entries(env).map(([name, value]) => [`env.${name}`, value])));

  const program = await findExecutable(command, { environment: env, cwd, platform });
  return { command: program, args, cwd, env, secrets: secrets.all() };
}

async function envFile(path: string): Promise<Environment> {
  try {
    return await readEnvFile(path);
  } catch (error) {
    throw new LaunchProblem(`"envFile": ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A variable may be set and empty; an empty path would silently mean another folder. */
function nonEmpty(field: string, text: string, expand: (text: string) => string): string {
  const expanded = expand(text);
  if (expanded === "") {
    throw new LaunchProblem(l10n.t('"{0}" is empty once its variables have their values ({1})', field, text));
  }
  return expanded;
}

/** No operating system passes a NUL on; spawn would say so without saying where it stands. */
function rejectNul(texts: Record<string, string>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text.includes("\0")) {
      throw new LaunchProblem(l10n.t('"{0}" has a NUL character in its value', field));
    }
  }
}

/** Whether an error of `prepareLaunch` is one whose message is meant for the person. */
export function isLaunchProblem(error: unknown): error is LaunchProblem | ExecutableProblem {
  return error instanceof LaunchProblem || error instanceof ExecutableProblem;
}
