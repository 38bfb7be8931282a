import * as vscode from "vscode";
import type { CallOutcome } from "../servers/status.ts";
import { formatClock } from "./format.ts";
import { outcomeText } from "./outcomeText.ts";
import { plainLabel } from "./plainText.ts";

const scheme = "toolwire-outcome";

/** UTF-16 units kept for documents that may still be open; the newest is kept whatever its size. */
const budget = 40_000_000;

/** Opens outcomes as read-only documents in real editors, with folding and search. */
export class OutcomeDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #size = 0;
  #opened = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      `// ${vscode.l10n.t("This outcome is not kept any more. The traffic still has its lines.")}\n`
    );
  }

  /** `called` is what the person chose. */
  async open(outcome: CallOutcome, called: string): Promise<void> {
    await this.#show(`${outcome.server} · ${called} · ${formatClock(new Date())}`, outcomeText(outcome));
  }

  /** All outcomes of a batch in one document, in the order asked. [R5] */
  async openBatch(server: string, outcomes: readonly CallOutcome[]): Promise<void> {
    const title = `${server} · ${vscode.l10n.t("batch")} · ${formatClock(new Date())}`;
    await this.#show(title, outcomes.map(outcomeText).join("\n"));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#texts.clear();
  }

  async #show(title: string, text: string): Promise<void> {
    // The tab's title is what follows the last slash, so a slash of the method's becomes one that only looks like it.
    const path = `/${plainLabel(title, 120).replaceAll("/", "\u2215")}`;
    const uri = vscode.Uri.from({ scheme, path, query: String(++this.#opened) });
    this.#keep(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "jsonc");
    await vscode.window.showTextDocument(document, { viewColumn: columnForOutcomes(), preview: true });
  }

  #keep(key: string, text: string): void {
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size + text.length <= budget) {
        break;
      }
      this.#texts.delete(oldest);
      this.#size -= length;
    }
    this.#texts.set(key, text);
    this.#size += text.length;
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
