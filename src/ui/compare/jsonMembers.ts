/** A member of a JSON object, its value as it was written. */
export interface WrittenMember {
  key: string;
  value: string;
}

/**
 * The members of the object that a JSON text is, in order and as they were written (a number that JavaScript cannot
 * hold keeps its digits, doubled keys stay doubled). Undefined where the text is none. Costs the text's length.
 */
export function membersOf(text: string): WrittenMember[] | undefined {
  const members: WrittenMember[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== "{") {
    return undefined;
  }
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const colon = skipSpace(text, keyEnd);
    const start = skipSpace(text, colon + 1);
    const end = valueEnd(text, start);
    if (text[colon] !== ":" || end === start) {
      return undefined;
    }
    members.push({ key: text.slice(at + 1, keyEnd - 1), value: text.slice(start, end) });
    at = skipSpace(text, end);
    if (text[at] === ",") {
      at = skipSpace(text, at + 1);
    }
  }
  return text[at] === "}" && skipSpace(text, at + 1) === text.length ? members : undefined;
}

/** The elements of the array that a JSON text is, as they were written. Undefined where the text is none. */
export function elementsOf(text: string): string[] | undefined {
  const elements: string[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== "[") {
    return undefined;
  }
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== "]") {
    const end = valueEnd(text, at);
    if (end === at) {
      return undefined;
    }
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ",") {
      at = skipSpace(text, at + 1);
    }
  }
  return text[at] === "]" && skipSpace(text, at + 1) === text.length ? elements : undefined;
}

/** The object with these members. */
export function objectOf(members: readonly WrittenMember[]): string {
  return `{${members.map(({ key, value }) => `"${key}":${value}`).join(",")}}`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) {
    at++;
  }
  return at;
}

/** Behind the closing quote, or the text's end. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") {
      at++;
    } else if (character === '"') {
      return at + 1;
    }
  }
  return text.length;
}

/** Behind a value that begins there, whatever is in it. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      at = stringEnd(text, at);
    } else if (character === "{" || character === "[") {
      depth++;
      at++;
    } else if (character === "}" || character === "]") {
      if (depth === 0) {
        return at;
      }
      depth--;
      at++;
    } else if (depth === 0 && (character === "," || " \t\r\n".includes(character))) {
      return at;
    } else {
      at++;
    }
    if (depth === 0 && '"}]'.includes(text.charAt(at - 1))) {
      return at;
    }
  }
  return at;
}
