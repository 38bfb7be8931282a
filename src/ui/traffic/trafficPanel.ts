import * as vscode from "vscode";
import type { PanelFilter, WebviewMessage } from "../../shared/trafficProtocol.ts";
import type { TrafficWords } from "../../shared/trafficWords.ts";
import type { TrafficLog } from "../../traffic/trafficLog.ts";
import { copyLine } from "./copyLine.ts";
import type { LineActions } from "./lineActions.ts";
import type { LineDocuments } from "./lineDocument.ts";
import { menuRequest } from "./menuRequest.ts";
import { PanelFeed } from "./panelFeed.ts";
import { panelWords } from "./panelWords.ts";
import { trafficHtml } from "./trafficHtml.ts";

/** The view's id in package.json, where it is registered under. */
export const trafficViewId = "toolwire.traffic";

/** The live log's name in the addresses of its lines' documents. */
const liveLog = "live";

/** What the panel asks others to do. */
export interface TrafficPanelActions {
  export(server: string | undefined): void;
  /** Asks which server, and starts it. */
  start(): void;
  /** Asks what to call, and calls it. */
  call(): void;
}

/** What the panel is made of. */
export interface TrafficPanelParts {
  extensionUri: vscode.Uri;
  log: TrafficLog;
  /** The names that a person can filter to, in the order to list them. */
  servers: () => string[];
  lines: LineActions;
  documents: LineDocuments;
  actions: TrafficPanelActions;
}

/**
 * The bottom panel *Toolwire Traffic*. Its webview is thrown away while hidden and made anew when shown: what it
 * remembers by itself is where the person was, everything else comes from the log.
 */
export class TrafficPanel implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #dist: vscode.Uri;
  readonly #actions: TrafficPanelActions;
  readonly #feed: PanelFeed;
  readonly #documents: LineDocuments;
  readonly #lines: LineActions;
  readonly #log: TrafficLog;
  readonly #words: TrafficWords = panelWords();
  #webviewView: vscode.WebviewView | undefined;
  /** A filter that was asked for before there was a webview. It goes before what the webview remembers. */
  #wanted: PanelFilter | undefined;

  constructor({ extensionUri, log, servers, lines, documents, actions }: TrafficPanelParts) {
    this.#dist = vscode.Uri.joinPath(extensionUri, "dist");
    this.#actions = actions;
    this.#lines = lines;
    this.#log = log;
    this.#feed = new PanelFeed(log, {
      servers,
      post: (message) => void this.#webviewView?.webview.postMessage(message),
      words: this.#words,
    });
    this.#documents = documents;
    documents.add(liveLog, {
      row: (seq) => log.row(seq),
      rawBytes: (seq) => log.rawBytes(seq),
      export: (server) => actions.export(server),
    });
  }

  /** Reveals the panel, filtered to one server where one is named. */
  async show(options: { server?: string } = {}): Promise<void> {
    const { server } = options;
    if (server !== undefined) {
      if (this.#webviewView?.visible === true) {
        this.#feed.filter({ server });
      } else {
        this.#wanted = { server };
      }
    }
    await vscode.commands.executeCommand(`${trafficViewId}.focus`);
  }

  /** There is a server more or less to filter to. */
  serversChanged(): void {
    this.#feed.serversChanged();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#webviewView = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.#dist] };
    const registrations = [
      view.webview.onDidReceiveMessage((message: WebviewMessage) => this.#receive(message)),
      view.onDidChangeVisibility(() => this.#feed.setShown(view.visible)),
      view.onDidDispose(() => {
        for (const registration of registrations) {
          registration.dispose();
        }
        if (this.#webviewView === view) {
          this.#webviewView = undefined;
          this.#feed.setShown(false);
        }
      }),
    ];
    view.webview.html = trafficHtml(view.webview, this.#dist, this.#words);
  }

  dispose(): void {
    this.#feed.dispose();
  }

  /** An entry of a row's context menu, with the context that the page gave the row. */
  act(action: string, context: unknown): void {
    const message = menuRequest(action, context);
    if (message !== undefined) {
      this.#receive(message);
    }
  }

  #receive(message: WebviewMessage): void {
    switch (message.type) {
      case "ready":
        this.#feed.receive(this.#wanted === undefined ? message : { ...message, filter: this.#wanted });
        this.#wanted = undefined;
        break;
      case "open":
        void this.#documents.open(liveLog, message.seq, message.as);
        break;
      case "copy":
        void copyLine(this.#log, message.seq, message.as);
        break;
      case "sendAgain":
        void this.#lines.sendAgain(message.seq);
        break;
      case "cancel":
        this.#lines.cancel(message.seq);
        break;
      case "clear":
        void this.#lines.clear(this.#feed.listed.server, this.#feed.total);
        break;
      case "export":
        this.#actions.export(this.#feed.listed.server);
        break;
      case "start":
        this.#actions.start();
        break;
      case "callTool":
        this.#actions.call();
        break;
      case "reload":
        break; // Of opened captures only.
      default:
        this.#feed.receive(message);
    }
  }
}
