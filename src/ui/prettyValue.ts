import type { JsonValue } from "../wire/messages.ts";

/** Pieces between two chances to let other work go on. */
const sliceLength = 200_000;

interface Open {
  entries: [string | undefined, JsonValue][];
  at: number;
  close: "}" | "]";
}

/**
 * JSON as `JSON.stringify(value, undefined, 2)` has it, a piece at a time, so that a large value neither blocks nor has
 * to be written to its end.
 */
export function* prettyValue(value: JsonValue): Generator<string, void> {
  const stack: Open[] = [];
  let piece = "";
  const begin = (next: JsonValue) => {
    if (typeof next !== "object" || next === null) {
      piece += JSON.stringify(next);
      return;
    }
    const isArray = Array.isArray(next);
    const entries: [string | undefined, JsonValue][] = isArray
      ? next.map((member) => [undefined, member])
      : Object.entries(next).flatMap(([key, member]) => (member === undefined ? [] : [[key, member]]));
    if (entries.length === 0) {
      piece += isArray ? "[]" : "{}";
      return;
    }
    piece += isArray ? "[" : "{";
    stack.push({ entries, at: 0, close: isArray ? "]" : "}" });
  };
  begin(value);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const entry = top.entries[top.at];
    if (entry === undefined) {
      stack.pop();
      piece += `\n${"  ".repeat(stack.length)}${top.close}`;
    } else {
      const [key, member] = entry;
      piece += `${top.at++ === 0 ? "" : ","}\n${"  ".repeat(stack.length)}`;
      piece += key === undefined ? "" : `${JSON.stringify(key)}: `;
      begin(member);
    }
    if (piece.length >= sliceLength) {
      yield piece;
      piece = "";
    }
  }
  yield piece;
}

/** The text, or its beginning where it is longer than `longest` UTF-16 units. */
export async function prettyHead(
  value: JsonValue,
  longest: number,
  pause: () => Promise<unknown>,
): Promise<{ text: string; cut: boolean }> {
  const pieces: string[] = [];
  let length = 0;
  for (const piece of prettyValue(value)) {
    pieces.push(piece);
    length += piece.length;
    if (length > longest) {
      return { text: lineEnd(pieces.join("").slice(0, longest)), cut: true };
    }
    if (pieces.length > 1) {
      await pause();
    }
  }
  return { text: pieces.join(""), cut: false };
}

/** Without a line that was cut in its middle; a text that is one long line stays as it is. */
function lineEnd(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > text.length / 2 ? text.slice(0, end) : text;
}
