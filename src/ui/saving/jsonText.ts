import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import type { Position } from "../../servers/definition.ts";
import { describeMistake, positionAt } from "../../servers/definitions/file.ts";
import { describeFound, isObject } from "../../servers/definitions/found.ts";

/** What keeps a file from being added to. */
export interface JsonMistake {
  message: string;
  position: Position;
}

/** An entry to write; `undefined` removes the one of that name. */
export type EntryChange = readonly [name: string, value: unknown];

export type Holder = readonly string[];

/**
 * The first mistake in JSON with comments, or a value that is no object on the way to the entries. A text without
 * anything is none.
 */
export function mistakeIn(text: string, holder: Holder): JsonMistake | undefined {
  const errors: ParseError[] = [];
  const content = withoutMark(text);
  if (content.trim() === "") {
    return undefined;
  }
  const root = parseTree(content, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    return { message: describeMistake(first), position: positionAt(content, first.offset) };
  }
  for (let depth = 0; root !== undefined && depth <= holder.length; depth++) {
    const node = findNodeAtLocation(root, holder.slice(0, depth));
    if (node !== undefined && node.type !== "object") {
      const name = depth === 0 ? "the file" : JSON.stringify(holder[depth - 1]);
      const message = `${name} is ${describeFound(getNodeValue(node))}: expected an object`;
      return { message, position: positionAt(content, node.offset) };
    }
  }
  return undefined;
}

/** What stands at a place of the text, tolerantly read. */
export function valueAt(text: string, path: Holder): unknown {
  return nodeValue(parseTree(withoutMark(text), [], { allowTrailingComma: true }), path);
}

export function entriesAt(text: string, holder: Holder): Record<string, unknown> {
  const value = valueAt(text, holder);
  return isObject(value) ? value : {};
}

/**
 * The text with the entries put in, everything else (comments, order, indentation, line ends) as it was. The text
 * must have no mistake.
 */
export function withEntries(text: string, holder: Holder, changes: readonly EntryChange[]): string {
  return changes.reduce((edited, [name, value]) => withValue(edited, [...holder, name], value), text);
}

/** As `withEntries`, for one value at any place. */
export function withValue(text: string, path: Holder, value: unknown): string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const content = withoutMark(text);
  const empty = content.trim() === "";
  const base = empty ? "{}\n" : content;
  const formattingOptions = formattingOf(base);
  const change = (json: string) => applyEdits(json, modify(json, [...path], value, { formattingOptions }));
  const comment = value === undefined ? undefined : commentAfterLast(base, path);
  if (comment === undefined) {
    return mark + change(base);
  }
  const { offset, text: kept } = comment;
  const changed = change(base.slice(0, offset) + base.slice(offset + kept.length));
  const comma = changed.indexOf(",", comment.end) + 1;
  return mark + changed.slice(0, comma) + kept + changed.slice(comma);
}

/**
 * The comment in the line of the last member, where a new one is about to follow it: it is that member's, and would
 * end up behind the new one.
 */
function commentAfterLast(
  text: string,
  path: Holder,
): { offset: number; text: string; end: number } | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, -1));
  const last = parent?.children?.at(-1);
  const present = parent?.children?.some((member) => member.children?.[0]?.value === path.at(-1));
  if (last === undefined || present) {
    return undefined;
  }
  const end = last.offset + last.length;
  const found = /^([ \t]*,)?([ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))/.exec(text.slice(end));
  return found?.[2] === undefined
    ? undefined
    : { offset: end + (found[1]?.length ?? 0), text: found[2], end };
}

/** The one stretch in which two texts differ, so that an editor keeps its cursor and marks little as changed. */
export function differenceOf(before: string, after: string): { start: number; end: number; text: string } {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) {
    start++;
  }
  let tail = 0;
  while (tail < shortest - start && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** As the file itself is formatted; two blanks where it does not say. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const insertSpaces = !indent.startsWith("\t");
  return {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function nodeValue(root: Node | undefined, path: Holder): unknown {
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : getNodeValue(node);
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
