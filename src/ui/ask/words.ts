import * as l10n from "@vscode/l10n";
/** One word of a command line. */
export interface Word {
  text: string;
  /** The text with every character that was quoted or escaped blanked out: what a shell would look at. */
  bare: string;
  /** As `bare`, but with what stood in double quotes: there a shell still expands variables. */
  expandable: string;
}

/** Stands for a character that a shell would take as it is. */
const blank = "\0";

/**
 * Splits as a POSIX shell does without expanding anything: quotes group, a backslash takes the next character as it
 * is. On Windows a backslash is part of a path, except before a double quote. Throws an `Error` where a quote is open.
 */
export function splitWords(line: string, windows: boolean): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let quote: string | undefined;
  const add = (character: string, quoted: "none" | "double" | "whole") => {
    word ??= emptyWord();
    word.text += character;
    word.bare += quoted === "none" ? character : blank;
    word.expandable += quoted === "whole" ? blank : character;
  };
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const next = line.charAt(index + 1);
    if (character === "\\" && quote !== "'" && escapes(next, quote, windows)) {
      add(next, "whole");
      index++;
    } else if (quote !== undefined) {
      if (character === quote) {
        quote = undefined;
      } else {
        add(character, quote === '"' ? "double" : "whole");
      }
    } else if (character === '"' || (character === "'" && !windows)) {
      quote = character;
      word ??= emptyWord();
    } else if (/\s/.test(character)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else {
      add(character, "none");
    }
  }
  if (quote !== undefined) {
    throw new Error(l10n.t("A quote {0} is not closed.", quote));
  }
  if (word !== undefined) {
    words.push(word);
  }
  return words;
}

function emptyWord(): Word {
  return { text: "", bare: "", expandable: "" };
}

function escapes(next: string, quote: string | undefined, windows: boolean): boolean {
  if (windows) {
    return next === '"';
  }
  return quote === '"' ? next === '"' || next === "\\" || next === "$" || next === "`" : next !== "";
}
