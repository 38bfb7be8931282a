import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import type { ListedEntry } from "../../servers/definition.ts";
import { parseEntry } from "../../servers/definitions/entry.ts";
import { findVariables, replaceVariables } from "../../servers/definitions/variable.ts";
import { isJsonObject } from "../../wire/envelope.ts";
import type { ClientEntry } from "./clientEntries.ts";
import type { ClientFile } from "./clientFiles.ts";

/** What would be copied, or why it cannot be. */
export interface Candidate {
  name: string;
  file: ClientFile;
  project?: string;
  /** The fields that mean the same here. */
  entry: Record<string, unknown>;
  /** The inputs it asks for, as the client's file has them. */
  inputs: unknown[];
  /** Cannot be copied. */
  unsupported?: string;
  /** Something of that name is there already, or the client has it switched off. */
  doubt?: Doubt;
}

export type Doubt =
  | { kind: "registered"; source: string }
  | { kind: "same"; client: string }
  | { kind: "sameName"; client: string }
  | { kind: "disabled" };

/** Fields of other clients' entries that mean here what they mean there. */
const copied = ["command", "args", "env", "cwd", "envFile"];

/** Judges every entry against what is registered, and against those found before it. */
export function candidatesFrom(
  found: readonly { file: ClientFile; entries: readonly ClientEntry[]; inputs: readonly unknown[] }[],
  listed: readonly Pick<ListedEntry, "name" | "source">[],
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const { file, entries, inputs } of found) {
    for (const { name, value, project } of entries) {
      const entry = copiedEntry(value, file);
      const parsed = parseEntry(name, value, { source: "settings" });
      const unsupported = isRemote(value)
        ? l10n.t("not supported yet: {0} transport", "HTTP")
        : "error" in parsed
          ? parsed.error
          : undefined;
      const earlier = candidates.filter((one) => one.name === name && one.unsupported === undefined);
      const doubt = unsupported === undefined ? doubtOf(name, value, entry, earlier, listed) : undefined;
      candidates.push({
        name,
        file,
        entry,
        inputs: inputsOf(entry, inputs),
        ...(project !== undefined && { project }),
        ...(unsupported !== undefined && { unsupported }),
        ...(doubt !== undefined && { doubt }),
      });
    }
  }
  return candidates;
}

/** Some clients have names of their own for `url`. */
function isRemote(value: unknown): boolean {
  return isJsonObject(value) && value.command === undefined && ("serverUrl" in value || "httpUrl" in value);
}

function doubtOf(
  name: string,
  value: unknown,
  entry: Record<string, unknown>,
  earlier: readonly Candidate[],
  listed: readonly Pick<ListedEntry, "name" | "source">[],
): Doubt | undefined {
  const registered = listed.find((one) => one.name === name);
  if (registered !== undefined) {
    return { kind: "registered", source: registered.source };
  }
  const same = earlier.find((one) => isDeepStrictEqual(one.entry, entry));
  if (same !== undefined) {
    return { kind: "same", client: same.file.client };
  }
  const [sameName] = earlier;
  if (sameName !== undefined) {
    return { kind: "sameName", client: sameName.file.client };
  }
  return isJsonObject(value) && value.disabled === true ? { kind: "disabled" } : undefined;
}

/** Claude Code writes environment variables as `${NAME}`; everywhere else they are `${env:NAME}`. */
function copiedEntry(value: unknown, { client }: ClientFile): Record<string, unknown> {
  if (!isJsonObject(value)) {
    return {};
  }
  const kept = Object.fromEntries(copied.flatMap((field) => (field in value ? [[field, value[field]]] : [])));
  return client === "Claude Code" ? (mapTexts(kept, withEnvPrefix) as Record<string, unknown>) : kept;
}

function withEnvPrefix(text: string): string {
  return replaceVariables(text, "mcpJson", ({ text: written, variable }) =>
    variable.kind === "env" && variable.fallback === undefined ? `\${env:${variable.name}}` : written,
  );
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((member) => mapTexts(member, change));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]))
    : value;
}

function inputsOf(entry: Record<string, unknown>, inputs: readonly unknown[]): unknown[] {
  const asked = new Set<string>();
  mapTexts(entry, (text) => {
    for (const { variable } of findVariables(text, "vscode")) {
      if (variable.kind === "input") {
        asked.add(variable.id);
      }
    }
    return text;
  });
  return inputs.filter((input) => isJsonObject(input) && asked.has(String(input.id)));
}

/** A name of its own for each: of two with one name the later gets its client's name behind it. */
export function distinctNames(chosen: readonly Candidate[]): Map<Candidate, string> {
  const names = new Map<Candidate, string>();
  const taken = new Set<string>();
  for (const candidate of chosen) {
    const { name, file } = candidate;
    let distinct = name;
    for (let number = 1; taken.has(distinct); number++) {
      const suffix = file.client.toLowerCase().replace(/\s+/g, "-");
      distinct = number === 1 ? `${name}-${suffix}` : `${name}-${suffix}-${number}`;
    }
    taken.add(distinct);
    names.set(candidate, distinct);
  }
  return names;
}
