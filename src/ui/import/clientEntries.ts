import * as l10n from "@vscode/l10n";
import { type ParseError, parse } from "jsonc-parser";
import type { Position } from "../../servers/definition.ts";
import { notAsExpected } from "../../servers/definitions/fields.ts";
import { describeMistake, positionAt } from "../../servers/definitions/file.ts";
import { describeFound } from "../../servers/definitions/found.ts";
import { isJsonObject } from "../../wire/envelope.ts";
import type { ClientFormat } from "./clientFiles.ts";

/** An entry as a client's file holds it. */
export interface ClientEntry {
  name: string;
  value: unknown;
  /** Claude Code: the folder it is kept for. */
  project?: string;
}

/** What a file holds, or the mistake that keeps it from being read. */
export interface ClientEntries {
  entries: ClientEntry[];
  /** VS Code: the questions that entries refer to. */
  inputs: unknown[];
  /** Claude Code: every folder it has been used in. */
  projects: string[];
  problem?: { message: string; position?: Position };
}

/** Larger than this, a mistake is not looked for: that parser is slow, and these files hold history as well. */
const longestSearched = 1_000_000;

/** Tolerant: comments, trailing commas and an empty file are fine. Never throws. */
export function readClientEntries(text: string, format: ClientFormat): ClientEntries {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const nothing: ClientEntries = { entries: [], inputs: [], projects: [] };
  if (content.trim() === "") {
    return nothing;
  }
  const read = readJson(content);
  if ("problem" in read) {
    return { ...nothing, problem: read.problem };
  }
  const root = read.value;
  if (!isJsonObject(root)) {
    return {
      ...nothing,
      problem: { message: l10n.t("the file is {0}: expected an object", describeFound(root)) },
    };
  }
  const holder = format === "vscode" ? "servers" : "mcpServers";
  const held = root[holder];
  if (held !== undefined && !isJsonObject(held)) {
    return { ...nothing, problem: { message: notAsExpected(holder, held, l10n.t("an object")) } };
  }
  const projects =
    format === "claudeCode" && isJsonObject(root.projects) ? Object.entries(root.projects) : [];
  return {
    entries: [
      ...entriesOf(held),
      ...projects.flatMap(([project, kept]) =>
        entriesOf(isJsonObject(kept) ? kept.mcpServers : undefined).map((entry) => ({ ...entry, project })),
      ),
    ],
    inputs: format === "vscode" && Array.isArray(root.inputs) ? root.inputs : [],
    projects: projects.map(([project]) => project),
  };
}

function entriesOf(held: unknown): ClientEntry[] {
  return isJsonObject(held) ? Object.entries(held).map(([name, value]) => ({ name, value })) : [];
}

type Read = { value: unknown } | { problem: NonNullable<ClientEntries["problem"]> };

function readJson(content: string): Read {
  try {
    return { value: JSON.parse(content) };
  } catch {
    if (content.length > longestSearched) {
      return { problem: { message: l10n.t("not valid JSON") } };
    }
  }
  try {
    const errors: ParseError[] = [];
    const value: unknown = parse(content, errors, { allowTrailingComma: true });
    const [first] = errors;
    return first === undefined
      ? { value }
      : { problem: { message: describeMistake(first), position: positionAt(content, first.offset) } };
  } catch {
    // The parser is recursive.
    return { problem: { message: l10n.t("nested too deeply") } };
  }
}
