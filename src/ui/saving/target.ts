import { basename } from "node:path";
import type { ListedEntry, SettingsScope } from "../../servers/definition.ts";
import type { FileSource } from "../../servers/definitions/file.ts";
import type { Holder } from "./jsonText.ts";

/** A workspace folder, by what names it. */
export interface TargetFolder {
  name: string;
  /** Absolute. */
  path: string;
}

/** Where entries can be saved. */
export type Target =
  | { kind: "settings"; scope: Exclude<SettingsScope, "folder"> }
  | { kind: "settings"; scope: "folder"; folder: TargetFolder }
  | { kind: FileSource; folder: TargetFolder };

export function holderOf(target: Target): Holder {
  switch (target.kind) {
    case "settings":
      return target.scope === "workspace" ? ["settings", "toolwire.servers"] : ["toolwire.servers"];
    case ".vscode/mcp.json":
      return ["servers"];
    case ".mcp.json":
      return ["mcpServers"];
  }
}

/** Where an entry stands, as a place to save to. */
export function targetOf({ source, scope, folder }: ListedEntry): Target | undefined {
  const place = folder === undefined ? undefined : { name: basename(folder), path: folder };
  if (source === "settings" && scope !== undefined && scope !== "folder") {
    return { kind: source, scope };
  }
  if (place === undefined) {
    return undefined;
  }
  return source === "settings"
    ? { kind: source, scope: "folder", folder: place }
    : { kind: source, folder: place };
}

/** What an entry of the same name means for one that is saved to a target. */
export type NameConflict =
  /** It stands there and would be replaced. */
  | "replaces"
  /** It comes first in the order of sources: the saved one would be listed as shadowed. */
  | "isShadowed"
  /** It comes later: it would be listed as shadowed by the saved one. */
  | "shadows";

/**
 * The heaviest conflict that a name has at a target; `other` is the entry it is with. `folders` are the workspace's,
 * in its order.
 */
export function conflictAt(
  target: Target,
  name: string,
  listed: readonly ListedEntry[],
  folders: readonly string[],
): { conflict: NameConflict; other: ListedEntry } | undefined {
  const same = listed.filter((entry) => entry.name === name);
  const here = same.find((entry) => standsIn(entry, target));
  if (here !== undefined) {
    return { conflict: "replaces", other: here };
  }
  const [winner] = same;
  if (winner === undefined) {
    return undefined;
  }
  return {
    conflict: isBefore(rankOf(winner, folders), targetRank(target, folders)) ? "isShadowed" : "shadows",
    other: winner,
  };
}

function standsIn(entry: ListedEntry, target: Target): boolean {
  if (entry.source !== target.kind) {
    return false;
  }
  if (target.kind === "settings") {
    return entry.scope === target.scope && (target.scope !== "folder" || entry.folder === target.folder.path);
  }
  return entry.folder === target.folder.path;
}

/** The contract's order of sources; within one, the order of the folders. */
type Rank = readonly [source: number, folder: number];

const sourceRank = { folder: 0, workspace: 1, user: 2, ".vscode/mcp.json": 3, ".mcp.json": 4 };

function rankOf({ source, scope, folder }: ListedEntry, folders: readonly string[]): Rank {
  const place = source === "settings" ? (scope ?? "user") : source;
  const perFolder = place !== "user" && place !== "workspace" && folder !== undefined;
  return [sourceRank[place], perFolder ? folders.indexOf(folder) : 0];
}

function targetRank(target: Target, folders: readonly string[]): Rank {
  const place = target.kind === "settings" ? target.scope : target.kind;
  if (!("folder" in target)) {
    return [sourceRank[place], 0];
  }
  return [sourceRank[place], folders.indexOf(target.folder.path)];
}

function isBefore(one: Rank, other: Rank): boolean {
  return one[0] === other[0] ? one[1] < other[1] : one[0] < other[0];
}
