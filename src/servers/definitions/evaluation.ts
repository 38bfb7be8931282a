import { posix, win32 } from "node:path";
import * as l10n from "@vscode/l10n";
import type { DefinitionSource, ServerDefinition } from "../definition.ts";
import { type Environment, readVariable } from "../environment/variables.ts";
import { findVariables, type Occurrence, type Variable, type VariableSyntax } from "./variable.ts";

/** A workspace folder as VS Code lists it. */
export interface WorkspaceFolder {
  name: string;
  /** Absolute. */
  path: string;
}

/** What variables mean in this window. Plain data: this part knows no VS Code. */
export interface Surroundings {
  folders: readonly WorkspaceFolder[];
  home: string;
  platform: NodeJS.Platform;
  /** The person's environment. Absent where it is not known yet: then no variable of it is judged. */
  environment?: Environment;
}

/** A value, the reason why there is none, or: someone must be asked. */
export type Evaluation =
  | { status: "value"; value: string }
  | { status: "problem"; problem: string }
  | { status: "later"; variable: Extract<Variable, { kind: "config" | "input" | "command" | "env" }> };

/** A text of a definition in which variables are expanded, with the field it stands in. */
export interface ExpandedField {
  field: string;
  text: string;
}

export function syntaxOf(source: DefinitionSource): VariableSyntax {
  return source === ".mcp.json" ? "mcpJson" : "vscode";
}

/** The fields in which variables are expanded, in the order in which people write them. */
export function expandedFields(definition: ServerDefinition): ExpandedField[] {
  return [
    { field: "command", text: definition.command },
    ...definition.args.map((text, index) => ({ field: `args[${index}]`, text })),
    ...(definition.cwd === undefined ? [] : [{ field: "cwd", text: definition.cwd }]),
    ...Object.entries(definition.env).flatMap(([name, text]) =>
      text === null ? [] : [{ field: `env.${name}`, text }],
    ),
    ...(definition.envFile === undefined ? [] : [{ field: "envFile", text: definition.envFile }]),
  ];
}

/** Every variable of a definition with the field it stands in. */
export function variablesOf(definition: ServerDefinition): { field: string; occurrence: Occurrence }[] {
  const syntax = syntaxOf(definition.source);
  return expandedFields(definition).flatMap(({ field, text }) =>
    findVariables(text, syntax).map((occurrence) => ({ field, occurrence })),
  );
}

/** Whether the person's environment must be known to judge or expand this definition. */
export function usesEnvironment(definition: ServerDefinition): boolean {
  return variablesOf(definition).some(({ occurrence }) => occurrence.variable.kind === "env");
}

/** Evaluates what can be evaluated without asking anyone. */
export function evaluate(
  occurrence: Occurrence,
  definition: ServerDefinition,
  surroundings: Surroundings,
): Evaluation {
  const { text, variable } = occurrence;
  const path = surroundings.platform === "win32" ? win32 : posix;
  switch (variable.kind) {
    case "userHome":
      return value(surroundings.home);
    case "pathSeparator":
      return value(path.sep);
    case "workspaceFolder":
      return variable.name === undefined
        ? ownFolder(text, definition, (folder) => folder)
        : namedFolder(text, variable.name, surroundings.folders);
    case "workspaceFolderBasename":
      return ownFolder(text, definition, (folder) => path.basename(folder));
    case "env": {
      if (surroundings.environment === undefined) {
        return { status: "later", variable };
      }
      const found = readVariable(surroundings.environment, variable.name, surroundings.platform);
      const content = found ?? variable.fallback;
      return content === undefined
        ? problem(l10n.t("{0} is not set in this window's environment", text))
        : value(content);
    }
    case "config":
    case "input":
    case "command":
      return { status: "later", variable };
    case "unknown":
      return problem(l10n.t("{0} is an unknown variable", text));
  }
}

function ownFolder(text: string, definition: ServerDefinition, read: (folder: string) => string): Evaluation {
  return definition.folder === undefined
    ? problem(l10n.t("{0} has no value because no folder is open", text))
    : value(read(definition.folder));
}

function namedFolder(text: string, name: string, folders: readonly WorkspaceFolder[]): Evaluation {
  const folder = folders.find((candidate) => candidate.name === name);
  const known = folders.map((candidate) => JSON.stringify(candidate.name)).join(", ");
  return folder === undefined
    ? problem(
        known === ""
          ? l10n.t("{0} names no folder of this workspace (it has none)", text)
          : l10n.t("{0} names no folder of this workspace (it has {1})", text, known),
      )
    : value(folder.path);
}

function value(text: string): Evaluation {
  return { status: "value", value: text };
}

function problem(text: string): Evaluation {
  return { status: "problem", problem: text };
}
