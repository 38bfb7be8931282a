import type { LogColumns } from "../columns/logColumns.ts";
import { rowOf } from "../columns/rowColumns.ts";
import { ByteSearch } from "./byteSearch.ts";
import type { RowQuery } from "./rowQuery.ts";

/** Bytes looked through at a time: about a millisecond of work, and what is read of a file at once. */
const stretchBytes = 1 << 20;
/** Lines looked at at a time. */
const stretchLines = 4096;

/**
 * Searches the log's bytes as they lie: many lines at a time where they lie one behind the other in a slab, which is
 * several times faster than line by line.
 */
export class TextScan {
  readonly #columns: LogColumns;
  readonly #query: RowQuery;
  readonly #search: ByteSearch;
  /** Where in a long line the search goes on. */
  #inLine = 0;
  #slab = 0;
  #start = 0;
  #end = 0;

  constructor(columns: LogColumns, query: RowQuery, text: string) {
    this.#columns = columns;
    this.#query = query;
    this.#search = new ByteSearch(text);
  }

  /** It is in the midst of a line that is longer than a stretch. */
  get isWithin(): boolean {
    return this.#inLine > 0;
  }

  /** Where it was in a line is of no use any more. */
  leave(): void {
    this.#inLine = 0;
  }

  /**
   * Looks at the line with this seq and as many behind it as make a stretch, at most up to `last`, and calls `found`
   * with each that passes. Returns the seq to go on with: the same, in the midst of a long line.
   */
  stretch(first: number, last: number, found: (seq: number) => void): number {
    const next = this.#gather(first, last);
    const length = this.#end - this.#start;
    if (length > stretchBytes) {
      return this.#longLine(next - 1, length, found) ? next : next - 1;
    }
    const bytes = this.#columns.raw.get(this.#slab, this.#start, length);
    const hit = this.#search.indexIn(bytes, 0, bytes.length);
    if (hit !== -1 || this.#query.mayBeNamed) {
      this.#visit(first, next, bytes, hit, found);
    }
    return next;
  }

  #visit(first: number, next: number, bytes: Buffer, firstHit: number, found: (seq: number) => void): void {
    const { rows } = this.#columns;
    const mayBeNamed = this.#query.mayBeNamed;
    let hit = firstHit;
    for (let seq = first; seq < next; seq++) {
      const chunk = rows.chunk(seq);
      if (chunk === undefined) {
        continue;
      }
      const row = rowOf(seq);
      const start = (chunk.offset[row] as number) - this.#start;
      if (hit !== -1 && hit < start) {
        hit = this.#search.indexIn(bytes, start, bytes.length);
      }
      // A hit that is not whole in one line is none.
      const isIn = hit !== -1 && hit + this.#search.length <= start + (chunk.length[row] as number);
      if (
        (isIn || (mayBeNamed && this.#query.isNamed(seq, chunk, row))) &&
        this.#query.passes(seq, chunk, row)
      ) {
        found(seq);
      }
    }
  }

  /** One stretch of a line. Returns whether it is done. */
  #longLine(seq: number, length: number, found: (seq: number) => void): boolean {
    const chunk = this.#columns.rows.chunk(seq);
    const row = rowOf(seq);
    const isOver = chunk === undefined || !this.#query.passes(seq, chunk, row);
    const end = Math.min(length, this.#inLine + stretchBytes + this.#search.length - 1);
    const bytes = isOver
      ? undefined
      : this.#columns.raw.get(this.#slab, this.#start + this.#inLine, end - this.#inLine);
    const isFound =
      bytes !== undefined &&
      (this.#search.indexIn(bytes, 0, bytes.length) !== -1 ||
        (this.#inLine === 0 && chunk !== undefined && this.#query.isNamed(seq, chunk, row)));
    if (isFound) {
      found(seq);
    }
    const isDone = isOver || isFound || end === length;
    this.#inLine = isDone ? 0 : this.#inLine + stretchBytes;
    return isDone;
  }

  /** Finds out where the stretch that begins with `first` lies. Returns the seq behind it. A long line is one of its own. */
  #gather(first: number, last: number): number {
    const { rows } = this.#columns;
    const lastLine = Math.min(last, first + stretchLines - 1);
    let isEmpty = true;
    this.#start = 0;
    this.#end = 0;
    for (let seq = first; seq <= lastLine; seq++) {
      const chunk = rows.chunk(seq);
      if (chunk === undefined) {
        continue;
      }
      const row = rowOf(seq);
      const offset = chunk.offset[row] as number;
      const end = offset + (chunk.length[row] as number);
      if (isEmpty) {
        isEmpty = false;
        this.#slab = chunk.slab[row] as number;
        this.#start = offset;
        if (end - offset > stretchBytes) {
          this.#end = end;
          return seq + 1;
        }
      } else if (chunk.slab[row] !== this.#slab || offset < this.#end || end - this.#start > stretchBytes) {
        return seq;
      }
      this.#end = end;
    }
    return lastLine + 1;
  }
}
