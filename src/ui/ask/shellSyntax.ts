import { findVariables } from "../../servers/definitions/variable.ts";
import type { Word } from "./words.ts";

export type ShellSyntaxKind =
  | "pipe"
  | "chain"
  | "redirection"
  | "substitution"
  | "variable"
  | "home"
  | "builtin";

/** Something that only a shell understands. Servers run without one, so it would reach the program as plain text. */
export interface ShellSyntax {
  kind: ShellSyntaxKind;
  /** As it was typed. */
  found: string;
  /** What does the same here. */
  instead?: string;
}

/** Commands of the shell itself: there is no program of that name to run. */
const builtins = new Set(["cd", "export", "source", ".", "alias", "set", "eval", "pushd", "call", "start"]);

/** Each kind of thing once, in the order typed. Quoted text is plain text to a shell too, and is not looked at. */
export function findShellSyntax(
  words: readonly Word[],
  command: Word | undefined,
  windows: boolean,
): ShellSyntax[] {
  const found: ShellSyntax[] = [];
  if (command !== undefined && builtins.has(command.bare)) {
    found.push({ kind: "builtin", found: command.text });
  }
  for (const word of words) {
    found.push(...operatorsIn(word.bare), ...expansionsIn(word.expandable, windows), ...homeIn(word.bare));
  }
  return found.filter(
    (one, index) =>
      found.findIndex((other) => other.kind === one.kind && other.found === one.found) === index,
  );
}

function operatorsIn(bare: string): ShellSyntax[] {
  return [...bare.matchAll(/\|\||&&|\d*>>?(&\d)?|<<?|;|\||(?<![\w?=])&(?!\w)|&$/g)].map(([found]) => ({
    kind: found === "|" ? "pipe" : /[<>]/.test(found) ? "redirection" : "chain",
    found,
  }));
}

function expansionsIn(text: string, windows: boolean): ShellSyntax[] {
  const found: ShellSyntax[] = [];
  if (text.includes("$(")) {
    found.push({ kind: "substitution", found: "$(…)" });
  }
  if (!windows && /`[^`]*`/.test(text)) {
    found.push({ kind: "substitution", found: "`…`" });
  }
  for (const { text: typed, variable: meant } of findVariables(text, "vscode")) {
    if (meant.kind === "unknown") {
      found.push(variable(typed, /^\w+/.exec(typed.slice(2))?.[0]));
    }
  }
  const pattern = windows ? /%(\w+)%|\$env:(\w+)/gi : /\$(\w+)/g;
  for (const [typed, one, other] of text.matchAll(pattern)) {
    found.push(variable(typed, one ?? other));
  }
  return found;
}

function variable(found: string, name: string | undefined): ShellSyntax {
  return { kind: "variable", found, ...(name !== undefined && { instead: `\${env:${name}}` }) };
}

/** `~` at the start of a word, or of an assignment's value. */
function homeIn(bare: string): ShellSyntax[] {
  return /^(\w+=)?~(\/|\\|$)/.test(bare) ? [{ kind: "home", found: "~", instead: "${userHome}" }] : [];
}
