/** Numbers that JavaScript cannot hold: `JSON.parse` rounds them without a word. [R6] */

const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const quote = 0x22;
const backslash = 0x5c;

/** Whether this text of a number means something else, or infinity, once JavaScript has read it. */
export function isUnsafeNumber(token: string): boolean {
  const value = Number(token);
  return (
    !Number.isFinite(value) ||
    (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(token))
  );
}

/**
 * The text of each member `"id": <number>` of the message in `text`, or of the messages of its batch, in order.
 * Needed only where the parsed number is not safe. The text must be valid JSON.
 */
export function numericIdTexts(text: string): string[] {
  const ids: string[] = [];
  const messageDepth = /^\s*\[/.test(text) ? 2 : 1;
  for (const token of numberTokens(text)) {
    if (token.depth === messageDepth && token.key === "id") {
      ids.push(token.text);
    }
  }
  return ids;
}

interface NumberToken {
  text: string;
  depth: number;
  /** The last string before it: in an object, its key. */
  key: string;
}

function* numberTokens(text: string): Generator<NumberToken> {
  let depth = 0;
  let keyStart = 0;
  let keyEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      keyStart = at + 1;
      at = endOfString(text, at);
      keyEnd = at;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      numberToken.lastIndex = at;
      const match = numberToken.exec(text);
      if (match !== null) {
        yield { text: match[0], depth, key: text.slice(keyStart, keyEnd) };
        at = numberToken.lastIndex - 1;
      }
    }
  }
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) {
      slashes++;
    }
    if (slashes % 2 === 0) {
      return at;
    }
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}
