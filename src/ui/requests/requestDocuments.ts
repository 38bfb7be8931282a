import * as vscode from "vscode";
import { outcomeScheme, requestScheme } from "../documentSchemes.ts";
import { plainLabel } from "../plainText.ts";
import { type Request, readRequest } from "./request.ts";
import { RequestFiles } from "./requestFiles.ts";
import { RequestHelp } from "./requestHelp.ts";
import { requestLenses } from "./requestLenses.ts";
import type { RequestSource } from "./requestSource.ts";
import { firstValue } from "./requestText.ts";

/** Saving by itself keeps a request from asking to be saved when it is closed. Milliseconds. */
const saveAfterMs = 600;

/** Requests as JSON documents in real editors, with completion, hovers and squiggles from the schema, and *Send*. */
export class RequestDocuments implements vscode.Disposable {
  /** Registered apart, so that a document of an earlier window can be restored. */
  readonly files: RequestFiles;
  readonly #source: RequestSource;
  readonly #subscriptions: vscode.Disposable[];
  readonly #saves = new Map<string, NodeJS.Timeout>();

  constructor(source: RequestSource) {
    this.#source = source;
    this.files = new RequestFiles((uri) => {
      const request = requestOf(uri);
      return request === undefined ? "{}\n" : source.beginningOf(request);
    });
    const schemaOf = (uri: vscode.Uri) => {
      const request = requestOf(uri);
      return request === undefined ? undefined : source.schemaOf(request);
    };
    const selector = { scheme: requestScheme };
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#saveSoon(document)),
      vscode.languages.registerCodeLensProvider(selector, {
        provideCodeLenses: ({ uri }) => {
          const request = requestOf(uri);
          return request === undefined
            ? []
            : requestLenses(uri, request, source.lastOf(request) !== undefined);
        },
      }),
      new RequestHelp(selector, schemaOf),
    ];
  }

  /** Opens the document of this request. `text` replaces what it holds; without it a document that is open stays as it is. */
  async open(request: Request, text?: string): Promise<void> {
    const uri = uriOf(request);
    const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (open === undefined) {
      this.files.put(uri, text ?? this.#source.beginningOf(request));
    } else if (text !== undefined) {
      await replaceText(open, text);
    }
    const document = open ?? (await vscode.workspace.openTextDocument(uri));
    const editor = await vscode.window.showTextDocument(document, {
      preview: false,
      viewColumn: columnOf(uri),
    });
    const value = firstValue(document.getText());
    if (value !== undefined) {
      const { start, end } = value;
      editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(end));
    }
  }

  /** Fills in what was sent last. */
  async useLast(request: Request): Promise<void> {
    const last = this.#source.lastOf(request);
    if (last !== undefined) {
      await this.open(request, `${JSON.stringify(last, undefined, 2)}\n`);
    }
  }

  /** Closes the editor and forgets what it held. */
  async close(uri: vscode.Uri): Promise<void> {
    await this.#document(uri)?.save();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(
        ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
      ),
    );
    this.files.delete(uri);
  }

  /** What it would send, as it stands in the editor. */
  async textOf(uri: vscode.Uri): Promise<string> {
    return (this.#document(uri) ?? (await vscode.workspace.openTextDocument(uri))).getText();
  }

  dispose(): void {
    for (const timer of this.#saves.values()) {
      clearTimeout(timer);
    }
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #document(uri: vscode.Uri): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  }

  #saveSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== requestScheme) {
      return;
    }
    const key = document.uri.toString();
    clearTimeout(this.#saves.get(key));
    const save = () => {
      this.#saves.delete(key);
      if (document.isDirty && !document.isClosed) {
        void document.save();
      }
    };
    this.#saves.set(key, setTimeout(save, saveAfterMs));
  }
}

/** What a document's address says it sends. */
export function requestOf(uri: vscode.Uri): Request | undefined {
  return uri.scheme === requestScheme ? readRequest(uri.query) : undefined;
}

function uriOf(request: Request): vscode.Uri {
  const what =
    request.kind === "batch"
      ? vscode.l10n.t("batch")
      : request.kind === "notify"
        ? `${request.target.name} · ${vscode.l10n.t("notification")}`
        : request.target.name;
  // The tab's title is what follows the last slash, so a slash of the method's becomes one that only looks like it.
  const title = plainLabel(`${request.server} · ${what}`, 100).replaceAll("/", "\u2215");
  return vscode.Uri.from({ scheme: requestScheme, path: `/${title}.jsonc`, query: JSON.stringify(request) });
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
}

/** Where it is open already, otherwise where the person works, but never over the outcomes. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const { all } = vscode.window.tabGroups;
  const holds = (test: (tab: vscode.Uri) => boolean) =>
    all.find(({ tabs }) => tabs.some(({ input }) => input instanceof vscode.TabInputText && test(input.uri)))
      ?.viewColumn;
  return (
    holds((tab) => tab.toString() === uri.toString()) ??
    holds(({ scheme }) => scheme === requestScheme) ??
    (all.length > 1 && holds(({ scheme }) => scheme === outcomeScheme) !== vscode.ViewColumn.One
      ? vscode.ViewColumn.One
      : vscode.ViewColumn.Active)
  );
}
