import { finding } from "../wire/findings.ts";
import { JsonScan } from "../wire/jsonScan.ts";
import { type LogColumns, rawBytesAt } from "./columns/logColumns.ts";
import { kindCode, kindOfShape, rowOf } from "./columns/rowColumns.ts";
import type { Recorder } from "./recorder.ts";
import type { Slices } from "./slices.ts";

/** How long after a line, and between two slices, others have the time to themselves. Milliseconds. */
const pauseMs = 10;
/** While lines come it waits for a pause, but no longer than this. Milliseconds. */
const longestWaitMs = 500;
const sliceMs = 2;
/** So many bytes go by between two looks at the clock. */
const pieceBytes = 64 * 1024;
/** What a line costs besides its bytes, in bytes. */
const bytesForLine = 64;
const nothing = Buffer.alloc(0);

/**
 * Finds in lines that were recorded what only a look at each byte shows: `duplicate-key` and `unsafe-integer`.
 *
 * It comes when traffic pauses, in short slices with pauses of their own, so that neither recording nor an answer waits
 * for it. A line's row gets such a finding a moment after the line; who needs all of them waits for `reach`.
 */
export class SecondLook {
  readonly #columns: LogColumns;
  readonly #recorder: Recorder;
  readonly #scan = new JsonScan();
  /** The line it is at; those before are done. */
  #seq = 1;
  #isWithin = false;
  #timer: NodeJS.Timeout | undefined;
  /** The last line when the timer was set. */
  #lastSeen = 0;
  /** Since when it waits for a pause, by `performance.now()`. */
  #waitsSince: number | undefined;

  constructor(columns: LogColumns, recorder: Recorder) {
    this.#columns = columns;
    this.#recorder = recorder;
  }

  /** A line was recorded. Costs next to nothing. */
  wake(): void {
    if (this.#timer === undefined) {
      this.#lastSeen = this.#columns.rows.last;
      // It keeps no process alive: whoever leaves does not want to know any more.
      this.#timer = setTimeout(this.#slice, pauseMs).unref();
    }
  }

  /** Nothing waits for it. */
  get isDone(): boolean {
    return this.#seq > this.#columns.rows.last;
  }

  /** All up to line `seq` have their findings from elsewhere. */
  passOver(seq: number): void {
    this.#seq = seq + 1;
  }

  /** Resolves once line `seq` and those before have all their findings. */
  async reach(seq: number, slices: Slices): Promise<void> {
    while (!this.#advance(seq, () => slices.isOver)) {
      await slices.pause();
    }
  }

  readonly #slice = (): void => {
    this.#timer = undefined;
    const began = performance.now();
    const { last } = this.#columns.rows;
    if (last !== this.#lastSeen) {
      this.#waitsSince ??= began;
      if (began - this.#waitsSince < longestWaitMs) {
        this.wake();
        return;
      }
    }
    if (this.#advance(last, () => performance.now() - began >= sliceMs)) {
      this.#waitsSince = undefined;
    } else {
      this.wake();
    }
  };

  /** Goes on until line `last` is done or the time is over. Returns whether it is done. */
  #advance(last: number, isOver: () => boolean): boolean {
    let left = pieceBytes;
    while (this.#seq <= last) {
      if (left <= 0) {
        if (isOver()) {
          return false;
        }
        left = pieceBytes;
      }
      left -= this.#isWithin ? this.#goOn() : this.#begin();
    }
    return true;
  }

  /** Begins with the next line. Returns the bytes it looked at. */
  #begin(): number {
    const { rows } = this.#columns;
    const chunk = rows.chunk(this.#seq);
    const row = rowOf(this.#seq);
    if (
      chunk === undefined ||
      kindCode[kindOfShape(chunk.shape[row] as number)] > kindCode.invalid ||
      ((chunk.findings[row] as number) & finding["oversized-line"]) !== 0
    ) {
      this.#seq++;
      return bytesForLine;
    }
    this.#scan.begin(rawBytesAt(this.#columns, this.#seq));
    this.#isWithin = true;
    return bytesForLine + this.#goOn();
  }

  #goOn(): number {
    const scan = this.#scan;
    const before = scan.at;
    scan.advance(pieceBytes);
    const looked = scan.at - before;
    if (scan.isDone) {
      const { findings } = scan;
      // It holds on to no line that is done.
      scan.begin(nothing);
      this.#isWithin = false;
      if (findings !== 0) {
        this.#recorder.flag([this.#seq], findings);
      }
      this.#seq++;
    }
    return looked;
  }
}
