import type { TrafficRow } from "./entry.ts";

const chunkBits = 14;
const seqsInChunk = 1 << chunkBits;
const seqMask = seqsInChunk - 1;

/** Which part of the log a view shows. */
export interface TrafficFilter {
  /** The name of a server, over all its epochs. */
  server?: string;
}

export function isShown(filter: TrafficFilter, server: string): boolean {
  return filter.server === undefined || filter.server === server;
}

/** What a view needs of its log. */
export interface ViewedLog {
  row(seq: number): TrafficRow | undefined;
  close(view: TrafficView): void;
}

/**
 * The seqs of a part of the log, in order and always up to date: what a list on the screen shows. Whoever made it
 * disposes of it. Four bytes a row.
 */
export class TrafficView {
  readonly filter: TrafficFilter;
  readonly #log: ViewedLog;
  #chunks: (Uint32Array | undefined)[] = [];
  #length = 0;
  /** Where in the chunks the first row is; those before it were dropped. */
  #first = 0;

  /** How many rows it had before its first one, that the log let go of since. */
  dropped = 0;

  constructor(log: ViewedLog, filter: TrafficFilter) {
    this.#log = log;
    this.filter = filter;
  }

  get length(): number {
    return this.#length;
  }

  /** The seq at a position, or undefined beyond the end. */
  seq(index: number): number | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#at(index);
  }

  /** The rows from position `start` on, at most `count`. Costs the rows asked for. */
  rows(start: number, count: number): TrafficRow[] {
    const rows: TrafficRow[] = [];
    const end = Math.min(this.#length, start + count);
    for (let index = Math.max(0, start); index < end; index++) {
      const row = this.#log.row(this.seq(index) as number);
      if (row !== undefined) {
        rows.push(row);
      }
    }
    return rows;
  }

  /** The position of `seq`, or -1. A binary search. */
  indexOf(seq: number): number {
    const index = this.#lowerBound(seq);
    return this.seq(index) === seq ? index : -1;
  }

  /** The first position whose seq is not less. */
  #lowerBound(seq: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seq(middle) as number) < seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  #at(index: number): number {
    const place = this.#first + index;
    return this.#chunks[place >>> chunkBits]?.[place & seqMask] as number;
  }

  /** The log calls it for each new row, ascending. */
  append(seq: number): void {
    const place = this.#first + this.#length++;
    let chunk = this.#chunks[place >>> chunkBits];
    if (chunk === undefined) {
      chunk = new Uint32Array(seqsInChunk);
      this.#chunks[place >>> chunkBits] = chunk;
    }
    chunk[place & seqMask] = seq;
  }

  /** The log calls it when all rows up to `seq` were let go of. Costs little. */
  drop(seq: number): void {
    const dropped = this.#lowerBound(seq + 1);
    this.#chunks.fill(undefined, 0, (this.#first + dropped) >>> chunkBits);
    this.#first += dropped;
    this.dropped += dropped;
    this.#length -= dropped;
  }

  /** The log calls it when rows were removed: only those stay that `isKept`. */
  keep(isKept: (seq: number) => boolean): void {
    const before = this.#chunks;
    const end = this.#first + this.#length;
    const first = this.#first;
    this.#chunks = [];
    this.#first = 0;
    this.#length = 0;
    for (let place = first; place < end; place++) {
      const seq = before[place >>> chunkBits]?.[place & seqMask] as number;
      if (isKept(seq)) {
        this.append(seq);
      }
    }
  }

  /** From now on it is not kept up to date. */
  dispose(): void {
    this.#log.close(this);
  }
}
