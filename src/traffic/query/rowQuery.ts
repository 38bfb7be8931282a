import type { LogColumns } from "../columns/logColumns.ts";
import { noName, unlistedName } from "../columns/names.ts";
import { callOfRef, kindCode, kinds, type RowChunk } from "../columns/rowColumns.ts";
import { callState } from "../pairing/callTable.ts";
import { rowAt } from "../rowAt.ts";
import { isProblem, type RowFilter } from "./rowFilter.ts";

/**
 * A filter, made ready for the columns of a log: whether a row passes takes some comparisons of numbers, and no object
 * is made.
 */
export class RowQuery {
  readonly #columns: LogColumns;
  readonly #filter: RowFilter;
  /** By kind. */
  readonly #passesKind: Uint8Array;
  /** By the number of the source: 0 not known yet, 1 passes, 2 does not. */
  #sources = new Uint8Array(16);
  /** In lower case. */
  readonly #text: string;
  /** By the number of the method, as above: whether its name holds the text. */
  #methods = new Uint8Array(64);
  #namesSeen = 1;
  #hasNames = false;

  constructor(columns: LogColumns, filter: RowFilter) {
    this.#columns = columns;
    this.#filter = filter;
    this.#text = foldedText(filter.text ?? "");
    this.#passesKind = Uint8Array.from(kinds, (kind) => Number(filter.kinds?.includes(kind) ?? true));
  }

  /** Whether all but the text of the filter lets a row pass. */
  passes(seq: number, chunk: RowChunk, row: number): boolean {
    const kind = (chunk.shape[row] as number) >> 4;
    return (
      this.#passesKind[kind] === 1 &&
      (this.#filter.server === undefined || this.#isOfServer(chunk.source[row] as number)) &&
      (this.#filter.problems !== true || this.#isProblem(seq, kind, chunk, row))
    );
  }

  /** Whether any method holds the text, as far as is known. */
  get mayBeNamed(): boolean {
    const { methods } = this.#columns.names;
    for (; this.#namesSeen < methods.size; this.#namesSeen++) {
      this.#hasNames ||= this.#isMethod(this.#namesSeen);
    }
    return this.#hasNames || methods.hasUnlisted;
  }

  /** Whether the row's method, or its request's, holds the text. */
  isNamed(seq: number, chunk: RowChunk, row: number): boolean {
    const kind = (chunk.shape[row] as number) >> 4;
    let label = chunk.label[row] as number;
    if (kind === kindCode.result || kind === kindCode.error) {
      const call = callOfRef(chunk.ref[row] as number);
      const source = this.#columns.sources[chunk.source[row] as number];
      label = call === -1 || source === undefined ? noName : source.understanding.pairing.calls.method(call);
    }
    if (label === noName) {
      return false;
    }
    return label === unlistedName
      ? foldedText(rowAt(this.#columns, seq)?.method ?? "").includes(this.#text)
      : this.#isMethod(label);
  }

  #isOfServer(number: number): boolean {
    if (number >= this.#sources.length) {
      this.#sources = longer(this.#sources, number);
    }
    this.#sources[number] ||= this.#columns.sources[number]?.server === this.#filter.server ? 1 : 2;
    return this.#sources[number] === 1;
  }

  #isMethod(label: number): boolean {
    if (label >= this.#methods.length) {
      this.#methods = longer(this.#methods, label);
    }
    const name = this.#columns.names.methods.name(label) ?? "";
    this.#methods[label] ||= foldedText(name).includes(this.#text) ? 1 : 2;
    return this.#methods[label] === 1;
  }

  #isProblem(seq: number, kind: number, chunk: RowChunk, row: number): boolean {
    if (chunk.findings[row] !== 0) {
      return true;
    }
    if (kind === kindCode.request || kind === kindCode.error) {
      const call = callOfRef(chunk.ref[row] as number);
      const calls = this.#columns.sources[chunk.source[row] as number]?.understanding.pairing.calls;
      const state = call === -1 ? callState.pending : calls?.state(call);
      if (kind === kindCode.error) {
        return state !== callState.declined;
      }
      return state === callState.error || state === callState.timedOut || state === callState.serverExited;
    }
    if (kind === kindCode.batch) {
      const batch = rowAt(this.#columns, seq);
      return batch !== undefined && isProblem(batch);
    }
    return false;
  }
}

/** ASCII letters in lower case, as `ByteSearch` has it. */
export function foldedText(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function longer(states: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.max(states.length * 2, number + 1));
  more.set(states);
  return more;
}
