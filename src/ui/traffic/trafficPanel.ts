import * as vscode from "vscode";
import type { WebviewMessage } from "../../shared/trafficProtocol.ts";
import type { TrafficLog } from "../../traffic/trafficLog.ts";
import { LineDocuments } from "./lineDocument.ts";
import { PanelFeed } from "./panelFeed.ts";
import { trafficHtml } from "./trafficHtml.ts";

/** The view's id in package.json, where it is registered under. */
export const trafficViewId = "toolwire.traffic";

/** What the panel asks others to do. */
export interface TrafficPanelActions {
  /** Of one server, otherwise of all. */
  clear(server: string | undefined): void;
  export(server: string | undefined): void;
  /** Cancels the call whose request is `seq`. */
  cancel(seq: number): void;
  /** Asks which server, and starts it. */
  start(): void;
  /** Asks what to call, and calls it. */
  call(): void;
}

/**
 * The bottom panel *Toolwire Traffic*. Its webview is thrown away while hidden and made anew when shown: what it
 * remembers by itself is where the person was, everything else comes from the log.
 */
export class TrafficPanel implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #dist: vscode.Uri;
  readonly #actions: TrafficPanelActions;
  readonly #feed: PanelFeed;
  readonly #lines: LineDocuments;
  #webviewView: vscode.WebviewView | undefined;
  /** A filter that was asked for before there was a webview. It goes before what the webview remembers. */
  #wanted: { server: string } | undefined;

  /** @param servers the names that a person can filter to, in the order to list them */
  constructor(
    extensionUri: vscode.Uri,
    log: TrafficLog,
    servers: () => string[],
    actions: TrafficPanelActions,
  ) {
    this.#dist = vscode.Uri.joinPath(extensionUri, "dist");
    this.#actions = actions;
    this.#feed = new PanelFeed(
      log,
      servers,
      (message) => void this.#webviewView?.webview.postMessage(message),
    );
    this.#lines = new LineDocuments(log, (server) => actions.export(server));
  }

  /** Reveals the panel, filtered to one server where one is named. */
  async show(options: { server?: string } = {}): Promise<void> {
    const { server } = options;
    if (server !== undefined) {
      if (this.#webviewView?.visible === true) {
        this.#feed.filter(server);
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
    view.webview.html = trafficHtml(view.webview, this.#dist);
  }

  dispose(): void {
    this.#feed.dispose();
    this.#lines.dispose();
  }

  #receive(message: WebviewMessage): void {
    switch (message.type) {
      case "ready":
        this.#feed.receive({ ...message, ...this.#wanted });
        this.#wanted = undefined;
        break;
      case "open":
        void this.#lines.open(message.seq, message.as);
        break;
      case "cancel":
        this.#actions.cancel(message.seq);
        break;
      case "clear":
        this.#actions.clear(this.#feed.server);
        break;
      case "export":
        this.#actions.export(this.#feed.server);
        break;
      case "start":
        this.#actions.start();
        break;
      case "call":
        this.#actions.call();
        break;
      default:
        this.#feed.receive(message);
    }
  }
}
