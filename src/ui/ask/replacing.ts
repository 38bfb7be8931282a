import * as vscode from "vscode";
import type { ListedEntry } from "../../servers/definition.ts";
import { plainLabel } from "../plainText.ts";
import { conflictAt, type Target } from "../saving/target.ts";
import { maskedCommand } from "./maskedCommand.ts";
import { describeTarget, targetFolders } from "./targetStep.ts";

/** Those names that already stand in the target. */
export function replacedNames(
  target: Target,
  names: readonly string[],
  listed: readonly ListedEntry[],
): ListedEntry[] {
  const folders = targetFolders().map(({ path }) => path);
  return names.flatMap((name) => {
    const found = conflictAt(target, name, listed, folders);
    return found?.conflict === "replaces" ? [found.other] : [];
  });
}

/**
 * Nothing is overwritten without this question. Skipping is offered where there are others to go on with.
 * `undefined`: the person left.
 */
export async function askToReplace(
  target: Target,
  replaced: readonly ListedEntry[],
  others: boolean,
): Promise<"replace" | "skip" | undefined> {
  const replace = vscode.l10n.t("Replace");
  const skip = vscode.l10n.t("Skip");
  const names = replaced.map(({ name }) => plainLabel(name, 60)).join(", ");
  const [first] = replaced;
  const message =
    replaced.length === 1
      ? vscode.l10n.t("{0} is already in {1}. Replace it?", names, describeTarget(target))
      : vscode.l10n.t(
          "{0} servers are already in {1}. Replace them?",
          replaced.length,
          describeTarget(target),
        );
  const definition = replaced.length === 1 ? first?.definition : undefined;
  const detail =
    definition === undefined
      ? names
      : vscode.l10n.t("It runs: {0}", plainLabel(maskedCommand(definition.command, definition.args)));
  const answer = await vscode.window.showWarningMessage(
    message,
    { modal: true, detail },
    ...(others ? [replace, skip] : [replace]),
  );
  return answer === replace ? "replace" : answer === skip ? "skip" : undefined;
}
