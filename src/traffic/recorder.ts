import { type FindingSet, finding } from "../wire/findings.ts";
import type { Line } from "../wire/line.ts";
import type { RequestId } from "../wire/messages.ts";
import type { Clock } from "./clock.ts";
import type { RawSlabs } from "./columns/rawSlabs.ts";
import { type RowColumns, rowOf, shapeOf, withKind } from "./columns/rowColumns.ts";
import { Emitter } from "./emitter.ts";
import type { LocalStatus, TrafficSource } from "./trafficSource.ts";
import { isShown, type TrafficView } from "./trafficView.ts";

/** A call of ours ended without an answer. */
export interface Settled {
  source: TrafficSource;
  id: RequestId;
  status: LocalStatus;
}

/** The writing side of a log: what its sources use. */
export class Recorder {
  /** Kept up to date with each line. */
  views: readonly TrafficView[] = [];
  /** Told of each new line. */
  readonly appended: Emitter<number>;
  /** Told of each line whose row has changed. */
  readonly updated: Emitter<number>;
  /** Told how a call of ours ended without an answer. */
  readonly settled: Emitter<Settled>;
  /** Called when lines come: of those of a chunk, which come in one turn, for the first only. */
  onLines: () => void = () => {};
  readonly #rows: RowColumns;
  readonly #raw: RawSlabs;
  readonly #clock: Clock;
  #lastAt = 0;

  constructor(rows: RowColumns, raw: RawSlabs, clock: Clock, onListenerError: (error: unknown) => void) {
    this.#rows = rows;
    this.#raw = raw;
    this.#clock = clock;
    this.appended = new Emitter(onListenerError);
    this.updated = new Emitter(onListenerError);
    this.settled = new Emitter(onListenerError);
  }

  /** Keeps a line of channel and kind, at this moment. Returns its seq. */
  append(source: TrafficSource, channel: number, kind: number, line: Line, findings: FindingSet): number {
    // The lines of a chunk came together: the clock is read once for all of them.
    if (!this.#raw.put(line)) {
      this.#lastAt = Math.max(this.#lastAt, this.#clock());
      this.onLines();
    }
    return this.#add(source, shapeOf(kind, channel, line.terminator), findings, this.#lastAt, line.omitted);
  }

  /** Keeps a line that was recorded elsewhere, at that moment. Returns its seq. */
  load(
    source: TrafficSource,
    channel: number,
    kind: number,
    line: Line,
    findings: FindingSet,
    at: number,
  ): number {
    this.#raw.put(line);
    this.onLines();
    return this.#add(source, shapeOf(kind, channel, line.terminator), findings, at, line.omitted);
  }

  /** Adds a row for the bytes that were put last. */
  #add(
    source: TrafficSource,
    shape: number,
    findings: FindingSet,
    at: number,
    omitted: number | undefined,
  ): number {
    const seq = this.#rows.add();
    const chunk = this.#rows.filling;
    const row = rowOf(seq);
    chunk.at[row] = at;
    chunk.source[row] = source.number;
    source.lastSeq = seq;
    chunk.shape[row] = shape;
    chunk.findings[row] = findings;
    chunk.slab[row] = this.#raw.slab;
    chunk.offset[row] = this.#raw.offset;
    chunk.length[row] = this.#raw.length;
    if (omitted !== undefined) {
      this.#rows.omitted.set(seq, omitted);
    }
    const { views } = this;
    for (let index = 0; index < views.length; index++) {
      const view = views[index] as TrafficView;
      if (isShown(view.filter, source.server)) {
        view.append(seq);
      }
    }
    this.appended.fire(seq);
    return seq;
  }

  /** Puts what `source.understanding` found of line `seq` into its row. */
  understood(source: TrafficSource, seq: number): void {
    const { understanding } = source;
    const chunk = this.#rows.chunk(seq);
    if (chunk !== undefined) {
      const row = rowOf(seq);
      chunk.shape[row] = withKind(chunk.shape[row] as number, understanding.kind);
      chunk.label[row] = understanding.label;
      chunk.ref[row] = understanding.ref;
      chunk.findings[row] = understanding.findings;
      this.updated.fire(seq);
    }
    if (understanding.answered !== 0) {
      this.updated.fire(understanding.answered);
    }
    if (understanding.batchAnswered.length > 0) {
      this.changed(understanding.batchAnswered.splice(0));
    }
    if (understanding.early.length > 0) {
      this.flag(understanding.early.splice(0), finding["before-initialize"]);
    }
  }

  /** Adds the finding to those lines. */
  flag(seqs: readonly number[], findings: FindingSet): void {
    for (const seq of seqs) {
      const chunk = this.#rows.chunk(seq);
      if (chunk !== undefined) {
        chunk.findings[rowOf(seq)] = (chunk.findings[rowOf(seq)] as number) | findings;
      }
    }
    this.changed(seqs);
  }

  /** Says that rows look different now. */
  changed(seqs: readonly number[]): void {
    for (const seq of seqs) {
      this.updated.fire(seq);
    }
  }
}
