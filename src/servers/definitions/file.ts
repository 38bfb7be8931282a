import * as l10n from "@vscode/l10n";
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { DefinitionSource, Position } from "../definition.ts";
import { notAsExpected } from "./fields.ts";
import { describeFound } from "./found.ts";
import { emptyInputTable, type InputTable, parseInputs } from "./input.ts";

/** The definition files of a workspace folder. */
export type FileSource = Exclude<DefinitionSource, "settings">;

/** One entry as it stands in a file. */
export interface FileEntry {
  name: string;
  value: unknown;
  position: Position;
}

/** What a definition file says. With `problem` it could not be read as one. */
export interface DefinitionFile {
  entries: FileEntry[];
  inputs: InputTable;
  problem?: { message: string; position?: Position };
}

/** The name of the object that holds the entries, in each file. */
const holders: Record<FileSource, string> = { ".vscode/mcp.json": "servers", ".mcp.json": "mcpServers" };

/**
 * Reads JSON with comments and trailing commas. Never throws: a mistake becomes `problem`, with its place and what
 * was expected there. An empty file holds no entries and is no mistake.
 */
export function parseDefinitionFile(text: string, source: FileSource): DefinitionFile {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (content.trim() === "") {
    return { entries: [], inputs: emptyInputTable() };
  }
  try {
    return readRoot(content, source);
  } catch (error) {
    // The parser is recursive: some hundred thousand open brackets exhaust the stack.
    const reason = error instanceof RangeError ? l10n.t("it is nested too deeply") : String(error);
    return failed(l10n.t("{0} cannot be read: {1}", source, reason));
  }
}

function readRoot(content: string, source: FileSource): DefinitionFile {
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { allowTrailingComma: true });
  const first = errors[0];
  const holder = holders[source];
  const fail = (offset: number, message: string): DefinitionFile => {
    const position = positionAt(content, offset);
    const { line, column } = position;
    return failed(l10n.t("{0}, line {1}, column {2}: {3}", source, line, column, message), position);
  };
  if (first !== undefined) {
    return fail(first.offset, describeMistake(first));
  }
  if (root === undefined || root.type !== "object") {
    const found = root === undefined ? l10n.t("nothing") : describeFound(getNodeValue(root));
    return fail(root?.offset ?? 0, l10n.t('found {0}, expected an object with "{1}"', found, holder));
  }
  const servers = property(root, holder);
  const inputsNode = source === ".vscode/mcp.json" ? property(root, "inputs") : undefined;
  const inputs = parseInputs(inputsNode === undefined ? undefined : getNodeValue(inputsNode));
  if (servers === undefined) {
    const misnamed = Object.values(holders).find(
      (name) => name !== holder && property(root, name) !== undefined,
    );
    const found = misnamed === undefined ? undefined : keyOf(root, misnamed);
    return found === undefined
      ? { entries: [], inputs }
      : fail(
          found.offset,
          l10n.t('found "{0}", expected "{1}", as it is called in this file', String(misnamed), holder),
        );
  }
  if (servers.type !== "object") {
    return fail(servers.offset, notAsExpected(holder, getNodeValue(servers), l10n.t("an object")));
  }
  const positions = positionsOf(content);
  const entries = (servers.children ?? []).flatMap((member): FileEntry[] => {
    const [key, value] = member.children ?? [];
    return key === undefined || value === undefined
      ? []
      : [{ name: String(key.value), value: getNodeValue(value), position: positions(key.offset) }];
  });
  return { entries, inputs };
}

/** A mistake in JSON, in a person's words. */
export function describeMistake({ error }: ParseError): string {
  return l10n.t("not valid JSON: {0}", expectation(printParseErrorCode(error)));
}

function failed(message: string, position?: Position): DefinitionFile {
  return {
    entries: [],
    inputs: emptyInputTable(message),
    problem: { message, ...(position !== undefined && { position }) },
  };
}

/** The last of two members with one name counts, as with `JSON.parse`. */
function memberOf(node: Node, name: string): Node | undefined {
  return node.children?.findLast((member) => member.children?.[0]?.value === name);
}

function property(node: Node, name: string): Node | undefined {
  return memberOf(node, name)?.children?.[1];
}

function keyOf(node: Node, name: string): Node | undefined {
  return memberOf(node, name)?.children?.[0];
}

export function positionAt(text: string, offset: number): Position {
  return positionsOf(text)(offset);
}

/** Counts each line once, however many places are asked for in ascending order. */
function positionsOf(text: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    if (offset < lineStart) {
      line = 1;
      lineStart = 0;
    }
    for (;;) {
      const end = lineEnd(text, lineStart);
      if (end === -1 || end > offset) {
        return { offset, line, column: offset - lineStart + 1 };
      }
      line += 1;
      lineStart = end;
    }
  };
}

const lineTerminator = /\r\n|\r|\n/g;

/** Where the next line starts; -1 in the last line. */
function lineEnd(text: string, from: number): number {
  lineTerminator.lastIndex = from;
  return lineTerminator.exec(text) === null ? -1 : lineTerminator.lastIndex;
}

/** What the parser wanted, in a person's words. */
function expectation(code: string): string {
  const expectations: Record<string, string> = {
    InvalidSymbol: l10n.t("expected a text in double quotes, a number, true, false or null"),
    InvalidNumberFormat: l10n.t("expected a number"),
    PropertyNameExpected: l10n.t("expected a property name in double quotes"),
    ValueExpected: l10n.t("expected a value"),
    ColonExpected: l10n.t("expected a colon"),
    CommaExpected: l10n.t("expected a comma"),
    CloseBraceExpected: l10n.t("expected a comma or }"),
    CloseBracketExpected: l10n.t("expected a comma or ]"),
    EndOfFileExpected: l10n.t("expected the end of the file"),
    InvalidCommentToken: l10n.t("expected no comment here"),
    UnexpectedEndOfComment: l10n.t("expected */ at the end of the comment"),
    UnexpectedEndOfString: l10n.t("expected a double quote at the end of the text"),
    UnexpectedEndOfNumber: l10n.t("expected a digit"),
    InvalidUnicode: l10n.t("expected four hexadecimal digits after \\u"),
    InvalidEscapeCharacter: l10n.t('expected one of " \\ / b f n r t u after the backslash'),
    InvalidCharacter: l10n.t("expected no control character in a text"),
  };
  return expectations[code] ?? l10n.t("a mistake");
}
