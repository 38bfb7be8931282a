import { randomUUID } from "node:crypto";
import {
  type HostMessage,
  type PanelRow,
  pageSize,
  type RowRange,
  type WebviewMessage,
} from "../../shared/trafficProtocol.ts";
import type { CaptureEntry, TrafficRow } from "../../traffic/entry.ts";
import { toPanelRow } from "./panelRow.ts";
import { utf8Head } from "./utf8Head.ts";

interface Registration {
  dispose(): void;
}

/** What the feed needs of a view of the log. */
export interface FeedView {
  readonly length: number;
  rows(start: number, count: number): TrafficRow[];
  /** Negative where the view has no such row. */
  indexOf(seq: number): number;
  dispose(): void;
}

/** What the feed needs of the log. */
export interface FeedLog {
  view(filter?: { server?: string }): FeedView;
  row(seq: number): TrafficRow | undefined;
  entry(seq: number): CaptureEntry | undefined;
  rawBytes(seq: number): Buffer | undefined;
  onDidAppend(listener: () => void): Registration;
  onDidUpdate(listener: (seq: number) => void): Registration;
  onDidClear(listener: () => void): Registration;
}

/** The messages that are about the list; the others ask for something to be done. */
export type FeedRequest = Extract<WebviewMessage, { type: "ready" | "filter" | "rows" | "line" }>;

/** One frame at 30 a second: nobody reads faster. */
const pauseMs = 33;

/** The most pages one request may ask for: a panel higher than any screen. */
const mostPages = 64;

/** A body up to here is shown in the panel, a longer one in an editor. */
export const bodyLimit = 256 * 1024;

/** The host's half of the list. Knows no VS Code: the panel gives it a way to post. */
export class PanelFeed {
  readonly #log: FeedLog;
  readonly #servers: () => string[];
  readonly #post: (message: HostMessage) => void;
  readonly #session = randomUUID();
  readonly #registrations: Registration[];
  #server: string | undefined;
  #view: FeedView | undefined;
  #viewNumber = 0;
  #isShown = false;
  /** What the webview was told last. */
  #toldLength = 0;
  #toldServers = "";
  #toldAt = 0;
  /** Whose text was asked for last: found again in each new view. */
  #selected: number | undefined;
  /** The lowest and highest seq of what the webview holds. */
  #windowSeqs = { first: 0, last: -1 };
  readonly #updated = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param servers the names that a person can filter to, in the order to list them */
  constructor(log: FeedLog, servers: () => string[], post: (message: HostMessage) => void) {
    this.#log = log;
    this.#servers = servers;
    this.#post = post;
    this.#registrations = [
      // Called for each entry, thousands a second: both only note that there is something to tell.
      log.onDidAppend(() => this.#schedule()),
      log.onDidUpdate((seq) => {
        if (seq >= this.#windowSeqs.first && seq <= this.#windowSeqs.last) {
          this.#updated.add(seq);
          this.#schedule();
        }
      }),
      log.onDidClear(() => this.#tellState()),
    ];
  }

  /** The server that the list is filtered to. */
  get server(): string | undefined {
    return this.#server;
  }

  /** A hidden webview loses messages: none is sent until it is shown, then the whole state. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) {
      this.#tellState();
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  filter(server: string | undefined): void {
    this.#server = server;
    this.#view?.dispose();
    this.#view = undefined;
    this.#tellState();
  }

  /** There is a server more or less to filter to. */
  serversChanged(): void {
    this.#schedule();
  }

  receive(message: FeedRequest): void {
    switch (message.type) {
      case "ready":
        this.#isShown = true;
        this.#selected = message.session === this.#session ? message.selected : undefined;
        this.filter(message.server);
        break;
      case "filter":
        this.filter(message.server);
        break;
      case "rows":
        if (message.view === this.#viewNumber && this.#isShown) {
          this.#sendRows(message.window, message.pages);
        }
        break;
      case "line":
        this.#selected = message.seq;
        this.#sendLine(message.seq);
        break;
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#isShown = false;
    this.#view?.dispose();
    for (const registration of this.#registrations) {
      registration.dispose();
    }
  }

  #openView(): FeedView {
    this.#view ??= this.#log.view(this.#server === undefined ? {} : { server: this.#server });
    return this.#view;
  }

  #tellState(): void {
    if (!this.#isShown) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const view = this.#openView();
    const servers = this.#servers();
    const selected = this.#selected;
    const index = selected === undefined ? -1 : view.indexOf(selected);
    this.#viewNumber++;
    this.#windowSeqs = { first: 0, last: -1 };
    this.#updated.clear();
    this.#toldLength = view.length;
    this.#toldServers = JSON.stringify(servers);
    this.#toldAt = Date.now();
    this.#post({
      type: "state",
      view: this.#viewNumber,
      length: view.length,
      servers,
      session: this.#session,
      now: Date.now(),
      ...(this.#server === undefined ? {} : { server: this.#server }),
      ...(selected === undefined || index < 0 ? {} : { selection: { seq: selected, index } }),
    });
  }

  #schedule(): void {
    if (this.#isShown && this.#timer === undefined) {
      const wait = Math.max(0, this.#toldAt + pauseMs - Date.now());
      this.#timer = setTimeout(() => this.#tellChanged(), wait);
    }
  }

  #tellChanged(): void {
    this.#timer = undefined;
    const view = this.#openView();
    const { length } = view;
    const updated = [...this.#updated].filter((seq) => view.indexOf(seq) >= 0);
    this.#updated.clear();
    const servers = this.#servers();
    const serversKey = JSON.stringify(servers);
    const areServersNew = serversKey !== this.#toldServers;
    if (length === this.#toldLength && updated.length === 0 && !areServersNew) {
      return; // Traffic of a server that is filtered out.
    }
    this.#post({
      type: "changed",
      view: this.#viewNumber,
      length,
      firstChanged: Math.min(length, this.#toldLength),
      updated,
      now: Date.now(),
      ...(areServersNew ? { servers } : {}),
    });
    this.#toldLength = length;
    this.#toldServers = serversKey;
    this.#toldAt = Date.now();
  }

  #sendRows(window: RowRange, pages: readonly number[]): void {
    const view = this.#openView();
    const sent = pages.slice(0, mostPages).map((start) => ({
      start,
      rows: view
        .rows(start, Math.min(pageSize, Math.max(0, view.length - start)))
        .map((row) => this.#toPanelRow(row)),
    }));
    this.#watch(view, window);
    this.#post({ type: "rows", view: this.#viewNumber, pages: sent, now: Date.now() });
  }

  #watch(view: FeedView, window: RowRange): void {
    const last = Math.min(window.start + window.count, view.length) - 1;
    const [firstRow] = view.rows(window.start, 1);
    const [lastRow] = last < window.start ? [] : view.rows(last, 1);
    this.#windowSeqs = { first: firstRow?.seq ?? 0, last: lastRow?.seq ?? -1 };
  }

  #toPanelRow(row: TrafficRow): PanelRow {
    const answer =
      row.status === "error" && row.errorCode === undefined && row.answeredBy !== undefined
        ? this.#log.row(row.answeredBy)
        : undefined;
    const event = row.kind === "lifecycle" ? this.#log.entry(row.seq)?.event : undefined;
    return toPanelRow(row, answer, event);
  }

  #sendLine(seq: number): void {
    const bytes = this.#log.row(seq) === undefined ? undefined : this.#log.rawBytes(seq);
    if (bytes === undefined) {
      this.#post({ type: "line", seq, bytes: 0, shown: 0 });
      return;
    }
    const head = utf8Head(bytes, bodyLimit);
    this.#post({ type: "line", seq, text: head.toString("utf8"), bytes: bytes.length, shown: head.length });
  }
}
