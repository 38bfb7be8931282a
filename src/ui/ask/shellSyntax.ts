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
  /** The whole word that it stands in, without its quotes. */
  word: string;
  /** What does the same here. */
  instead?: string;
}

/** Commands of the shell itself: there is no program of that name to run. */
const builtins = new Set(["cd", "export", "source", ".", "alias", "set", "eval", "pushd", "call", "start"]);

/** In the order typed. Quoted text is plain text to a shell too, and is not looked at. */
export function findShellSyntax(
  words: readonly Word[],
  command: Word | undefined,
  windows: boolean,
): ShellSyntax[] {
  const found: ShellSyntax[] = [];
  if (command !== undefined && builtins.has(command.bare)) {
    found.push({ kind: "builtin", found: command.text, word: command.text });
  }
  for (const word of words) {
    const inside = [
      ...operatorsIn(word.bare),
      ...expansionsIn(word.expandable, windows),
      ...homeIn(word.bare),
    ];
    found.push(...inside.map((one) => ({ ...one, word: word.text })));
  }
  return found;
}

type Inside = Omit<ShellSyntax, "word">;

function operatorsIn(bare: string): Inside[] {
  return [...bare.matchAll(/\|\||&&|\d*>>?(&\d)?|<<?|;|\||(?<![\w?=])&(?!\w)|&$/g)].map(([found]) => ({
    kind: found === "|" ? "pipe" : /[<>]/.test(found) ? "redirection" : "chain",
    found,
  }));
}

function expansionsIn(text: string, windows: boolean): Inside[] {
  const found: Inside[] = [];
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

function variable(found: string, name: string | undefined): Inside {
  return { kind: "variable", found, ...(name !== undefined && { instead: `\${env:${name}}` }) };
}

/** `~` at the start of a word, or of an assignment's value. */
function homeIn(bare: string): Inside[] {
  return /^(\w+=)?~(\/|\\|$)/.test(bare) ? [{ kind: "home", found: "~", instead: "${userHome}" }] : [];
}
