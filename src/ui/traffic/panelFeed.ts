import { randomUUID } from "node:crypto";
import {
  type CallPart,
  type HostMessage,
  type PanelFilter,
  type PanelRow,
  pageSize,
  type RowRange,
  type Selection,
  type WebviewMessage,
} from "../../shared/trafficProtocol.ts";
import { englishWords, type TrafficWords } from "../../shared/trafficWords.ts";
import type { CaptureEntry, TrafficRow } from "../../traffic/entry.ts";
import { describeErrorCode } from "../../wire/messages.ts";
import { callOfLine } from "./callOfLine.ts";
import { type ListedLog, ListedView } from "./listedView.ts";
import { findingsOfLine } from "./panelFindings.ts";
import { PanelRows } from "./panelRows.ts";
import { utf8Head } from "./utf8Head.ts";

interface Registration {
  dispose(): void;
}

/** What the feed needs of the log. */
export interface FeedLog extends ListedLog {
  /** How many lines were let go of because the log was full. */
  readonly dropped: number;
  entry(seq: number): CaptureEntry | undefined;
  rawBytes(seq: number): Buffer;
  rawHead(seq: number, bytes: number): Buffer;
  onDidAppend(listener: () => void): Registration;
  onDidClear(listener: () => void): Registration;
}

/** The messages that are about the list; the others ask for something to be done. */
export type FeedRequest = Extract<
  WebviewMessage,
  { type: "ready" | "filter" | "rows" | "line" | "call" | "reveal" }
>;

/** What the feed needs beside the log. */
export interface FeedParts {
  /** The names that a person can filter to, in the order to list them. */
  servers: () => string[];
  post: (message: HostMessage) => void;
  words?: TrafficWords;
}

/** One frame at 30 a second: nobody reads faster. */
const pauseMs = 33;

/** How long the loop is held by a search, and how long others have it in between. */
const sliceMs = 8;
const betweenSlicesMs = 2;

/** The most pages one request may ask for: a panel higher than any screen. */
const mostPages = 64;

/** A body up to here is shown in the panel, a longer one in an editor. */
export const bodyLimit = 256 * 1024;
/** The same for each half of a call. */
const partLimit = 64 * 1024;

/** The host's half of the list. Knows no VS Code: the panel gives it a way to post. */
export class PanelFeed {
  readonly #log: FeedLog;
  readonly #servers: () => string[];
  readonly #post: (message: HostMessage) => void;
  readonly #rows: PanelRows;
  readonly #session = randomUUID();
  readonly #registrations: Registration[];
  #filter: PanelFilter = {};
  #view: ListedView | undefined;
  #viewNumber = 0;
  #isShown = false;
  /** What the webview was told last. */
  #told = { length: 0, total: 0, problems: 0, gone: 0, searching: false, servers: "", at: 0 };
  /** The view's `dropped`, as the webview knows it. */
  #toldDropped = 0;
  /** Whose text was asked for last: found again in each new view. */
  #selected: number | undefined;
  /** The lowest and highest seq of what the webview holds. */
  #windowSeqs = { first: 0, last: -1 };
  readonly #updated = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: FeedLog, { servers, post, words = englishWords }: FeedParts) {
    this.#log = log;
    this.#servers = servers;
    this.#post = post;
    this.#rows = new PanelRows(log, words);
    this.#registrations = [
      // Called for each entry, thousands a second: both only note that there is something to tell.
      log.onDidAppend(() => this.#schedule()),
      log.onDidUpdate((seq) => {
        if (seq >= this.#windowSeqs.first && seq <= this.#windowSeqs.last) {
          this.#updated.add(seq);
        }
        this.#schedule();
      }),
      log.onDidClear(() => this.filter(this.#filter)),
      log.onDidDrop(() => this.#schedule()),
    ];
  }

  /** What is listed. */
  get listed(): PanelFilter {
    return this.#filter;
  }

  /** How many lines there are of the server that is filtered to, or of all. */
  get total(): number {
    return this.#openView().total;
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

  filter(filter: PanelFilter): void {
    this.#filter = filter;
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
        this.filter(message.filter);
        break;
      case "filter":
        this.filter(message.filter);
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
      case "call":
        void this.#sendCall(message.seq);
        break;
      case "reveal":
        this.#reveal(message.seq);
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

  #openView(): ListedView {
    this.#view ??= new ListedView(this.#log, this.#filter);
    return this.#view;
  }

  #tellState(): void {
    if (!this.#isShown) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const view = this.#openView();
    this.#advance(view);
    const servers = this.#servers();
    this.#viewNumber++;
    this.#windowSeqs = { first: 0, last: -1 };
    this.#updated.clear();
    view.takeFirstChanged(0);
    this.#toldDropped = view.dropped;
    this.#told = { ...this.#counts(view), servers: JSON.stringify(servers), at: Date.now() };
    this.#post({
      type: "state",
      view: this.#viewNumber,
      ...this.#counts(view),
      servers,
      session: this.#session,
      now: Date.now(),
      filter: this.#filter,
      ...this.#selection(view),
    });
    if (view.isBehind) {
      this.#schedule();
    }
  }

  #counts({ length, total, problems, isSearching }: ListedView) {
    return { length, total, problems, gone: this.#log.dropped, searching: isSearching };
  }

  #selection(view: ListedView): { selection?: Selection } {
    const seq = this.#selected;
    const index = seq === undefined ? -1 : view.indexOf(seq);
    return seq === undefined || index < 0 ? {} : { selection: { seq, index } };
  }

  #schedule(): void {
    if (this.#isShown && this.#timer === undefined) {
      const untilFrame = this.#told.at + pauseMs - Date.now();
      const wait = this.#view?.isSearching === true ? betweenSlicesMs : untilFrame;
      this.#timer = setTimeout(() => this.#work(), Math.max(0, wait));
    }
  }

  /** One slice of searching, and once a frame what came of it. */
  #work(): void {
    this.#timer = undefined;
    const view = this.#openView();
    this.#advance(view);
    if (Date.now() - this.#told.at >= pauseMs) {
      this.#tellChanged(view);
    } else {
      this.#schedule();
    }
    if (view.isBehind) {
      this.#schedule();
    }
  }

  #advance(view: ListedView): void {
    const end = performance.now() + sliceMs;
    view.advance(() => performance.now() >= end);
  }

  #tellChanged(view: ListedView): void {
    const before = this.#told;
    const counts = this.#counts(view);
    const dropped = view.dropped - this.#toldDropped;
    const firstChanged = dropped > 0 ? 0 : view.takeFirstChanged(before.length);
    this.#toldDropped = view.dropped;
    const updated = [...this.#updated].filter((seq) => view.indexOf(seq) >= 0);
    this.#updated.clear();
    const servers = this.#servers();
    const told = { ...counts, servers: JSON.stringify(servers), at: before.at };
    if (
      updated.length === 0 &&
      firstChanged === before.length &&
      JSON.stringify(told) === JSON.stringify(before)
    ) {
      return; // Traffic of a server that is filtered out.
    }
    this.#told = { ...told, at: Date.now() };
    this.#post({
      type: "changed",
      view: this.#viewNumber,
      ...counts,
      dropped,
      firstChanged,
      updated,
      now: Date.now(),
      ...(told.servers === before.servers ? {} : { servers }),
      ...(firstChanged < before.length ? this.#selection(view) : {}),
    });
  }

  #sendRows(window: RowRange, pages: readonly number[]): void {
    const view = this.#openView();
    if (view.dropped > this.#toldDropped) {
      // First where the rows are now.
      this.#tellChanged(view);
    }
    const sent = pages.slice(0, mostPages).map((start) => ({
      start,
      rows: view
        .rows(start, Math.min(pageSize, Math.max(0, view.length - start)))
        .map((row) => this.#rows.of(row)),
    }));
    this.#watch(view, window);
    this.#post({ type: "rows", view: this.#viewNumber, pages: sent, now: Date.now() });
  }

  #watch(view: ListedView, window: RowRange): void {
    const last = Math.min(window.start + window.count, view.length) - 1;
    const [firstRow] = view.rows(window.start, 1);
    const [lastRow] = last < window.start ? [] : view.rows(last, 1);
    this.#windowSeqs = { first: firstRow?.seq ?? 0, last: lastRow?.seq ?? -1 };
  }

  #sendLine(seq: number): void {
    const row = this.#log.row(seq);
    if (row === undefined) {
      this.#post({ type: "line", seq, bytes: 0, shown: 0, findings: [] });
      return;
    }
    const head = this.#head(seq, bodyLimit);
    this.#post({
      type: "line",
      seq,
      text: head.toString("utf8"),
      // That of an event is of its text.
      bytes: Math.max(row.bytes, head.length),
      shown: head.length,
      findings: findingsOfLine(this.#log, row),
    });
  }

  async #sendCall(seq: number): Promise<void> {
    const row = this.#log.row(seq);
    const { request, answer, during, more } =
      row === undefined ? { during: [], more: false } : await callOfLine(this.#log, row);
    const errorCode = answer?.errorCode;
    this.#post({
      type: "call",
      seq,
      ...(request === undefined ? {} : { request: this.#part(request) }),
      ...(answer === undefined ? {} : { answer: this.#part(answer) }),
      ...(errorCode === undefined ? {} : { lookAt: describeErrorCode(errorCode).lookAt }),
      during: during.map((other): PanelRow => this.#rows.of(other)),
      more,
    });
  }

  #part(row: TrafficRow): CallPart {
    const head = this.#head(row.seq, partLimit);
    return { row: this.#rows.of(row), text: head.toString("utf8"), shown: head.length };
  }

  #head(seq: number, limit: number): Buffer {
    // Some bytes more tell where the last code point ends.
    return utf8Head(this.#log.rawHead(seq, limit + 4), limit);
  }

  /** Where the filter hides the row, it is taken away. */
  #reveal(seq: number): void {
    const row = this.#log.row(seq);
    if (row === undefined) {
      return;
    }
    this.#selected = seq;
    if (this.#openView().indexOf(seq) < 0) {
      this.filter(this.#filter.server === row.server ? { server: row.server } : {});
    }
    this.#post({ type: "reveal", seq, index: this.#openView().indexOf(seq) });
  }
}
