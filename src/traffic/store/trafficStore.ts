import { setImmediate } from "node:timers/promises";
import type { Disposable } from "../emitter.ts";
import { Slices } from "../slices.ts";
import type { Cleared, TrafficLog } from "../trafficLog.ts";
import { BlockWriter, type BlockWriterOptions, linesInBlock, type Written } from "./blockWriter.ts";
import type { StoredFile } from "./storedFile.ts";

/** Without a `root` or with a disk budget of 0 nothing is written. */
export interface TrafficStoreOptions extends BlockWriterOptions {
  /** What raw bytes and rows may take. Asked each time. Bytes. */
  memoryBudget: () => number;
  /** Told why nothing can be written, once, and `undefined` when it can again. */
  onProblem: (error: NodeJS.ErrnoException | undefined) => void;
  /**
   * The log is of something that is stored elsewhere: only what memory has no room for is written, no line is let go
   * of, and the files go with `discard`.
   */
  isOverflow?: boolean;
}

/** How long a line may wait before it is written. */
const writeEveryMs = 250;
const retryEveryMs = 30_000;
const largestFile = 64 * 1024 * 1024;
/** How many files the disk budget is at least made of: as much goes at a time. */
const filesInBudget = 8;
/** The rows of lines may take this part of the memory budget; then the oldest lines go. */
const rowsInBudget = 0.5;

/**
 * Keeps a log within its budgets, and its lines on disk for later.
 *
 * Every line is written, some time after it was recorded and in the order of the log. Past the memory budget the oldest
 * lines are read from there. Past the disk budget the oldest file goes, with the lines that were left in it only. What
 * cannot be written stays in memory until that is full.
 *
 * It works in slices: a block of about a megabyte at a time.
 */
export class TrafficStore {
  readonly #log: TrafficLog;
  readonly #options: TrafficStoreOptions;
  readonly #registrations: Disposable[];
  readonly #writer: BlockWriter;
  /** The blocks whose lines are still in memory too, oldest first. */
  #inMemory: Written[] = [];
  /** Lines up to this one are in memory only, or gone: their file went, with what was left in it. */
  #inNoFile = 0;
  /** The last seq of each file that lines were moved to. */
  readonly #movedUpTo = new Map<StoredFile, number>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #hasProblem = false;
  /** While there is a problem: when writing is tried again, by `performance.now()`. */
  #retryAt = 0;
  #isClosed = false;
  #isDiscarded = false;
  #isLettingGo = false;
  /** The removal of files whose lines were cleared. */
  #discarding: Promise<unknown> = Promise.resolve();

  constructor(log: TrafficLog, options: TrafficStoreOptions) {
    this.#log = log;
    this.#options = options;
    this.#writer = new BlockWriter(log, options);
    this.#registrations = [
      log.onDidAppend(() => this.#schedule()),
      log.onDidSettle((settled) => {
        this.#writer.noteSettled(settled);
        this.#schedule();
      }),
      log.onDidClear((cleared) => this.#onCleared(cleared)),
    ];
  }

  /** Writes all lines there are now. Never rejects. */
  async flush(): Promise<void> {
    while (this.#working !== undefined) {
      await this.#working;
    }
    this.#retryAt = 0;
    await this.#work();
  }

  /** Writes what is left and lets go of the files, which stay. */
  async close(): Promise<void> {
    this.#stop();
    await this.flush();
    await this.#discarding;
    await this.#writer.close();
  }

  /** Stops, and removes the files: lines that lie in them cannot be read any more. */
  async discard(): Promise<void> {
    this.#stop();
    this.#isDiscarded = true;
    await this.#working;
    await this.#writer.discard();
  }

  #stop(): void {
    for (const registration of this.#registrations) {
      registration.dispose();
    }
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer === undefined && this.#working === undefined && !this.#isClosed) {
      this.#timer = setTimeout(() => void this.#work(), writeEveryMs);
    }
  }

  #work(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working = this.#run().finally(() => {
      this.#working = undefined;
      if (this.#hasMore) {
        this.#schedule();
      }
    });
    return this.#working;
  }

  async #run(): Promise<void> {
    // A disk that hangs must not fill the memory.
    const watch = setInterval(() => void this.#letGo(2), 1000);
    try {
      if (!this.#hasProblem || performance.now() >= this.#retryAt) {
        await this.#write();
      }
    } catch (error) {
      // The block that failed goes whole to another file.
      this.#writer.endFile();
      this.#retryAt = performance.now() + retryEveryMs;
      this.#setProblem(error as NodeJS.ErrnoException);
    } finally {
      clearInterval(watch);
    }
    await this.#moveOut();
    await this.#letGo(1);
  }

  async #write(): Promise<void> {
    while (this.#hasMore) {
      const written = await this.#writer.write();
      if (written !== undefined) {
        this.#inMemory.push(written);
      }
      await this.#moveOut();
      await this.#makeRoomOnDisk();
    }
    this.#setProblem(undefined);
  }

  get #hasMore(): boolean {
    const { root, diskBudget, memoryBudget, isOverflow } = this.#options;
    return (
      root !== undefined &&
      !this.#isDiscarded &&
      diskBudget() > 0 &&
      (isOverflow !== true || this.#log.heldBytes > memoryBudget() / 2) &&
      this.#writer.hasMore
    );
  }

  /** Past the memory budget the oldest lines that are written lie in their file only. */
  async #moveOut(): Promise<void> {
    const slices = new Slices(undefined);
    const budget = this.#options.memoryBudget();
    const { rows } = this.#log.columns;
    while (this.#log.heldBytes > budget) {
      const oldest = this.#inMemory[0];
      if (rows.first !== undefined && rows.first <= this.#inNoFile) {
        this.#log.drop(Math.min(rows.first + linesInBlock, this.#inNoFile));
      } else if (oldest !== undefined) {
        const { block, lastSeq } = oldest;
        this.#log.moveTo(block.file, block.position, block.lines());
        this.#movedUpTo.set(block.file, lastSeq);
        this.#inMemory.shift();
      } else {
        return;
      }
      await slices.pauseIfOver();
    }
  }

  /** What is over so many times the memory budget goes, the oldest lines first. */
  async #letGo(times: number): Promise<void> {
    if (this.#options.isOverflow === true || this.#isLettingGo) {
      return;
    }
    this.#isLettingGo = true;
    const slices = new Slices(undefined);
    const budget = this.#options.memoryBudget() * times;
    const { rows } = this.#log.columns;
    for (let first = rows.first; first !== undefined; first = rows.first) {
      const excess = Math.max(this.#log.heldBytes - budget, rows.heldBytes - budget * rowsInBudget);
      if (excess <= 0) {
        break;
      }
      this.#log.drop(this.#upTo(first, excess));
      this.#writer.passOver(rows.first ?? this.#log.length + 1);
      await slices.pauseIfOver();
    }
    this.#isLettingGo = false;
  }

  /** The line up to which, from `first` on, the lines take so many bytes; some thousand lines on at most. */
  #upTo(first: number, bytes: number): number {
    const { rows } = this.#log.columns;
    let upTo = first;
    let left = bytes;
    rows.forEach(
      (seq, chunk, row) => {
        if (left > 0) {
          upTo = seq;
          left -= chunk.length[row] as number;
        }
      },
      first,
      first + linesInBlock,
    );
    return upTo;
  }

  async #makeRoomOnDisk(): Promise<void> {
    const writer = this.#writer;
    const budget = this.#options.diskBudget();
    if (writer.openSize >= Math.min(largestFile, budget / filesInBudget)) {
      writer.endFile();
    }
    while (writer.files.length > 1 && writer.size > budget) {
      const oldest = writer.takeOldest() as StoredFile;
      const stillHeld = this.#inMemory.filter(({ block }) => block.file === oldest);
      this.#inMemory = this.#inMemory.slice(stillHeld.length);
      this.#inNoFile = stillHeld.at(-1)?.lastSeq ?? this.#inNoFile;
      await this.#drop(this.#movedUpTo.get(oldest) ?? 0);
      this.#movedUpTo.delete(oldest);
      await oldest.discard();
    }
  }

  /** Lets go of all lines up to `seq`, in slices. */
  async #drop(upTo: number): Promise<void> {
    const { rows } = this.#log.columns;
    for (let first = rows.first; first !== undefined && first <= upTo; first = rows.first) {
      this.#log.drop(Math.min(first + linesInBlock, upTo));
      await setImmediate();
    }
  }

  #onCleared({ server }: Cleared): void {
    if (server !== undefined) {
      this.#writer.noteCleared(server);
      this.#schedule();
      return;
    }
    this.#inMemory = [];
    this.#movedUpTo.clear();
    this.#discarding = this.#writer.clear();
  }

  #setProblem(error: NodeJS.ErrnoException | undefined): void {
    if (error !== undefined || this.#hasProblem) {
      const isNew = !this.#hasProblem || error === undefined;
      this.#hasProblem = error !== undefined;
      if (isNew) {
        this.#options.onProblem(error);
      }
    }
  }
}
