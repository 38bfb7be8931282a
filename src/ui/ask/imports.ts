import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Parts } from "../commands/parts.ts";
import { type Candidate, distinctNames } from "../import/candidate.ts";
import { shortPath } from "../import/clientFiles.ts";
import { type ClientsFound, readClients } from "../import/readClients.ts";
import { plainLabel } from "../plainText.ts";
import { type Saved, saveEntries } from "../saving/save.ts";
import type { Target } from "../saving/target.ts";
import { askCandidates } from "./candidatesStep.ts";
import { askToReplace, replacedNames } from "./replacing.ts";
import { sayNotSaved } from "./saved.ts";
import { type StepResult, walk } from "./steps.ts";
import { askTarget, describeTarget, targetFolders } from "./targetStep.ts";

/** Shows what other clients have, asks where to, and copies what is ticked. */
export async function importByAsking(parts: Parts): Promise<undefined> {
  const machine = { platform: process.platform, home: homedir(), env: process.env };
  const listed = parts.servers.rows().map(({ entry }) => entry);
  const found = await readClients(
    machine,
    targetFolders().map(({ path }) => path),
    listed,
  );
  if (found.candidates.length === 0 && found.broken.length === 0) {
    void sayNothingFound(found, machine);
    return undefined;
  }
  let chosen: Candidate[] | undefined;
  let target: Target | undefined;
  const place = (step: number) => ({ title: vscode.l10n.t("Import Servers"), step, totalSteps: 2 });
  const answered = await walk(() => [
    async (): Promise<StepResult<unknown>> => {
      const result = await askCandidates(place(1), found, machine, chosen);
      chosen = typeof result === "object" ? result.value : chosen;
      return result;
    },
    async (): Promise<StepResult<unknown>> => {
      const names = [...distinctNames(chosen ?? []).values()];
      const result = await askTarget(place(2), names, listed);
      target = typeof result === "object" ? result.value : target;
      return result;
    },
  ]);
  if (answered && chosen !== undefined && target !== undefined) {
    await copy(parts, chosen, target);
  }
  return undefined;
}

async function copy(parts: Parts, chosen: readonly Candidate[], target: Target): Promise<void> {
  const names = distinctNames(chosen);
  const listed = parts.servers.rows().map(({ entry }) => entry);
  const replaced = replacedNames(target, [...names.values()], listed);
  const answer =
    replaced.length === 0 ? "replace" : await askToReplace(target, replaced, replaced.length < names.size);
  if (answer === undefined) {
    return;
  }
  const kept = new Set(answer === "skip" ? replaced.map(({ name }) => name) : []);
  const copied = [...names].filter(([, name]) => !kept.has(name));
  const unasked = copied.filter(([{ inputs }]) => inputs.length > 0 && target.kind !== ".vscode/mcp.json");
  let saved: Saved;
  try {
    saved = await saveEntries({
      target,
      changes: copied.map(([{ entry }, name]) => [name, entryFor(entry, target)]),
      inputs: target.kind === ".vscode/mcp.json" ? copied.flatMap(([{ inputs }]) => inputs) : [],
      storage: parts.storage,
    });
  } catch (error) {
    await sayNotSaved(error);
    return;
  }
  await parts.definitions.refresh();
  void sayCopied(
    parts,
    copied.map(([, name]) => name),
    unasked.map(([, name]) => name),
    target,
    saved,
  );
}

/** What other clients keep is MCP; only settings have another default. */
export function entryFor(entry: Record<string, unknown>, target: Target): Record<string, unknown> {
  return target.kind === "settings" ? { ...entry, protocol: "mcp" } : entry;
}

async function sayCopied(
  parts: Parts,
  names: readonly string[],
  unasked: readonly string[],
  target: Target,
  { file, undo }: Saved,
): Promise<void> {
  const list = plainLabel(names.join(", "), 150);
  const place = describeTarget(target);
  const sentences = [
    names.length === 1
      ? vscode.l10n.t("{0} is copied to {1}.", list, place)
      : vscode.l10n.t("{0} servers are copied to {1}: {2}.", names.length, place, list),
    ...(unasked.length === 0
      ? []
      : [
          vscode.l10n.t(
            "{0}: its inputs can only be asked for in .vscode/mcp.json; add them there.",
            plainLabel(unasked.join(", "), 100),
          ),
        ]),
  ];
  const undoIt = vscode.l10n.t("Undo");
  const open = vscode.l10n.t("Open File");
  const say = unasked.length === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await say(sentences.join(" "), undoIt, ...(file === undefined ? [] : [open]));
  if (answer === undoIt) {
    try {
      await undo();
    } catch (error) {
      await sayNotSaved(error);
      return;
    }
    await parts.definitions.refresh();
    void vscode.window.setStatusBarMessage(vscode.l10n.t("Import undone: {0} is as it was", place), 5000);
  } else if (answer === open && file !== undefined) {
    await vscode.window.showTextDocument(file);
  }
}

async function sayNothingFound(
  { searched }: ClientsFound,
  machine: { home: string; platform: NodeJS.Platform },
): Promise<void> {
  const where = vscode.l10n.t("Show Where");
  const add = vscode.l10n.t("Add Server…");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "No server of Claude Desktop, Claude Code, Cursor, Windsurf or VS Code was found on this machine.",
    ),
    where,
    add,
  );
  if (answer === add) {
    await vscode.commands.executeCommand("toolwire.addServer");
  } else if (answer === where) {
    await vscode.window.showQuickPick(
      searched.map(({ client, path }) => ({
        label: client,
        description: plainLabel(shortPath(path, machine)),
      })),
      { title: vscode.l10n.t("Looked at"), matchOnDescription: true },
    );
  }
}
