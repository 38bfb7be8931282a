import type { Terminator } from "../../wire/line.ts";
import type { Channel, EntryKind } from "../entry.ts";

/** The codes of kinds in the `shape` column are positions here. */
export const kinds: readonly EntryKind[] = [
  "request",
  "result",
  "error",
  "notification",
  "batch",
  "invalid",
  "unparsed",
  "stderr",
  "lifecycle",
];
export const kindCode = Object.fromEntries(kinds.map((kind, code) => [kind, code])) as Record<
  EntryKind,
  number
>;
export const channels: readonly Channel[] = ["stdin", "stdout", "stderr", "lifecycle"];
export const channelCode = { stdin: 0, stdout: 1, stderr: 2, lifecycle: 3 } as const;
const terminators: readonly Terminator[] = ["\n", "\r\n", ""];

const rowBits = 12;
const rowsInChunk = 1 << rowBits;
const rowMask = rowsInChunk - 1;

/** Values of the `ref` column that are neither a call nor an id. */
export const noRef = 0;
export const nullIdRef = -1;

/** `ref` of a row that belongs to a call of its source: a request, or an answer to it. */
export function refOfCall(call: number): number {
  return call + 1;
}
/** `ref` of a row with an id that belongs to no call: where its source's id arena keeps the id. */
export function refOfId(id: number): number {
  return -2 - id;
}
/** The call behind a `ref`, or -1. */
export function callOfRef(ref: number): number {
  return ref - 1 < 0 ? -1 : ref - 1;
}
/** The id behind a `ref`, or -1. */
export function idOfRef(ref: number): number {
  return ref <= -2 ? -2 - ref : -1;
}

/** The `source` column holds numbers up to this. */
export const lastSource = 0xffff;

const chunkBytes = 33 * rowsInChunk;

/** The rows of 2^12 seqs in a row; 33 bytes each, in one block of memory. */
export class RowChunk {
  /** Microseconds since the Unix epoch. */
  readonly at: Float64Array;
  readonly source: Uint16Array;
  /** Kind, terminator and channel, packed by `shapeOf`. */
  readonly shape: Uint8Array;
  readonly findings: Uint32Array;
  /** The slab of the raw bytes, and where they begin in it. */
  readonly slab: Uint32Array;
  readonly offset: Uint32Array;
  readonly length: Uint32Array;
  /** A message with a method: its number. An error: its code's number. */
  readonly label: Uint16Array;
  readonly ref: Int32Array;
  /** Rows that were written and not removed. */
  live = 0;

  constructor() {
    const memory = new ArrayBuffer(chunkBytes);
    // The widest first, so that each begins where its width allows.
    const at = (bytesBefore: number): [ArrayBuffer, number, number] => [
      memory,
      bytesBefore * rowsInChunk,
      rowsInChunk,
    ];
    this.at = new Float64Array(...at(0));
    this.findings = new Uint32Array(...at(8));
    this.slab = new Uint32Array(...at(12));
    this.offset = new Uint32Array(...at(16));
    this.length = new Uint32Array(...at(20));
    this.ref = new Int32Array(...at(24));
    this.source = new Uint16Array(...at(28));
    this.label = new Uint16Array(...at(30));
    this.shape = new Uint8Array(...at(32));
  }
}

const removedShape = 0xff;

/** Kind, terminator and channel of a row in one byte. */
export function shapeOf(kind: number, channel: number, terminator: Terminator): number {
  const end = terminator === "\n" ? 0 : terminator === "\r\n" ? 1 : 2;
  return (kind << 4) | (end << 2) | channel;
}
export function kindOfShape(shape: number): EntryKind {
  return kinds[shape >> 4] as EntryKind;
}
export function channelOfShape(shape: number): Channel {
  return channels[shape & 3] as Channel;
}
export function terminatorOfShape(shape: number): Terminator {
  return terminators[(shape >> 2) & 3] as Terminator;
}
export function withKind(shape: number, kind: number): number {
  return (shape & 0x0f) | (kind << 4);
}

/** The place of `seq` in its chunk. */
export function rowOf(seq: number): number {
  return seq & rowMask;
}

/** All rows by seq, in chunks that never move. */
export class RowColumns {
  /** How many bytes were left out of oversized lines, by seq: they are rare. */
  readonly omitted = new Map<number, number>();
  #filling = new RowChunk();
  readonly #chunks: (RowChunk | undefined)[] = [this.#filling];
  #last = 0;
  /** No chunk before this one has rows. */
  #firstChunk = 0;
  #chunksHeld = 1;

  /** The memory that the rows take. */
  get heldBytes(): number {
    return this.#chunksHeld * chunkBytes;
  }

  /** The lowest seq that has a row. */
  get first(): number | undefined {
    for (; this.#firstChunk < this.#chunks.length; this.#firstChunk++) {
      const chunk = this.#chunks[this.#firstChunk];
      if (chunk !== undefined && chunk.live > 0) {
        const row = chunk.shape.findIndex(
          (shape, at) => shape !== removedShape && (at > 0 || this.#firstChunk > 0),
        );
        return (this.#firstChunk << rowBits) + row;
      }
      if (chunk === this.#filling) {
        break;
      }
    }
    return undefined;
  }

  /** The chunk of the last seq given out. */
  get filling(): RowChunk {
    return this.#filling;
  }

  /** The last seq given out. */
  get last(): number {
    return this.#last;
  }

  /** Takes the next seq and makes room for its row. The caller fills the row in. */
  add(): number {
    const seq = ++this.#last;
    if ((seq & rowMask) === 0) {
      this.#filling = new RowChunk();
      this.#chunks.push(this.#filling);
      this.#chunksHeld++;
    }
    this.#filling.live++;
    return seq;
  }

  /** The next seq will be `seq + 1`: there are no rows up to there. Does nothing where that is behind. */
  skipTo(seq: number): void {
    if (seq <= this.#last) {
      return;
    }
    const inFilling = Math.min(seq, this.#last | rowMask);
    this.#filling.shape.fill(removedShape, rowOf(this.#last) + 1, rowOf(inFilling) + 1);
    if (inFilling < seq) {
      if (this.#filling.live === 0) {
        this.#chunks[this.#last >>> rowBits] = undefined;
        this.#chunksHeld--;
      }
      this.#filling = new RowChunk();
      this.#chunksHeld++;
      this.#filling.shape.fill(removedShape, 0, rowOf(seq) + 1);
      this.#chunks[seq >>> rowBits] = this.#filling;
    }
    this.#last = seq;
  }

  /** The chunk that has the row of `seq`, or undefined where there is no such row (any more). */
  chunk(seq: number): RowChunk | undefined {
    if (!(seq >= 1 && seq <= this.#last)) {
      return undefined;
    }
    const chunk = this.#chunks[seq >>> rowBits];
    return chunk?.shape[seq & rowMask] === removedShape ? undefined : chunk;
  }

  remove(seq: number): void {
    const chunk = this.chunk(seq);
    if (chunk === undefined) {
      return;
    }
    chunk.shape[seq & rowMask] = removedShape;
    chunk.live--;
    // The chunk still being filled stays: its next rows are to come.
    if (chunk.live === 0 && chunk !== this.#filling) {
      this.#chunks[seq >>> rowBits] = undefined;
      this.#chunksHeld--;
    }
  }

  /** Removes all rows. Returns how many there were. */
  clear(): number {
    const removed = this.#chunks.reduce((sum, chunk) => sum + (chunk?.live ?? 0), 0);
    this.#chunks.fill(undefined);
    this.#chunks[this.#chunks.length - 1] = this.#filling;
    this.#chunksHeld = 1;
    this.#filling.shape.fill(removedShape, 0, (this.#last & rowMask) + 1);
    this.#filling.live = 0;
    return removed;
  }

  /** `seq`, or where its whole block has no rows the first of the next block that has; past the last where none has. */
  from(seq: number): number {
    const first = seq >>> rowBits;
    let index = Math.max(first, this.#firstChunk);
    while (index <= this.#last >>> rowBits && this.#chunks[index] === undefined) {
      index++;
    }
    return index === first ? seq : index << rowBits;
  }

  /** Calls `visit` with each row from `from` to `to`, ascending; it may remove that row. */
  forEach(visit: (seq: number, chunk: RowChunk, row: number) => void, from = 1, to = this.#last): void {
    const last = Math.min(to, this.#last);
    const firstChunk = Math.max(from >>> rowBits, this.#firstChunk);
    for (let index = firstChunk; index <= last >>> rowBits; index++) {
      const chunk = this.#chunks[index];
      if (chunk === undefined) {
        continue;
      }
      const first = index << rowBits;
      const end = Math.min(rowsInChunk, last + 1 - first);
      for (let row = Math.max(0, from - first); row < end; row++) {
        if (chunk.shape[row] !== removedShape) {
          visit(first + row, chunk, row);
        }
      }
    }
  }
}
