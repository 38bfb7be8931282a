import * as l10n from "@vscode/l10n";
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type ParseError,
  parse,
  parseTree,
} from "jsonc-parser";
import type { Position } from "../../servers/definition.ts";
import { notAsExpected } from "../../servers/definitions/fields.ts";
import { describeMistake, positionAt } from "../../servers/definitions/file.ts";
import { describeFound } from "../../servers/definitions/found.ts";
import { isJsonObject } from "../../wire/envelope.ts";
import { type Style, setMember } from "./jsonMember.ts";
import { withoutMember } from "./jsonRemoval.ts";

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
      const found = getNodeValue(node);
      const message =
        depth === 0
          ? l10n.t("the file is {0}: expected an object", describeFound(found))
          : notAsExpected(String(holder[depth - 1]), found, l10n.t("an object"));
      return { message, position: positionAt(content, node.offset) };
    }
  }
  return undefined;
}

/** What stands at a place of the text, tolerantly read. */
export function valueAt(text: string, path: Holder): unknown {
  let value: unknown = parse(withoutMark(text), [], { allowTrailingComma: true });
  for (const name of path) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

export function entriesAt(text: string, holder: Holder): Record<string, unknown> {
  const value = valueAt(text, holder);
  return isJsonObject(value) ? value : {};
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
  const given = withoutMark(text);
  const content = given.trim() === "" ? "{}\n" : given;
  if (value === undefined) {
    return mark + withoutMember(content, path);
  }
  // Objects on the way that are not there yet are made as part of the value.
  for (let depth = path.length; depth > 0; depth--) {
    const nested = path.slice(depth).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    const edited = setMember(content, path.slice(0, depth), nested, styleOf(content));
    if (edited !== undefined) {
      return mark + edited;
    }
    if (valueAt(content, path.slice(0, depth - 1)) !== undefined) {
      break;
    }
  }
  return mark + withFormatting(content, path, value);
}

/** For an object that is empty or stands in one line. */
function withFormatting(text: string, path: Holder, value: unknown): string {
  const { indent, lineEnd } = styleOf(text);
  const insertSpaces = !indent.startsWith("\t");
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: lineEnd };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
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

/** As the file itself is written; two blanks where it does not say. */
function styleOf(text: string): Style {
  return {
    indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ",
    lineEnd: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
