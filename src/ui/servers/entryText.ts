import type { DefinitionSource, ServerDefinition } from "../../servers/definition.ts";
import { defaults } from "../../servers/definitions/entry.ts";
import { syntaxOf } from "../../servers/definitions/evaluation.ts";
import { findVariables, replaceVariables } from "../../servers/definitions/variable.ts";

/** The files that other clients read as well. */
export type EntryFile = Exclude<DefinitionSource, "settings">;

/**
 * The entry as it is written in one of the files that other clients share: `"calc": { … }`, to be pasted among the
 * others. It means there what it means here: variables are written as that file writes them, and what of ours differs
 * from its default comes along. `spoken` is what the server turned out to speak; it settles an `"auto"`.
 */
export function entryText(
  definition: ServerDefinition,
  file: EntryFile,
  spoken: "mcp" | "jsonrpc" | undefined,
): string {
  const write = writerOf(definition, file);
  const { name, command, args, cwd, env, envFile, discover, methods, cancel } = definition;
  const protocol = definition.protocol === "auto" ? (spoken ?? "auto") : definition.protocol;
  const entry = {
    ...(file === ".vscode/mcp.json" && { type: "stdio" }),
    command: write(command),
    ...(args.length > 0 && { args: args.map(write) }),
    ...(cwd !== undefined && { cwd: write(cwd) }),
    ...(Object.keys(env).length > 0 && {
      env: Object.fromEntries(
        Object.entries(env).map(([key, value]) => [key, value === null ? null : write(value)]),
      ),
    }),
    ...(envFile !== undefined && { envFile: write(envFile) }),
    ...(protocol !== "mcp" && { protocol }),
    ...(discover !== undefined && { discover }),
    ...(methods !== undefined && { methods }),
    ...(cancel !== undefined && { cancel }),
    ...changed(definition, "requestIds"),
    ...changed(definition, "startTimeoutMs"),
    ...changed(definition, "timeoutMs"),
    ...changed(definition, "maxTotalMs"),
    ...changed(definition, "autoStart"),
  };
  return `${JSON.stringify(name)}: ${JSON.stringify(entry, undefined, 2)}`;
}

/** The ids of the inputs it asks for: their definitions do not come along. */
export function inputsOf(definition: ServerDefinition): string[] {
  return (definition.inputs ?? []).map(({ id }) => id);
}

function changed(definition: ServerDefinition, field: keyof typeof defaults): Record<string, unknown> {
  return definition[field] === defaults[field] ? {} : { [field]: definition[field] };
}

function writerOf(definition: ServerDefinition, file: EntryFile): (text: string) => string {
  const syntax = syntaxOf(definition.source);
  if (file === ".vscode/mcp.json") {
    return (text) =>
      syntax === "vscode"
        ? text
        : replaceVariables(text, syntax, ({ text: written, variable }) =>
            variable.kind === "env" ? `\${env:${variable.name}}` : written,
          );
  }
  // A client of .mcp.json runs the server in the workspace folder and knows no name for it.
  const relative = definition.cwd === undefined;
  return (text) => {
    const [first] = findVariables(text, syntax);
    const startsInFolder = first?.start === 0 && first.variable.kind === "workspaceFolder";
    return replaceVariables(text, syntax, ({ text: written, variable, start }) => {
      switch (variable.kind) {
        case "env":
          return variable.fallback === undefined
            ? `\${${variable.name}}`
            : `\${${variable.name}:-${variable.fallback}}`;
        case "userHome":
          return "${HOME}";
        case "workspaceFolder":
          return relative && startsInFolder && start === 0 && variable.name === undefined ? "." : written;
        default:
          return written;
      }
    });
  };
}
