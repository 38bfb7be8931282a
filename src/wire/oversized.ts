/** Head and tail may meet so many bytes away from the middle of what is kept, so that no code point is cut. */
const mostShift = 2;
/** So much is read at either end: all that the splitter keeps. */
const endBytes = 64 * 1024;
const openingBrackets = "{[";
const closingBrackets = "}]";

/**
 * What the head and tail of an oversized line tell of its message: JSON text with the members that are whole, and `{}` for
 * the value that was cut. Undefined where the line is no object, or was not JSON as far as can be seen.
 *
 * An answer's id may stand before or behind the result: neither end is parsed, but read member by member.
 */
export function messageOutline(kept: Buffer): string | undefined {
  const end = Math.min(Math.max(0, (kept.length >>> 1) - mostShift), endBytes);
  const before = membersBefore(kept.toString("utf8", 0, end));
  const after = membersBehind(kept.toString("utf8", kept.length - end));
  return before === undefined || after === undefined ? undefined : `{${[...before, ...after].join(",")}}`;
}

/** The members of the object that begins in `head`, the last one being cut. */
function membersBefore(head: string): string[] | undefined {
  const members: string[] = [];
  const opening = /^\ufeff?\s*\{/.exec(head);
  if (opening === null) {
    return undefined;
  }
  for (let at = opening[0].length; ; ) {
    const key = /\s*("(?:[^"\\]|\\.)*")\s*:/y;
    key.lastIndex = at;
    const found = key.exec(head);
    if (found === null) {
      return members;
    }
    const end = endOfValue(head, key.lastIndex);
    if (end === -1) {
      return [...members, `${found[1]}:{}`];
    }
    if (head[end] !== ",") {
      // The object ends here, and the line does not.
      return undefined;
    }
    members.push(head.slice(at, end));
    at = end + 1;
  }
}

/** Where the comma or bracket is that follows the value at `start`, or -1 where it goes on. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') {
      at++;
      while (at < text.length && text[at] !== '"') {
        at += text[at] === "\\" ? 2 : 1;
      }
    } else if (openingBrackets.includes(character)) {
      depth++;
    } else if (closingBrackets.includes(character)) {
      if (depth === 0) {
        return at;
      }
      depth--;
    } else if (character === "," && depth === 0) {
      return at;
    }
  }
  return -1;
}

/**
 * The whole members of the object that ends with `tail`. Read backwards: behind the last brace is no string, and a quote
 * within one has a backslash before it.
 */
function membersBehind(tail: string): string[] | undefined {
  const closing = /\}\s*$/.exec(tail);
  if (closing === null) {
    return undefined;
  }
  const members: string[] = [];
  for (let end = closing.index; ; ) {
    const start = startOfMember(tail, end);
    if (start === -1) {
      return members.reverse();
    }
    members.push(tail.slice(start + 1, end));
    end = start;
  }
}

/** Where the comma is before the member that ends before `end`, or -1 where it begins further ahead. */
function startOfMember(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const character = text[at] as string;
    if (character === '"') {
      at = startOfString(text, at);
    } else if (closingBrackets.includes(character)) {
      depth++;
    } else if (openingBrackets.includes(character)) {
      depth--;
    } else if (character === "," && depth === 0) {
      return at;
    }
  }
  return -1;
}

/** The quote that begins the string which ends at `end`, or -1. */
function startOfString(text: string, end: number): number {
  let at = end - 1;
  for (; at >= 0; at--) {
    if (text[at] === '"') {
      let slashes = 0;
      while (text[at - 1 - slashes] === "\\") {
        slashes++;
      }
      if (slashes % 2 === 0) {
        return at;
      }
    }
  }
  return at;
}
