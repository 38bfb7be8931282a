import * as l10n from "@vscode/l10n";
import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import type { JsonValue } from "../../wire/messages.ts";

const options = { allowTrailingComma: true, allowEmptyContent: true };

/** A place in a text. */
export interface Span {
  start: number;
  end: number;
}

/** The value that the text stands for, comments left out, or the first place where it is not JSON. */
export function readText(
  text: string,
): { value: JsonValue | undefined } | { problem: string; offset: number } {
  const errors: ParseError[] = [];
  const value = parse(text, errors, options) as JsonValue | undefined;
  const [error] = errors;
  return error === undefined
    ? { value }
    : { problem: words(printParseErrorCode(error.error)), offset: error.offset };
}

/** The first value that is not an object: where a person begins to write. */
export function firstValue(text: string): Span | undefined {
  const tree = parseTree(text, [], options);
  const node = tree && firstLeaf(tree);
  if (node === undefined || node.type === "object" || node.type === "array") {
    return undefined;
  }
  const isString = node.type === "string";
  return {
    start: node.offset + (isString ? 1 : 0),
    end: node.offset + node.length - (isString ? 1 : 0),
  };
}

function firstLeaf(node: Node): Node {
  const child = node.type === "property" ? node.children?.[1] : node.children?.[0];
  return child === undefined ? node : firstLeaf(child);
}

function words(code: string): string {
  const known: Record<string, string> = {
    InvalidSymbol: l10n.t("invalid symbol"),
    InvalidNumberFormat: l10n.t("invalid number format"),
    PropertyNameExpected: l10n.t("property name expected"),
    ValueExpected: l10n.t("value expected"),
    ColonExpected: l10n.t("colon expected"),
    CommaExpected: l10n.t("comma expected"),
    CloseBraceExpected: l10n.t("close brace expected"),
    CloseBracketExpected: l10n.t("close bracket expected"),
    EndOfFileExpected: l10n.t("there is text after the end of the JSON"),
    InvalidCommentToken: l10n.t("invalid comment token"),
    UnexpectedEndOfComment: l10n.t("unexpected end of comment"),
    UnexpectedEndOfString: l10n.t("unexpected end of string"),
    UnexpectedEndOfNumber: l10n.t("unexpected end of number"),
    InvalidUnicode: l10n.t("invalid unicode"),
    InvalidEscapeCharacter: l10n.t("invalid escape character"),
    InvalidCharacter: l10n.t("invalid character"),
  };
  return known[code] ?? code;
}
