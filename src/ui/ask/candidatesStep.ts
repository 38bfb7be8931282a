import * as vscode from "vscode";
import type { Candidate, Doubt } from "../import/candidate.ts";
import { type ClientFile, shortPath } from "../import/clientFiles.ts";
import type { BrokenFile, ClientsFound } from "../import/readClients.ts";
import { plainLabel } from "../plainText.ts";
import { maskedCommand } from "./maskedCommand.ts";
import { type StepPlace, type StepResult, showStep } from "./steps.ts";

interface CandidateItem extends vscode.QuickPickItem {
  /** Absent where it cannot be copied. */
  candidate?: Candidate;
  file?: ClientFile;
  position?: vscode.Position;
}

/** Ticks what is to be copied. What cannot be is shown with the reason and cannot be ticked. */
export function askCandidates(
  place: StepPlace,
  { candidates, broken }: ClientsFound,
  machine: { home: string; platform: NodeJS.Platform },
  ticked: readonly Candidate[] | undefined,
): Promise<StepResult<Candidate[]>> {
  const pick = vscode.window.createQuickPick<CandidateItem>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = vscode.l10n.t("Servers to copy");
  pick.items = itemsFor(candidates, broken, machine);
  const isTicked = ({ candidate }: CandidateItem) =>
    candidate !== undefined && (ticked?.includes(candidate) ?? candidate.doubt === undefined);
  pick.selectedItems = pick.items.filter(isTicked);
  pick.onDidChangeSelection((selected) => {
    const usable = selected.filter(({ candidate }) => candidate !== undefined);
    if (usable.length < selected.length) {
      pick.selectedItems = usable;
    }
  });
  pick.onDidTriggerItemButton(async ({ item: { file, position } }) => {
    if (file !== undefined) {
      const selection = position && new vscode.Range(position, position);
      pick.hide();
      await vscode.window.showTextDocument(vscode.Uri.file(file.path), { ...(selection && { selection }) });
    }
  });
  return showStep<Candidate[], typeof pick>(pick, place, () => {
    const chosen = pick.selectedItems.flatMap(({ candidate }) => candidate ?? []);
    return chosen.length === 0 ? undefined : chosen;
  });
}

function itemsFor(
  candidates: readonly Candidate[],
  broken: readonly BrokenFile[],
  machine: { home: string; platform: NodeJS.Platform },
): CandidateItem[] {
  const items: CandidateItem[] = [];
  let group: string | undefined;
  for (const candidate of candidates) {
    const label = groupLabel(candidate, machine);
    if (label !== group) {
      items.push({ label, kind: vscode.QuickPickItemKind.Separator });
      group = label;
    }
    items.push(itemFor(candidate, machine));
  }
  if (broken.length > 0) {
    items.push({ label: vscode.l10n.t("cannot be read"), kind: vscode.QuickPickItemKind.Separator });
    items.push(...broken.map((one) => brokenItem(one, machine)));
  }
  return items;
}

function groupLabel(
  { file, project }: Candidate,
  machine: { home: string; platform: NodeJS.Platform },
): string {
  return project === undefined
    ? file.client
    : `${file.client} · ${plainLabel(shortPath(project, machine), 40)}`;
}

function itemFor(candidate: Candidate, machine: { home: string; platform: NodeJS.Platform }): CandidateItem {
  const { name, file, unsupported, doubt } = candidate;
  const buttons = [openButton(file, machine)];
  if (unsupported !== undefined) {
    return {
      label: `$(circle-slash) ${plainLabel(name)}`,
      description: vscode.l10n.t("cannot be copied: {0}", plainLabel(unsupported)),
      buttons,
      file,
    };
  }
  const detail = describeEntry(candidate);
  return {
    label: doubt === undefined ? plainLabel(name) : `$(warning) ${plainLabel(name)}`,
    ...(doubt !== undefined && { description: describeDoubt(doubt) }),
    detail,
    buttons,
    file,
    candidate,
  };
}

/** The command line, and the names of the variables: their values may be secrets. */
function describeEntry({ entry, inputs }: Candidate): string {
  const { command, args, env } = entry as { command: string; args?: string[]; env?: Record<string, unknown> };
  const names = Object.keys(env ?? {});
  return [
    plainLabel(maskedCommand(command, args ?? []), 120),
    ...(names.length === 0 ? [] : [vscode.l10n.t("sets {0}", plainLabel(names.join(", "), 80))]),
    ...(inputs.length === 0 ? [] : [vscode.l10n.t("asks when it starts")]),
  ].join(" · ");
}

function describeDoubt(doubt: Doubt): string {
  switch (doubt.kind) {
    case "registered":
      return vscode.l10n.t("the name is taken in {0}", doubt.source);
    case "same":
      return vscode.l10n.t("the same as in {0}", doubt.client);
    case "sameName":
      return vscode.l10n.t("{0} has another of this name", doubt.client);
    case "disabled":
      return vscode.l10n.t("switched off there");
  }
}

function brokenItem(
  { file, problem }: BrokenFile,
  machine: { home: string; platform: NodeJS.Platform },
): CandidateItem {
  const { message, position } = problem;
  const reason =
    position === undefined
      ? message
      : vscode.l10n.t("line {0}, column {1}: {2}", position.line, position.column, message);
  return {
    label: `$(error) ${file.client}`,
    description: plainLabel(shortPath(file.path, machine)),
    detail: plainLabel(reason),
    buttons: [openButton(file, machine)],
    file,
    ...(position && { position: new vscode.Position(position.line - 1, position.column - 1) }),
  };
}

function openButton(
  { path }: ClientFile,
  machine: { home: string; platform: NodeJS.Platform },
): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon("go-to-file"),
    tooltip: vscode.l10n.t("Open {0}", shortPath(path, machine)),
  };
}
