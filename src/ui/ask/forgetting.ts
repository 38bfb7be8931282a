import * as vscode from "vscode";
import { type AskedInput, answerKey, isPassword } from "../../servers/definitions/answer.ts";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";

/** An input whose answer may be kept, with the servers that need it. */
interface KeptInput {
  key: string;
  secret: boolean;
  input: AskedInput;
  servers: string[];
}

/** Which of the answers that are kept are to be asked for again. */
export async function forgetByAsking(parts: Parts): Promise<undefined> {
  const items: (vscode.QuickPickItem & { kept: KeptInput })[] = [];
  for (const kept of inputsOf(parts)) {
    const answer = await parts.answers.read(kept.key, kept.secret);
    if (answer !== undefined) {
      const { input, servers, secret } = kept;
      items.push({
        kept,
        label: plainLabel(input.description ?? input.id),
        description: `\${input:${plainLabel(input.id)}} · ${plainLabel(servers.join(", "))}`,
        detail: secret ? vscode.l10n.t("kept in the secret storage") : plainLabel(answer),
      });
    }
  }
  if (items.length === 0) {
    await vscode.window.showInformationMessage(
      vscode.l10n.t("No answer to an input of the listed servers is stored."),
    );
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t("Forget Stored Input Answers"),
    placeHolder: vscode.l10n.t("Answers to ask for again when a server that needs them starts"),
    matchOnDescription: true,
  });
  for (const { kept } of chosen ?? []) {
    await parts.answers.forget(kept.key, kept.secret);
  }
  if (chosen !== undefined && chosen.length > 0) {
    void vscode.window.setStatusBarMessage(
      chosen.length === 1
        ? vscode.l10n.t("1 answer is forgotten")
        : vscode.l10n.t("{0} answers are forgotten", chosen.length),
      5000,
    );
  }
  return undefined;
}

/** Each input once, though several servers may need it. */
function inputsOf(parts: Parts): KeptInput[] {
  const inputs = new Map<string, KeptInput>();
  for (const { entry } of parts.servers.rows()) {
    for (const input of entry.definition?.inputs ?? []) {
      if (input.type === "command") {
        continue;
      }
      const key = answerKey(input.id, entry.definition?.folder);
      const present = inputs.get(key);
      if (present === undefined) {
        inputs.set(key, { key, secret: isPassword(input), input, servers: [entry.name] });
      } else {
        present.servers.push(entry.name);
      }
    }
  }
  return [...inputs.values()];
}
