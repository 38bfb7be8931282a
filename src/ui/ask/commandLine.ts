import * as l10n from "@vscode/l10n";
import { findShellSyntax, type ShellSyntax } from "./shellSyntax.ts";
import { splitWords } from "./words.ts";

/** A command line as it would be typed in a terminal, taken apart. */
export interface SplitCommandLine {
  command: string;
  args: string[];
  /** `KEY=value` words before the command. */
  env: Record<string, string>;
}

/** With what a shell would have done and we do not. */
export interface ReadCommandLine extends SplitCommandLine {
  shellSyntax: ShellSyntax[];
}

/** Throws an `Error` that says what is open or missing. */
export function splitCommandLine(line: string, windows: boolean): SplitCommandLine {
  const { command, args, env } = readCommandLine(line, windows);
  return { command, args, env };
}

/** As `splitCommandLine`. A prompt that was copied along (`$ npx …`) is left out. */
export function readCommandLine(line: string, windows: boolean): ReadCommandLine {
  const words = splitWords(line.replace(/^\s*\$\s+/, ""), windows);
  const env: [string, string][] = [];
  let first = 0;
  for (; first < words.length; first++) {
    const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(words[first]?.text ?? "");
    if (assignment?.[1] === undefined || assignment[2] === undefined) {
      break;
    }
    env.push([assignment[1], assignment[2]]);
  }
  const [command, ...args] = words.slice(first).map(({ text }) => text);
  if (command === undefined || command === "") {
    throw new Error(l10n.t("The program to run is missing."));
  }
  return {
    command,
    args,
    env: Object.fromEntries(env),
    shellSyntax: findShellSyntax(words, words[first], windows),
  };
}
