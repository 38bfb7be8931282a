import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { openCaptureFile } from "../../traffic/capture/captureSource.ts";
import { exportCapture } from "../../traffic/capture/exportCapture.ts";
import { askExport } from "../ask/export.ts";
import type { LineDocuments } from "../traffic/lineDocument.ts";
import { panelWords } from "../traffic/panelWords.ts";
import { CaptureDocument } from "./captureDocument.ts";
import { CaptureView } from "./captureView.ts";
import { captureViewType } from "./captureViewType.ts";

/** What the editors of captures need of others. */
export interface CaptureEditorsParts {
  extensionUri: vscode.Uri;
  documents: LineDocuments;
  /** Who writes an export: `toolwire 0.1.0`. */
  generator: string;
  /** Where traffic is stored; absent where that is on no disk. */
  storedTraffic: string | undefined;
  /** Texts to mask in an export. */
  secrets(): Iterable<string>;
}

/** The read-only editors of capture files. */
export class CaptureEditors implements vscode.CustomReadonlyEditorProvider<CaptureDocument> {
  readonly #parts: CaptureEditorsParts;
  readonly #views = new Map<string, CaptureView>();
  readonly #words = panelWords();

  constructor(parts: CaptureEditorsParts) {
    this.#parts = parts;
  }

  /** Opens a capture, whatever its name. Rejects with an error that names the path and the way out. */
  async open(path: string): Promise<void> {
    await (await openCaptureFile(path)).close();
    await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.file(path), captureViewType);
  }

  /** Opens the stored traffic of a window: any of its files stands for all. */
  async openStored(file: string): Promise<void> {
    await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.file(file), captureViewType);
  }

  openCustomDocument(uri: vscode.Uri): CaptureDocument {
    return new CaptureDocument(uri, this.#parts.storedTraffic);
  }

  resolveCustomEditor(document: CaptureDocument, panel: vscode.WebviewPanel): void {
    const view = new CaptureView({
      id: randomUUID(),
      document,
      panel,
      dist: vscode.Uri.joinPath(this.#parts.extensionUri, "dist"),
      words: this.#words,
      documents: this.#parts.documents,
      export: (server) => this.#export(document, server),
    });
    this.#views.set(view.id, view);
    panel.onDidDispose(() => {
      view.dispose();
      this.#views.delete(view.id);
    });
  }

  /** The capture whose editor is in front. */
  get active(): CaptureDocument | undefined {
    return [...this.#views.values()].find(({ panel }) => panel.active)?.document;
  }

  /** All that are open, each once. */
  get documents(): CaptureDocument[] {
    return [...new Set([...this.#views.values()].map(({ document }) => document))];
  }

  /** The view that a row's context menu was opened in; undefined where it was in the live traffic. */
  viewOf(context: unknown): CaptureView | undefined {
    const { toolwireCapture: id } = (context ?? {}) as { toolwireCapture?: unknown };
    return typeof id === "string" ? this.#views.get(id) : undefined;
  }

  #export({ capture }: CaptureDocument, server: string | undefined): void {
    const { generator, secrets } = this.#parts;
    const traffic = {
      export: ({ path, ...options }: Parameters<Parameters<typeof askExport>[0]["export"]>[0]) =>
        exportCapture(capture, path, { ...options, generator, secrets: secrets() }),
    };
    askExport(traffic, server).catch((error: Error) => vscode.window.showErrorMessage(error.message));
  }
}
