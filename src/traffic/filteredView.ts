import type { TrafficRow } from "./entry.ts";
import { passesByRow, type RowFilter } from "./rowFilter.ts";
import { SeqList } from "./seqList.ts";
import { TextSearch } from "./textSearch.ts";

/** What a filtered view needs of its log. */
export interface FilteredLog {
  /** The last seq given out. */
  readonly length: number;
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
  onDidUpdate(listener: (seq: number) => void): { dispose(): void };
  onDidDrop(listener: (dropped: { upTo: number }) => void): { dispose(): void };
}

/**
 * The rows that pass a filter, found in slices: `advance` goes on from where it stopped, so that whoever calls it
 * decides how long the loop is held. A row that comes to pass later (it was answered by an error) is put where it
 * belongs. A row is judged once it is understood, so `advance` is not for the midst of recording.
 */
export class FilteredView {
  readonly filter: RowFilter;
  readonly #log: FilteredLog;
  readonly #search: TextSearch | undefined;
  readonly #seqs = new SeqList();
  readonly #registrations: { dispose(): void }[];
  /** Judged already, but what they are has changed. */
  readonly #again = new Set<number>();
  /** The next seq to judge. */
  #next = 1;
  /** The line that is being searched, longer than one slice. */
  #searching: { seq: number; slices: Generator<void, boolean> } | undefined;
  #firstChanged = Number.POSITIVE_INFINITY;
  /** How many rows it had before its first one, that the log let go of since. */
  dropped = 0;

  constructor(log: FilteredLog, filter: RowFilter) {
    this.filter = filter;
    this.#log = log;
    this.#search = filter.text === undefined || filter.text === "" ? undefined : new TextSearch(filter.text);
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
    return this.#next <= this.#log.length || this.#again.size > 0 || this.#searching !== undefined;
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

  #drop(seq: number): void {
    this.dropped += this.#seqs.drop(seq);
    this.#next = Math.max(this.#next, seq + 1);
    for (const again of this.#again) {
      if (again <= seq) {
        this.#again.delete(again);
      }
    }
    if (this.#searching !== undefined && this.#searching.seq <= seq) {
      this.#searching = undefined;
    }
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

  /** Judges rows until all are, or `isOver` says that it is time to stop. */
  advance(isOver: () => boolean): void {
    for (;;) {
      if (this.#searching === undefined) {
        const seq = this.#take();
        if (seq === undefined) {
          return;
        }
        this.#judge(seq);
      } else {
        const { seq, slices } = this.#searching;
        const { done, value } = slices.next();
        if (done) {
          this.#searching = undefined;
          this.#set(seq, value);
        }
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

  #take(): number | undefined {
    for (const seq of this.#again) {
      this.#again.delete(seq);
      return seq;
    }
    return this.#next <= this.#log.length ? this.#next++ : undefined;
  }

  #judge(seq: number): void {
    const row = this.#log.row(seq);
    if (row === undefined || !passesByRow(this.filter, row)) {
      this.#set(seq, false);
    } else if (this.#search === undefined || this.#isNamed(this.#search, row)) {
      this.#set(seq, true);
    } else {
      this.#searching = { seq, slices: this.#search.isInBytes(this.#log.rawBytes(seq)) };
    }
  }

  #isNamed(search: TextSearch, { method, id }: TrafficRow): boolean {
    return (
      (method !== undefined && search.isInText(method)) || (id !== undefined && search.isInText(String(id)))
    );
  }

  #set(seq: number, passes: boolean): void {
    const index = passes ? this.#seqs.insert(seq) : this.#seqs.remove(seq);
    if (index !== -1) {
      this.#firstChanged = Math.min(this.#firstChanged, index);
    }
  }
}
