import type * as vscode from "vscode";
import type { HostMessage, WebviewMessage } from "../../shared/trafficProtocol.ts";
import type { TrafficWords } from "../../shared/trafficWords.ts";
import { copyLine } from "../traffic/copyLine.ts";
import type { LineDocuments } from "../traffic/lineDocument.ts";
import { menuRequest } from "../traffic/menuRequest.ts";
import { PanelFeed } from "../traffic/panelFeed.ts";
import { trafficHtml } from "../traffic/trafficHtml.ts";
import type { CaptureDocument } from "./captureDocument.ts";

/** What a view of a capture is made of. */
export interface CaptureViewParts {
  /** Unlike that of any other view. */
  id: string;
  document: CaptureDocument;
  panel: vscode.WebviewPanel;
  dist: vscode.Uri;
  words: TrafficWords;
  documents: LineDocuments;
  /** Asks where to, and writes the lines of the server, or all. */
  export(server: string | undefined): void;
}

/** How long the page waits at least for another word about how far reading is. Milliseconds. */
const pauseMs = 100;

/** One editor of a capture: the panel's own page, on a log that no longer changes. */
export class CaptureView implements vscode.Disposable {
  readonly id: string;
  readonly document: CaptureDocument;
  readonly panel: vscode.WebviewPanel;
  readonly #parts: CaptureViewParts;
  readonly #registrations: vscode.Disposable[];
  #feed: PanelFeed;
  #telling: NodeJS.Timeout | undefined;

  constructor(parts: CaptureViewParts) {
    const { id, document, panel, dist, words, documents } = parts;
    this.id = id;
    this.document = document;
    this.panel = panel;
    this.#parts = parts;
    this.#feed = this.#makeFeed();
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#registrations = [
      panel.webview.onDidReceiveMessage((message: WebviewMessage) => this.receive(message)),
      panel.onDidChangeViewState(() => this.#feed.setShown(panel.visible)),
      document.onDidChange(() => this.#tellSoon()),
      document.onDidReplace(() => {
        const { listed } = this.#feed;
        this.#feed.dispose();
        this.#feed = this.#makeFeed();
        this.#feed.filter(listed);
        this.#feed.setShown(panel.visible);
      }),
      documents.add(id, {
        row: (seq) => document.capture.row(seq),
        rawBytes: (seq) => document.capture.rawBytes(seq),
        export: (server) => parts.export(server),
      }),
    ];
    panel.webview.html = trafficHtml(panel.webview, dist, words, id);
  }

  /** An entry of a row's context menu. */
  act(action: string, context: unknown): void {
    const message = menuRequest(action, context);
    if (message !== undefined) {
      this.receive(message);
    }
  }

  receive(message: WebviewMessage): void {
    const { document } = this;
    switch (message.type) {
      case "open":
        void this.#parts.documents.open(this.id, message.seq, message.as);
        break;
      case "copy":
        void copyLine(document.capture, message.seq, message.as);
        break;
      case "export":
        this.#parts.export(this.#feed.listed.server);
        break;
      case "reload":
        document.reload();
        break;
      case "ready":
        this.#feed.receive(message);
        this.#tell();
        break;
      case "filter":
      case "rows":
      case "line":
      case "call":
      case "reveal":
        this.#feed.receive(message);
        break;
      default: // Of the live traffic only.
    }
  }

  dispose(): void {
    clearTimeout(this.#telling);
    this.#feed.dispose();
    for (const registration of this.#registrations) {
      registration.dispose();
    }
  }

  #makeFeed(): PanelFeed {
    const { document, words } = this.#parts;
    const { capture } = document;
    return new PanelFeed(capture, {
      servers: () => capture.servers,
      post: (message) => this.#post(message),
      words,
    });
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => this.#tell(), pauseMs);
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#post(this.document.state);
  }

  #post(message: HostMessage): void {
    void this.panel.webview.postMessage(message);
  }
}
