import * as vscode from "vscode";
import type { ListedEntry } from "../../servers/definition.ts";
import { plainLabel } from "../plainText.ts";
import { type StepPlace, type StepResult, showStep } from "./steps.ts";

/** A name to call the server by, with one to begin with. A taken one is allowed: the next step says what it means. */
export function askName(
  place: StepPlace,
  value: string,
  listed: readonly ListedEntry[],
): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = vscode.l10n.t("A name to call the server by");
  input.value = value;
  input.valueSelection = [0, value.length];
  const check = (text: string) => {
    const name = text.trim();
    const other = listed.find((entry) => entry.name === name);
    input.validationMessage =
      name === ""
        ? vscode.l10n.t("The name is empty.")
        : other && {
            message: vscode.l10n.t(
              "{0} already has a server {1}. Nothing is replaced without asking.",
              other.source === "settings" ? vscode.l10n.t("The settings file") : other.source,
              plainLabel(name),
            ),
            severity: vscode.InputBoxValidationSeverity.Warning,
          };
  };
  check(value);
  input.onDidChangeValue(check);
  return showStep<string, typeof input>(input, place, () => input.value.trim() || undefined);
}
