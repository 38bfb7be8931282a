/**
 * JSON read where it stands: a node is a piece of the text, and its children are found when someone wants to see them.
 * So numbers keep their digits and doubled keys stay doubled [R15], a long text costs what is opened of it, and one
 * that was cut shows what is there.
 */

export type JsonKind = "object" | "array" | "string" | "number" | "literal" | "cut";

export interface JsonNode {
  kind: JsonKind;
  start: number;
  /** Behind the last character. */
  end: number;
  /** Where it stands in an object, decoded; in an array its index. */
  key?: string | number;
}

/** The value that the text is, or undefined where it does not begin like JSON. */
export function parseRoot(text: string): JsonNode | undefined {
  const start = skipSpace(text, 0);
  const node = nodeAt(text, start);
  return node.kind === "cut" ? undefined : node;
}

export function childrenOf(text: string, { kind, start, end }: JsonNode): JsonNode[] {
  const children: JsonNode[] = [];
  if (kind !== "object" && kind !== "array") {
    return children;
  }
  let at = skipSpace(text, start + 1);
  while (at < end && text[at] !== "}" && text[at] !== "]") {
    let key: string | number = children.length;
    if (kind === "object") {
      const keyEnd = text[at] === '"' ? stringEnd(text, at) : wordEnd(text, at);
      key = decodeString(text.slice(at, keyEnd));
      at = skipSpace(text, keyEnd);
      if (text[at] === ":") {
        at = skipSpace(text, at + 1);
      }
    }
    const node = nodeAt(text, at);
    children.push({ ...node, key });
    at = skipSpace(text, Math.max(node.end, at));
    if (text[at] === ",") {
      at = skipSpace(text, at + 1);
    } else if (node.end <= at && text[at] !== "}" && text[at] !== "]") {
      break; // Cut off, or no JSON from here on.
    }
  }
  return children;
}

/** What a node says: strings decoded, everything else as it is written. */
export function valueText(text: string, { kind, start, end }: JsonNode): string {
  return kind === "string" ? decodeString(text.slice(start, end)) : text.slice(start, end);
}

function nodeAt(text: string, start: number): JsonNode {
  const first = text.charAt(start);
  switch (first) {
    case "{":
      return { kind: "object", start, end: bracketEnd(text, start) };
    case "[":
      return { kind: "array", start, end: bracketEnd(text, start) };
    case '"':
      return { kind: "string", start, end: stringEnd(text, start) };
    default: {
      const end = wordEnd(text, start);
      const word = text.slice(start, end);
      if (/^-?\d/.test(word)) {
        return { kind: "number", start, end };
      }
      return { kind: word === "true" || word === "false" || word === "null" ? "literal" : "cut", start, end };
    }
  }
}

const bracketOrQuote = /["{}[\]]/g;

/** Behind the bracket that closes the one at `start`. Without recursion: depth is the server's choice. */
function bracketEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    bracketOrQuote.lastIndex = at;
    const found = bracketOrQuote.exec(text);
    if (found === null) {
      return text.length;
    }
    const [character] = found;
    if (character === '"') {
      at = stringEnd(text, found.index);
      continue;
    }
    at = found.index + 1;
    depth += character === "{" || character === "[" ? 1 : -1;
    if (depth <= 0) {
      return at;
    }
  }
}

/** Behind the closing quote, or the text's end. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      return text.length;
    }
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\" && quote - 1 - backslashes > start) {
      backslashes++;
    }
    if (backslashes % 2 === 0) {
      return quote + 1;
    }
    at = quote + 1;
  }
}

const wordBreak = /["{}[\],:\s]/g;

function wordEnd(text: string, start: number): number {
  wordBreak.lastIndex = start;
  return wordBreak.exec(text)?.index ?? text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (
    text[at] === " " ||
    text[at] === "\t" ||
    text[at] === "\r" ||
    text[at] === "\n" ||
    text[at] === "\ufeff"
  ) {
    at++;
  }
  return at;
}

function decodeString(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.replace(/^"|"$/g, ""); // Cut off, or not quite JSON.
  }
}
