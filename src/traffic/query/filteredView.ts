import type { LogColumns } from "../columns/logColumns.ts";
import { rowOf } from "../columns/rowColumns.ts";
import { SeqList } from "../columns/seqList.ts";
import type { TrafficRow } from "../entry.ts";
import type { RowFilter } from "./rowFilter.ts";
import { RowQuery } from "./rowQuery.ts";
import { TextScan } from "./textScan.ts";

/** What a filtered view needs of its log. */
export interface FilteredLog {
  /** The last seq given out. */
  readonly length: number;
  readonly columns: LogColumns;
  row(seq: number): TrafficRow | undefined;
  onDidUpdate(listener: (seq: number) => void): { dispose(): void };
  onDidDrop(listener: (dropped: { upTo: number }) => void): { dispose(): void };
}

/** Rows looked at between two looks at the clock. */
const stretchRows = 4096;

/**
 * The rows that pass a filter, found in slices: `advance` goes on from where it stopped, so that whoever calls it
 * decides how long the loop is held, and who wants another filter makes another view. A row that comes to pass later
 * (it was answered by an error) is put where it belongs. A row is judged once it is understood, so `advance` is not
 * for the midst of recording.
 *
 * A million rows take some 10 ms; with a text about as long as it takes to read their bytes.
 */
export class FilteredView {
  readonly filter: RowFilter;
  readonly #log: FilteredLog;
  readonly #query: RowQuery;
  readonly #scan: TextScan | undefined;
  /** Goes over single rows that have changed. */
  readonly #scanAgain: TextScan | undefined;
  readonly #seqs = new SeqList();
  readonly #registrations: { dispose(): void }[];
  /** Judged already, but what they are has changed. */
  readonly #again = new Set<number>();
  /** The next seq to judge. */
  #next: number;
  #firstChanged = Number.POSITIVE_INFINITY;
  /** How many rows it had before its first one, that the log let go of since. */
  dropped = 0;

  constructor(log: FilteredLog, filter: RowFilter) {
    this.filter = filter;
    this.#log = log;
    this.#query = new RowQuery(log.columns, filter);
    const { text = "" } = filter;
    if (text !== "") {
      this.#scan = new TextScan(log.columns, this.#query, text);
      this.#scanAgain = new TextScan(log.columns, this.#query, text);
    }
    this.#next = log.columns.rows.first ?? 1;
    this.#registrations = [
      log.onDidUpdate((seq) => {
        if (seq < this.#next) {
          this.#again.add(seq);
        }
      }),
      log.onDidDrop(({ upTo }) => this.#drop(upTo)),
    ];
  }

  get length(): number {
    return this.#seqs.length;
  }

  /** Whether there are rows that `advance` has not seen. */
  get isBehind(): boolean {
    return this.#next <= this.#log.length || this.#again.size > 0;
  }

  rows(start: number, count: number): TrafficRow[] {
    const rows: TrafficRow[] = [];
    const end = Math.min(this.length, start + count);
    for (let index = Math.max(0, start); index < end; index++) {
      const row = this.#log.row(this.#seqs.at(index));
      if (row !== undefined) {
        rows.push(row);
      }
    }
    return rows;
  }

  /** The position of `seq`, or -1. */
  indexOf(seq: number): number {
    return this.#seqs.indexOf(seq);
  }

  /** The first position whose row is new or moved since it was asked last; infinite where there is none. */
  takeFirstChanged(): number {
    const first = this.#firstChanged;
    this.#firstChanged = Number.POSITIVE_INFINITY;
    return first;
  }

  /** Judges rows until all are, or `isOver` says that it is time to stop. It is asked about every millisecond. */
  advance(isOver: () => boolean): void {
    while (this.isBehind) {
      if (this.#again.size > 0) {
        this.#judgeAgain();
      } else {
        this.#goOn();
      }
      if (isOver()) {
        return;
      }
    }
  }

  dispose(): void {
    for (const registration of this.#registrations) {
      registration.dispose();
    }
  }

  /** Some of the rows that have changed. */
  #judgeAgain(): void {
    let left = stretchRows;
    for (const seq of this.#again) {
      if (left-- === 0) {
        return;
      }
      const chunk = this.#log.columns.rows.chunk(seq);
      // What a line's bytes hold never changes: a row that was found by its text stays found by it.
      const passes = chunk !== undefined && this.#query.passes(seq, chunk, rowOf(seq));
      if (!passes) {
        this.#remove(seq);
      } else if (this.#scanAgain === undefined) {
        this.#insert(seq);
      } else if (this.#seqs.indexOf(seq) === -1) {
        this.#scanAgain.stretch(seq, seq, this.#insert);
        if (this.#scanAgain.isWithin) {
          return;
        }
      }
      this.#again.delete(seq);
    }
  }

  /** The next rows. */
  #goOn(): void {
    const last = this.#log.length;
    this.#next = this.#log.columns.rows.from(this.#next);
    if (this.#scan !== undefined) {
      this.#next = this.#scan.stretch(this.#next, last, this.#insert);
      return;
    }
    const end = Math.min(last, this.#next + stretchRows - 1);
    const { rows } = this.#log.columns;
    for (let seq = this.#next; seq <= end; seq++) {
      const chunk = rows.chunk(seq);
      if (chunk !== undefined && this.#query.passes(seq, chunk, rowOf(seq))) {
        this.#insert(seq);
      }
    }
    this.#next = end + 1;
  }

  /** The log let go of all rows up to `seq`. */
  #drop(seq: number): void {
    this.dropped += this.#seqs.drop(seq);
    if (this.#next <= seq) {
      this.#next = seq + 1;
      this.#scan?.leave();
    }
    this.#scanAgain?.leave();
    for (const again of this.#again) {
      if (again <= seq) {
        this.#again.delete(again);
      }
    }
  }

  readonly #insert = (seq: number): void => {
    this.#changed(this.#seqs.insert(seq));
  };

  #remove(seq: number): void {
    this.#changed(this.#seqs.remove(seq));
  }

  #changed(index: number): void {
    if (index !== -1) {
      this.#firstChanged = Math.min(this.#firstChanged, index);
    }
  }
}
