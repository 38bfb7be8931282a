import { posix, win32 } from "node:path";
import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../../wire/envelope.ts";
import type { DefinitionSource, ListedEntry, Position, SettingsScope } from "../definition.ts";
import { checkDefinition } from "./check.ts";
import { parseEntry } from "./entry.ts";
import type { Surroundings, WorkspaceFolder } from "./evaluation.ts";
import { type DefinitionFile, type FileSource, parseDefinitionFile } from "./file.ts";
import type { FileContent } from "./fileContent.ts";
import { describeFound } from "./found.ts";
import { emptyInputTable, type InputTable } from "./input.ts";

/** What one workspace folder contributes. */
export interface FolderSources extends WorkspaceFolder {
  /** `inspect("toolwire.servers").workspaceFolderValue` */
  settings?: unknown;
  /** `.vscode/mcp.json`; absent where there is no such file. */
  vscodeMcpJson?: FileContent;
  /** `.mcp.json` */
  mcpJson?: FileContent;
}

/** Everything that entries are read from. Settings are whole values of one scope: `inspect()`, not `get()`. */
export interface DefinitionSources {
  /** In the order of the workspace. */
  folders: readonly FolderSources[];
  /** Whether the workspace is a `.code-workspace` file. Without one, folder and workspace settings are one file. */
  workspaceFile: boolean;
  workspaceSettings?: unknown;
  userSettings?: unknown;
}

/** One entry on its way into the list. */
interface Candidate {
  name: string;
  value: unknown;
  source: DefinitionSource;
  /** Where it stands, for "Shadowed by …". */
  place: string;
  inputs: InputTable;
  folder?: string;
  file?: string;
  position?: Position;
  scope?: SettingsScope;
}

/** Something that holds no entries although it should. */
interface Broken {
  entry: ListedEntry;
}

/**
 * Lists every entry in the contract's order: settings (folder, workspace, user), then each folder's
 * `.vscode/mcp.json`, then each folder's `.mcp.json`. Entries are whole: one never merges into another. The first of
 * a name wins; the others are listed with what shadows them. One that cannot be used is listed with the reason and
 * harms no other. [R13] Never throws.
 */
export function listEntries(
  sources: DefinitionSources,
  surroundings: Omit<Surroundings, "folders">,
): ListedEntry[] {
  const window: Surroundings = {
    ...surroundings,
    folders: sources.folders.map(({ name, path }) => ({ name, path })),
  };
  const winners = new Map<string, Candidate>();
  return collect(sources, window).map((candidate) => {
    if ("entry" in candidate) {
      return candidate.entry;
    }
    const winner = winners.get(candidate.name);
    if (winner === undefined) {
      winners.set(candidate.name, candidate);
    }
    return toListed(candidate, winner, window);
  });
}

function toListed(candidate: Candidate, winner: Candidate | undefined, window: Surroundings): ListedEntry {
  const { name, source, folder, file, position, scope } = candidate;
  const listed: ListedEntry = {
    name,
    source,
    ...(folder !== undefined && { folder }),
    ...(file !== undefined && { file }),
    ...(position !== undefined && { position }),
    ...(scope !== undefined && { scope }),
  };
  if (winner !== undefined) {
    const error = l10n.t("Shadowed by the entry of the same name in {0}", winner.place);
    return { ...listed, shadowedBy: winner.source, error };
  }
  const parsed = parseEntry(name, candidate.value, {
    source,
    ...(folder !== undefined && { folder }),
  });
  if ("error" in parsed) {
    return { ...listed, error: parsed.error };
  }
  return { ...listed, ...checkDefinition(parsed.definition, candidate.inputs, window) };
}

function collect(sources: DefinitionSources, window: Surroundings): (Candidate | Broken)[] {
  const files = sources.folders.map((folder) => ({
    folder,
    vscodeMcpJson: readFileContent(folder.vscodeMcpJson, ".vscode/mcp.json"),
    mcpJson: readFileContent(folder.mcpJson, ".mcp.json"),
  }));
  const inputsOf = new Map(files.map(({ folder, vscodeMcpJson }) => [folder, vscodeMcpJson.inputs]));
  const inputs = (folder: FolderSources | undefined): InputTable =>
    (folder === undefined ? undefined : inputsOf.get(folder)) ?? emptyInputTable();
  const first = sources.folders[0];
  const several = sources.folders.length > 1;

  const fromSettings = (value: unknown, scope: SettingsScope, folder: FolderSources | undefined) =>
    settingsCandidates(value, {
      source: "settings",
      place:
        scope !== "folder" || !several
          ? settingsInWords(scope)
          : l10n.t("the settings of the folder {0}", JSON.stringify(folder?.name)),
      scope,
      inputs: inputs(folder),
      ...(folder !== undefined && { folder: folder.path }),
    });
  const fromFile = (folder: FolderSources, source: FileSource, file: DefinitionFile) =>
    fileCandidates(file, {
      source,
      place: several ? l10n.t("{0} of the folder {1}", source, JSON.stringify(folder.name)) : source,
      inputs: inputs(folder),
      folder: folder.path,
      file: joinPath(folder.path, source, window.platform),
      label: several ? `${folder.name}/${source}` : source,
    });

  // In a window with one folder, VS Code answers its settings.json for both scopes.
  const oneFile = !sources.workspaceFile && sources.folders.length === 1;
  return [
    ...sources.folders.flatMap((folder) =>
      fromSettings(folder.settings ?? (oneFile ? sources.workspaceSettings : undefined), "folder", folder),
    ),
    ...(oneFile ? [] : fromSettings(sources.workspaceSettings, "workspace", first)),
    ...fromSettings(sources.userSettings, "user", first),
    ...files.flatMap(({ folder, vscodeMcpJson }) => fromFile(folder, ".vscode/mcp.json", vscodeMcpJson)),
    ...files.flatMap(({ folder, mcpJson }) => fromFile(folder, ".mcp.json", mcpJson)),
  ];
}

function settingsInWords(scope: SettingsScope): string {
  switch (scope) {
    case "folder":
      return l10n.t("the folder settings");
    case "workspace":
      return l10n.t("the workspace settings");
    case "user":
      return l10n.t("the user settings");
  }
}

function settingsCandidates(
  value: unknown,
  origin: Omit<Candidate, "name" | "value">,
): (Candidate | Broken)[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (!isJsonObject(value)) {
    const { source, folder, scope } = origin;
    const error = l10n.t(
      '"toolwire.servers" in {0} is {1}: expected an object',
      origin.place,
      describeFound(value),
    );
    const entry: ListedEntry = {
      name: "toolwire.servers",
      source,
      ...(folder !== undefined && { folder }),
      ...(scope !== undefined && { scope }),
      error,
    };
    return [{ entry }];
  }
  return Object.entries(value).map(([name, entry]) => ({ ...origin, name, value: entry }));
}

function fileCandidates(
  content: DefinitionFile,
  { label, ...origin }: Omit<Candidate, "name" | "value" | "position"> & { file: string; label: string },
): (Candidate | Broken)[] {
  const { problem, entries } = content;
  const candidates = entries.map((entry) => ({ ...origin, ...entry }));
  if (problem === undefined) {
    return candidates;
  }
  const { source, folder, file } = origin;
  const entry: ListedEntry = {
    name: label,
    source,
    ...(folder !== undefined && { folder }),
    file,
    ...(problem.position !== undefined && { position: problem.position }),
    error: problem.message,
  };
  return [{ entry }, ...candidates];
}

/** While there is a mistake in a file its entries stay as they were before: nothing that runs ends because of it. */
function readFileContent(content: FileContent | undefined, source: FileSource): DefinitionFile {
  if (content === undefined) {
    return { entries: [], inputs: emptyInputTable() };
  }
  const { problem, ...now } =
    "text" in content ? parseDefinitionFile(content.text, source) : unreadable(source, content.problem);
  if (problem === undefined || content.lastReadable === undefined) {
    return { ...now, ...(problem && { problem }) };
  }
  const { entries, inputs } = parseDefinitionFile(content.lastReadable, source);
  if (entries.length === 0) {
    return { ...now, problem };
  }
  const message = l10n.t("{0}. Its entries stay as they were before", problem.message);
  // Where they stood then is not where they stand now; the mistake is what keeps them there.
  const { position } = problem;
  const kept = position === undefined ? entries : entries.map((entry) => ({ ...entry, position }));
  return { entries: kept, inputs, problem: { ...problem, message } };
}

function unreadable(source: FileSource, code: string): DefinitionFile {
  const message = l10n.t("{0} cannot be read ({1})", source, code);
  return { entries: [], inputs: emptyInputTable(message), problem: { message } };
}

function joinPath(folder: string, file: FileSource, platform: NodeJS.Platform): string {
  return (platform === "win32" ? win32 : posix).join(folder, file);
}
