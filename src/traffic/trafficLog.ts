import * as l10n from "@vscode/l10n";
import { type Clock, monotonicClock } from "./clock.ts";
import { type LogColumns, rawBytesAt, sourceAt } from "./columns/logColumns.ts";
import { Names, wellKnownMethods } from "./columns/names.ts";
import { RawSlabs, type SlabFile } from "./columns/rawSlabs.ts";
import { lastSource, RowColumns, rowOf } from "./columns/rowColumns.ts";
import { Emitter } from "./emitter.ts";
import type { CaptureEntry, TrafficRow } from "./entry.ts";
import { entryHead, entryOf } from "./entryOf.ts";
import { callsAt, type LineCall } from "./lineCalls.ts";
import { Recorder } from "./recorder.ts";
import { rowAt } from "./rowAt.ts";
import { SecondLook } from "./secondLook.ts";
import type { Slices } from "./slices.ts";
import { type LoadedLine, TrafficSource } from "./trafficSource.ts";
import { isShown, type TrafficFilter, TrafficView } from "./trafficView.ts";
import type { SharedNames } from "./understanding.ts";

export interface TrafficLogOptions {
  /** Microseconds since the Unix epoch; never backwards. */
  clock?: Clock;
  /** Hears of listeners that throw. */
  onListenerError?: (error: unknown) => void;
}

/** What `clear` removed. */
export interface Cleared {
  /** Absent: all of them. */
  server?: string;
  removed: number;
}

/** What `drop` removed: all lines up to a seq. */
export interface Dropped {
  upTo: number;
  removed: number;
}

/**
 * Everything that crossed the pipes of all servers, in the order seen: append-only, recorded before it is understood.
 * [R15]
 *
 * No object is made a line: raw bytes lie in slabs, all else in typed arrays, about 60 bytes a line besides its own.
 * Recording and understanding a short line costs some 300 ns. Listeners are called synchronously, in the midst of
 * reading a pipe: they note what they hear and act later.
 */
export class TrafficLog {
  readonly #sources: TrafficSource[] = [];
  readonly #sourcesByKey = new Map<string, TrafficSource>();
  readonly #names: SharedNames = { methods: new Names(wellKnownMethods), errorCodes: new Names<number>() };
  readonly #rows = new RowColumns();
  readonly #raw = new RawSlabs();
  readonly #clearedAt = new Map<number, number>();
  readonly #columns: LogColumns = {
    rows: this.#rows,
    raw: this.#raw,
    sources: this.#sources,
    names: this.#names,
    clearedAt: this.#clearedAt,
  };
  readonly #cleared: Emitter<Cleared>;
  readonly #droppedLines: Emitter<Dropped>;
  #dropped = 0;
  readonly #recorder: Recorder;
  readonly #secondLook: SecondLook;

  constructor(options: TrafficLogOptions = {}) {
    const onListenerError = options.onListenerError ?? (() => {});
    this.#cleared = new Emitter(onListenerError);
    this.#droppedLines = new Emitter(onListenerError);
    this.#recorder = new Recorder(this.#rows, this.#raw, options.clock ?? monotonicClock(), onListenerError);
    this.#secondLook = new SecondLook(this.#columns, this.#recorder);
    this.#recorder.onLines = () => this.#secondLook.wake();
  }

  /** Hears the seq of each new line, as soon as its bytes are kept and before it is understood. */
  get onDidAppend() {
    return this.#recorder.appended.event;
  }
  /** Hears the seq of a line whose row has changed: it was understood, answered, settled, or found to be early. */
  get onDidUpdate() {
    return this.#recorder.updated.event;
  }
  /** Hears that lines were removed, when they are. */
  get onDidClear() {
    return this.#cleared.event;
  }

  /** Hears how a call of ours ended without an answer. */
  get onDidSettle() {
    return this.#recorder.settled.event;
  }
  /** Hears that the oldest lines were let go of, when they are. */
  get onDidDrop() {
    return this.#droppedLines.event;
  }

  /** How many lines were let go of because the log was full. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The memory that raw bytes and rows take. */
  get heldBytes(): number {
    return this.#raw.heldBytes + this.#rows.heldBytes;
  }

  /** What the log consists of, for its store. */
  get columns(): LogColumns {
    return this.#columns;
  }

  /** The first seq from this one on that may have a line: what was let go of or left out in blocks is passed over. */
  seqFrom(seq: number): number {
    return this.#rows.from(seq);
  }

  /** The last seq given out. Clearing does not change it. */
  get length(): number {
    return this.#rows.last;
  }

  /**
   * Where to report the traffic of one process of a server: the same object for the same server and epoch. Throws after
   * 65,536 of them.
   */
  source(server: string, epoch: number): TrafficSource {
    const key = `${epoch} ${server}`;
    const known = this.#sourcesByKey.get(key);
    if (known !== undefined) {
      return known;
    }
    if (this.#sources.length > lastSource) {
      throw new Error(
        l10n.t("The traffic log has seen 65,536 processes and can hold no more: reload the window."),
      );
    }
    const source = new TrafficSource(this.#recorder, this.#names, server, epoch, this.#sources.length);
    this.#sources.push(source);
    this.#sourcesByKey.set(key, source);
    return source;
  }

  /** Takes in a line of a server's process that was recorded elsewhere. Costs what recording costs. */
  load(server: string, epoch: number, line: LoadedLine): void {
    const isJudged = line.findings !== undefined && this.#secondLook.isDone;
    this.#rows.skipTo(line.seq - 1);
    this.source(server, epoch).load(line);
    if (isJudged) {
      this.#secondLook.passOver(line.seq);
    }
  }

  /** Resolves once line `seq` and those before have all their findings: some need a look at each byte, which comes later. */
  allFound(seq: number, slices: Slices): Promise<void> {
    return this.#secondLook.reach(seq, slices);
  }

  /** What a list shows of line `seq`; undefined where there is none or it was cleared. Cheap, whatever its size. */
  row(seq: number): TrafficRow | undefined {
    return rowAt(this.#columns, seq);
  }

  /** Line `seq` as a capture holds it; undefined where there is none or it was cleared. Costs its size. */
  entry(seq: number): CaptureEntry | undefined {
    return entryOf(this.#columns, seq);
  }

  /** `entry` without `raw` or `rawBase64`. Costs little, whatever the line's size, unless it is a batch. */
  entryHead(seq: number): CaptureEntry | undefined {
    return entryHead(this.#columns, seq);
  }

  /** The calls that line `seq` asks for, in its order. Costs little, but for a batch its size and its answers'. */
  calls(seq: number): LineCall[] {
    return callsAt(this.#columns, seq);
  }

  /** Whose line `seq` is; undefined where there is none or it was cleared. */
  serverOf(seq: number): string | undefined {
    return sourceAt(this.#columns, seq)?.server;
  }

  /** The bytes of line `seq` without terminator, not a copy: nobody may write into them. Empty where there is none. */
  rawBytes(seq: number): Buffer {
    return rawBytesAt(this.#columns, seq);
  }

  /** How many bytes `rawBytes` gives of line `seq`, unless their file has been damaged or closed. */
  rawLength(seq: number): number {
    return this.#rows.chunk(seq)?.length[rowOf(seq)] ?? 0;
  }

  /** The first bytes of line `seq`, at most so many. Costs no more than them. */
  rawHead(seq: number, bytes: number): Buffer {
    return rawBytesAt(this.#columns, seq, 0, bytes);
  }

  /** Bytes `start` to `end` of line `seq`. */
  rawPart(seq: number, start: number, end: number): Buffer {
    return rawBytesAt(this.#columns, seq, start, end);
  }

  /** Those lines lie in `file` now, one behind the other from `position` on; lines that are gone are passed over. */
  moveTo(file: SlabFile, position: number, lines: Iterable<{ seq: number; length: number }>): void {
    const slab = this.#raw.addWritten(file, position);
    let offset = 0;
    for (const { seq, length } of lines) {
      const chunk = this.#rows.chunk(seq);
      if (chunk !== undefined) {
        const row = rowOf(seq);
        this.#raw.release(chunk.slab[row] as number);
        this.#raw.keep(slab);
        chunk.slab[row] = slab;
        chunk.offset[row] = offset;
      }
      offset += length;
    }
  }

  /** Lets go of all lines up to `seq`, for want of room. Costs those lines. */
  drop(seq: number): number {
    const upTo = Math.min(seq, this.length);
    let removed = 0;
    this.#rows.forEach(
      (dropped, chunk, row) => {
        const source = this.#sources[chunk.source[row] as number] as TrafficSource;
        if (source.understanding.letGo(dropped, chunk.ref[row] as number)) {
          this.#clearedAt.set(dropped, chunk.at[row] as number);
        }
        this.#raw.release(chunk.slab[row] as number);
        this.#rows.remove(dropped);
        removed++;
      },
      1,
      upTo,
    );
    this.#dropped += removed;
    for (const source of this.#sources) {
      if (source.hasExited && source.lastSeq > 0 && source.lastSeq <= upTo) {
        source.forget();
      }
    }
    for (const view of this.#recorder.views) {
      view.drop(upTo);
    }
    this.#droppedLines.fire({ upTo, removed });
    return removed;
  }

  /** Removes the lines of one server, or all. Returns how many. Seqs go on; nothing is recorded of it. */
  clear(server?: string): number {
    const concerned = this.#sources.filter((source) => server === undefined || source.server === server);
    for (const source of concerned) {
      // An answer may yet come to a request whose line is cleared: it will want to know how long it took.
      for (const seq of source.understanding.unanswered()) {
        const at = this.#rows.chunk(seq)?.at[rowOf(seq)];
        if (at !== undefined) {
          this.#clearedAt.set(seq, at);
        }
      }
    }
    const removed = server === undefined ? this.#clearAll() : this.#clearOf(new Set(concerned));
    for (const source of concerned) {
      if (source.hasExited) {
        source.forget();
      }
    }
    for (const view of this.#recorder.views) {
      view.keep((seq) => this.#rows.chunk(seq) !== undefined);
    }
    this.#cleared.fire(server === undefined ? { removed } : { server, removed });
    return removed;
  }

  #clearAll(): number {
    this.#raw.clear();
    return this.#rows.clear();
  }

  #clearOf(sources: ReadonlySet<TrafficSource>): number {
    let removed = 0;
    this.#rows.forEach((seq, chunk, row) => {
      if (sources.has(this.#sources[chunk.source[row] as number] as TrafficSource)) {
        this.#raw.release(chunk.slab[row] as number);
        this.#rows.remove(seq);
        removed++;
      }
    });
    return removed;
  }

  /** A list of the lines that pass the filter, kept up to date until it is disposed of. */
  view(filter: TrafficFilter = {}): TrafficView {
    const view = new TrafficView(
      { row: (seq) => this.row(seq), close: (closed) => this.#close(closed) },
      filter,
    );
    this.#rows.forEach((seq, chunk, row) => {
      if (isShown(filter, (this.#sources[chunk.source[row] as number] as TrafficSource).server)) {
        view.append(seq);
      }
    });
    this.#recorder.views = [...this.#recorder.views, view];
    return view;
  }

  #close(view: TrafficView): void {
    this.#recorder.views = this.#recorder.views.filter((other) => other !== view);
  }
}
