import type { PanelFilter, PanelPill } from "../../shared/trafficProtocol.ts";
import type { LogColumns } from "../../traffic/columns/logColumns.ts";
import type { EntryKind, TrafficRow } from "../../traffic/entry.ts";
import { FilteredView } from "../../traffic/query/filteredView.ts";
import type { RowFilter } from "../../traffic/query/rowFilter.ts";

interface Registration {
  dispose(): void;
}

/** A view of the log that the log itself keeps up to date. */
export interface PlainView {
  readonly length: number;
  /** How many rows it had before its first one, that the log let go of since. */
  readonly dropped: number;
  rows(start: number, count: number): TrafficRow[];
  /** Negative where the view has no such row. */
  indexOf(seq: number): number;
  dispose(): void;
}

/** What the list needs of the log. */
export interface ListedLog {
  readonly length: number;
  view(filter?: { server?: string }): PlainView;
  row(seq: number): TrafficRow | undefined;
  readonly columns: LogColumns;
  onDidUpdate(listener: (seq: number) => void): Registration;
  onDidDrop(listener: (dropped: { upTo: number }) => void): Registration;
}

const kindsOfPill: Readonly<Record<PanelPill, Omit<RowFilter, "server" | "text">>> = {
  all: {},
  calls: { kinds: ["request", "result", "error", "batch"] satisfies EntryKind[] },
  notifications: { kinds: ["notification"] },
  stderr: { kinds: ["stderr"] },
  problems: { problems: true },
};

/**
 * What the panel lists, how many lines there are without the pill and the text, and how many of those are problems.
 * Without pill and text nothing has to be searched, so a list of a million lines is there at once.
 */
export class ListedView {
  readonly #all: PlainView;
  readonly #problems: FilteredView;
  readonly #found: FilteredView | undefined;

  constructor(log: ListedLog, { server, pill = "all", text = "" }: PanelFilter) {
    const ofServer = server === undefined ? {} : { server };
    this.#all = log.view(ofServer);
    this.#problems = new FilteredView(log, { ...ofServer, problems: true });
    if (pill === "problems" && text === "") {
      this.#found = this.#problems;
    } else if (pill !== "all" || text !== "") {
      this.#found = new FilteredView(log, {
        ...ofServer,
        ...kindsOfPill[pill],
        ...(text === "" ? {} : { text }),
      });
    }
  }

  get length(): number {
    return this.#listed.length;
  }

  /** How many rows were let go of before the first one, since it was made. */
  get dropped(): number {
    return this.#listed.dropped;
  }

  /** Lines of the server, or of all. */
  get total(): number {
    return this.#all.length;
  }

  get problems(): number {
    return this.#problems.length;
  }

  /** Whether the list still grows by rows that are in the log already. */
  get isSearching(): boolean {
    return this.#found?.isBehind ?? false;
  }

  /** Whether there is anything left to do for `advance`. */
  get isBehind(): boolean {
    return this.isSearching || this.#problems.isBehind;
  }

  rows(start: number, count: number): TrafficRow[] {
    return this.#listed.rows(start, count);
  }

  indexOf(seq: number): number {
    return this.#listed.indexOf(seq);
  }

  /** The first position whose row is new or moved since it was asked last, where `toldLength` were known then. */
  takeFirstChanged(toldLength: number): number {
    return Math.min(this.#found?.takeFirstChanged() ?? toldLength, toldLength, this.length);
  }

  advance(isOver: () => boolean): void {
    this.#found?.advance(isOver);
    if (this.#found !== this.#problems && !isOver()) {
      this.#problems.advance(isOver);
    }
  }

  dispose(): void {
    this.#all.dispose();
    this.#problems.dispose();
    this.#found?.dispose();
  }

  get #listed(): PlainView {
    return this.#found ?? this.#all;
  }
}
