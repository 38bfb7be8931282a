/** Characters between two pauses: some milliseconds of work. */
const slice = 1 << 18;

/**
 * Lays JSON text out for reading: every token stays as it was written (a number that JavaScript cannot hold keeps its
 * digits, doubled keys stay doubled), only white space between tokens changes. Text that is not JSON comes out
 * readable too, so nothing has to be checked before.
 *
 * A generator, so that a long line is done in slices; each `yield` is a moment to let others run.
 */
export function* prettyJsonSlices(text: string): Generator<void, string> {
  const parts: string[] = [];
  let depth = 0;
  let nextPause = slice;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = stringEnd(text, at);
      parts.push(text.slice(at, end));
      at = end;
    } else if (character === "{" || character === "[") {
      const next = skipSpace(text, at + 1);
      if (text[next] === (character === "{" ? "}" : "]")) {
        parts.push(character, text.charAt(next));
        at = next + 1;
      } else {
        parts.push(character, lineBreak(++depth));
        at++;
      }
    } else if (character === "}" || character === "]") {
      depth = Math.max(0, depth - 1);
      parts.push(lineBreak(depth), character);
      at++;
    } else if (character === ",") {
      parts.push(",", lineBreak(depth));
      at++;
    } else if (character === ":") {
      parts.push(": ");
      at++;
    } else if (isSpace(character)) {
      at++;
    } else {
      const end = wordEnd(text, at);
      parts.push(text.slice(at, end));
      at = end;
    }
    if (at >= nextPause) {
      nextPause = at + slice;
      yield;
    }
  }
  return parts.join("");
}

const breaks: string[] = [];

/** Deeper than anyone reads, the indentation stays the same: a line of brackets must not grow quadratically. */
function lineBreak(depth: number): string {
  const level = Math.min(depth, 64);
  breaks[level] ??= `\n${"  ".repeat(level)}`;
  return breaks[level];
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) {
    at++;
  }
  return at;
}

/** Behind the closing quote, or the text's end. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      return text.length;
    }
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") {
      backslashes++;
    }
    if (backslashes % 2 === 0) {
      return quote + 1;
    }
    at = quote + 1;
  }
}

const wordBreak = /["{}[\],:\s]/g;

function wordEnd(text: string, from: number): number {
  wordBreak.lastIndex = from + 1;
  return wordBreak.exec(text)?.index ?? text.length;
}
