/** A command line as it would be typed in a terminal, taken apart. */
export interface SplitCommandLine {
  command: string;
  args: string[];
  /** `KEY=value` words before the command. */
  env: Record<string, string>;
}

/**
 * Splits as a POSIX shell does without expanding anything: quotes group, a backslash takes the next character as it
 * is. On Windows a backslash is part of a path, except before a double quote. Throws an `Error` that says what is
 * open or missing.
 */
export function splitCommandLine(line: string, windows: boolean): SplitCommandLine {
  const words = splitWords(line, windows);
  const env: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first++) {
    const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(words[first] ?? "");
    if (assignment?.[1] === undefined || assignment[2] === undefined) {
      break;
    }
    env[assignment[1]] = assignment[2];
  }
  const [command, ...args] = words.slice(first);
  if (command === undefined || command === "") {
    throw new Error("The program to run is missing.");
  }
  return { command, args, env };
}

function splitWords(line: string, windows: boolean): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const next = line.charAt(index + 1);
    if (character === "\\" && quote !== "'" && escapes(next, quote, windows)) {
      word = (word ?? "") + next;
      index++;
    } else if (quote !== undefined) {
      if (character === quote) {
        quote = undefined;
      } else {
        word = (word ?? "") + character;
      }
    } else if (character === '"' || (character === "'" && !windows)) {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== undefined) {
    throw new Error(`A quote ${quote} is not closed.`);
  }
  if (word !== undefined) {
    words.push(word);
  }
  return words;
}

function escapes(next: string, quote: string | undefined, windows: boolean): boolean {
  if (windows) {
    return next === '"';
  }
  return quote === '"' ? next === '"' || next === "\\" || next === "$" || next === "`" : next !== "";
}
