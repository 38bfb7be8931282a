import * as vscode from "vscode";
import type { ServerRow } from "../../servers/toolServers.ts";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";
import { type Saved, saveEntries } from "../saving/save.ts";
import { type Target, targetOf } from "../saving/target.ts";
import { sayNotSaved } from "./saved.ts";
import { describeTarget } from "./targetStep.ts";

/** Takes the entry of a row out of the settings or the file where it stands, if the person agrees. */
export async function removeByAsking(parts: Parts, { entry, status }: ServerRow): Promise<undefined> {
  const target = targetOf(entry);
  if (target === undefined || !(await askToRemove(entry.name, target, status.pid !== undefined))) {
    return undefined;
  }
  try {
    const saved = await saveEntries({ target, changes: [[entry.name, undefined]], storage: parts.storage });
    await parts.definitions.refresh();
    void tellRemoved(parts, entry.name, target, saved);
  } catch (error) {
    await sayNotSaved(error);
  }
  return undefined;
}

async function askToRemove(name: string, target: Target, runs: boolean): Promise<boolean> {
  const remove = vscode.l10n.t("Remove");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("Remove {0} from {1}?", plainLabel(name), describeTarget(target)),
    { modal: true, ...(runs && { detail: vscode.l10n.t("It is running and will be stopped.") }) },
    remove,
  );
  return answer === remove;
}

async function tellRemoved(parts: Parts, name: string, target: Target, { undo }: Saved): Promise<void> {
  const place = describeTarget(target);
  const undoIt = vscode.l10n.t("Undo");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t("{0} is removed from {1}.", plainLabel(name), place),
    undoIt,
  );
  if (answer !== undoIt) {
    return;
  }
  try {
    await undo();
    await parts.definitions.refresh();
  } catch (error) {
    await sayNotSaved(error);
  }
}
