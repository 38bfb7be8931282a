import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { CallOutcome } from "../servers/status.ts";
import type { Params } from "../wire/messages.ts";
import { requestScheme, outcomeScheme as scheme } from "./documentSchemes.ts";
import { formatClock } from "./format.ts";
import { type OutcomeText, outcomeText, shown } from "./outcomeText.ts";
import { plainLabel } from "./plainText.ts";
import type { Target } from "./requests/request.ts";

/** UTF-16 units kept for documents that may still be open; the newest is kept whatever its size. */
const budget = 40_000_000;

/** What was sent, so that it can be sent again, as it was or changed. */
export interface Sent {
  /** Absent for a batch. */
  target?: Target;
  params?: Params | undefined;
  /** What else there is to say of it, a line each. */
  notes?: readonly string[];
  again(): Promise<unknown>;
}

/** An outcome that is open, or was. */
export interface KeptOutcome extends Sent {
  server: string;
  text: string;
  /** Makes the whole text, where only its head is shown. */
  whole?: () => Promise<OutcomeText>;
}

/** Opens outcomes as read-only documents in real editors, with folding and search. */
export class OutcomeDocuments implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #kept = new Map<string, KeptOutcome>();
  readonly #registration: vscode.Disposable;
  #size = 0;
  #opened = 0;

  constructor() {
    this.#registration = vscode.languages.registerCodeLensProvider({ scheme }, this);
  }

  contentOf(uri: vscode.Uri): string {
    return (
      this.#kept.get(uri.toString())?.text ??
      `// ${vscode.l10n.t("This outcome is not kept any more. The traffic still has its lines.")}\n`
    );
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const kept = this.get(uri);
    if (kept === undefined) {
      return [];
    }
    const lens = (title: string, command: string) =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [uri] });
    return [
      lens(`$(refresh) ${vscode.l10n.t("Send Again")}`, "toolwire.outcome.sendAgain"),
      ...(kept.target === undefined ? [] : [lens(vscode.l10n.t("Edit and Send…"), "toolwire.outcome.edit")]),
      lens(vscode.l10n.t("Show Traffic"), "toolwire.outcome.showTraffic"),
      ...(kept.whole === undefined
        ? []
        : [lens(vscode.l10n.t("Show Whole Answer"), "toolwire.outcome.showWhole")]),
    ];
  }

  /** What is known of a document; nothing once it is forgotten. */
  get(uri: vscode.Uri): KeptOutcome | undefined {
    return this.#kept.get(uri.toString());
  }

  async open(outcome: CallOutcome, sent: Sent): Promise<void> {
    const { text, cut } = await outcomeText(outcome, setImmediate, shown, sent.notes);
    const most = { longest: shown.most, head: shown.most };
    const whole = () => outcomeText(outcome, setImmediate, most, sent.notes);
    await this.#show(sent.target?.name ?? outcome.method, {
      ...sent,
      server: outcome.server,
      text,
      ...(cut && { whole }),
    });
  }

  /** All outcomes of a batch in one document, in the order asked. [R5] */
  async openBatch(
    server: string,
    outcomes: readonly CallOutcome[],
    again: () => Promise<unknown>,
  ): Promise<void> {
    const texts = await Promise.all(outcomes.map((outcome) => outcomeText(outcome, setImmediate)));
    const text = texts.map((each) => each.text).join("\n");
    await this.#show(vscode.l10n.t("batch"), { server, text, again });
  }

  async showWhole(uri: vscode.Uri): Promise<void> {
    const kept = this.get(uri);
    if (kept?.whole === undefined) {
      return;
    }
    const { text, cut } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Laying out the whole answer") },
      kept.whole,
    );
    const { whole: _, ...rest } = kept;
    await this.#show(kept.target?.name ?? vscode.l10n.t("answer"), { ...rest, text });
    if (cut) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("The answer is larger than an editor can show. The traffic has the whole line."),
      );
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#kept.clear();
  }

  async #show(called: string, kept: KeptOutcome): Promise<void> {
    const title = `${kept.server} · ${called} · ${formatClock(new Date())}`;
    // The tab's title is what follows the last slash, so a slash of the method's becomes one that only looks like it.
    const path = `/${plainLabel(title, 120).replaceAll("/", "\u2215")}`;
    const uri = vscode.Uri.from({ scheme, path, query: String(++this.#opened) });
    this.#keep(uri.toString(), kept);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "jsonc");
    // Who writes a request goes on writing it.
    const preserveFocus = vscode.window.activeTextEditor?.document.uri.scheme === requestScheme;
    await vscode.window.showTextDocument(document, {
      viewColumn: columnForOutcomes(),
      preview: true,
      preserveFocus,
    });
  }

  #keep(key: string, kept: KeptOutcome): void {
    this.#forget(key);
    for (const oldest of this.#kept.keys()) {
      if (this.#size + kept.text.length <= budget) {
        break;
      }
      this.#forget(oldest);
    }
    this.#kept.set(key, kept);
    this.#size += kept.text.length;
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.text.length ?? 0;
    this.#kept.delete(key);
  }
}

/** Beside what the person works on; where an outcome is shown already, in its place. */
function columnForOutcomes(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(
    ({ activeTab }) =>
      activeTab?.input instanceof vscode.TabInputText && activeTab.input.uri.scheme === scheme,
  );
  if (group !== undefined) {
    return group.viewColumn;
  }
  return vscode.window.tabGroups.activeTabGroup.tabs.length === 0
    ? vscode.ViewColumn.Active
    : vscode.ViewColumn.Beside;
}
