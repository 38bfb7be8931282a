import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Disposable } from "../emitter.ts";
import { rawBytesAt } from "../logColumns.ts";
import { rowOf } from "../rowColumns.ts";
import { Slices } from "../slices.ts";
import type { Cleared, TrafficLog } from "../trafficLog.ts";
import { type BlockNotes, BlockTable, storedFormat, storedVersion } from "./block.ts";
import { newSessionFolder, storedFileName, tidySessions } from "./sessions.ts";
import { StoredFile, type WrittenBlock } from "./storedFile.ts";

export interface TrafficStoreOptions {
  /** The folder of all sessions. Absent: nothing is written. */
  root: string | undefined;
  /** The workspace's name, for people who look for the session later. */
  workspace: string;
  /** What raw bytes and rows may take. Asked each time. Bytes. */
  memoryBudget: () => number;
  /** What the files may take, those of earlier sessions included. 0: nothing is written. Asked each time. Bytes. */
  diskBudget: () => number;
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
const linesInBlock = 4096;
const bytesInBlock = 1024 * 1024;
/** A line from here on is written from where it lies. */
const longLine = 256 * 1024;
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
  /** The blocks whose lines are still in memory too, oldest first. */
  #inMemory: { block: WrittenBlock; lastSeq: number }[] = [];
  /** Lines up to this one are in memory only, or gone: their file went, with what was left in it. */
  #inNoFile = 0;
  #files: StoredFile[] = [];
  /** The last seq of each file that lines were moved to. */
  readonly #movedUpTo = new Map<StoredFile, number>();
  #folder: string | undefined;
  #filesMade = 0;
  /** The next seq to write. */
  #next = 1;
  #notes = emptyNotes();
  #sourcesNoted = 0;
  /** The one that blocks go to. */
  #open: StoredFile | undefined;
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
    this.#registrations = [
      log.onDidAppend(() => this.#schedule()),
      log.onDidSettle(({ source, id, status }) => {
        this.#notes.settled.push({ after: log.length, source: source.number, id, status });
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
    await Promise.all(this.#files.map((file) => file.close()));
  }

  /** Stops, and removes the files: lines that lie in them cannot be read any more. */
  async discard(): Promise<void> {
    this.#stop();
    this.#isDiscarded = true;
    await this.#working;
    await Promise.all(this.#files.map((file) => file.discard()));
    if (this.#folder !== undefined) {
      await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
    }
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
      this.#open = undefined;
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
      await this.#writeBlock();
      await this.#moveOut();
      await this.#makeRoomOnDisk();
    }
    this.#setProblem(undefined);
  }

  get #hasMore(): boolean {
    const { settled, cleared } = this.#notes;
    const { root, diskBudget, memoryBudget, isOverflow } = this.#options;
    return (
      root !== undefined &&
      !this.#isDiscarded &&
      diskBudget() > 0 &&
      (isOverflow !== true || this.#log.heldBytes > memoryBudget() / 2) &&
      (this.#next <= this.#log.length || settled.length + cleared.length > 0)
    );
  }

  async #writeBlock(): Promise<void> {
    const file = this.#open ?? (await this.#createFile(this.#options.root as string));
    if (!this.#files.includes(file)) {
      return; // All was cleared meanwhile, and the file with it.
    }
    this.#open = file;
    const { sources, rows } = this.#log.columns;
    const table = new BlockTable(linesInBlock);
    const data = new BlockData();
    const before = this.#notes;
    const lastSeq = this.#gather(table, data);
    const notes: BlockNotes = {
      ...before,
      sources: sources
        .slice(this.#sourcesNoted)
        .map(({ number, server, epoch }) => ({ number, server, epoch })),
      omitted: [...rows.omitted]
        .filter(([seq]) => seq >= this.#next && seq <= lastSeq)
        .map(([seq, bytes]) => ({ seq, bytes })),
    };
    this.#notes = emptyNotes();
    const noted = sources.length;
    try {
      const block = await file.writeBlock(notes, table, data.parts());
      if (this.#open === file) {
        this.#sourcesNoted = noted;
        this.#next = lastSeq + 1;
        this.#inMemory.push({ block, lastSeq });
      }
    } catch (error) {
      // Where the file is another one now, all was cleared meanwhile.
      if (this.#open === file) {
        this.#notes = joined(before, this.#notes);
        throw error;
      }
    }
  }

  /** Puts the next lines into a block. Returns the last seq that is dealt with. */
  #gather(table: BlockTable, data: BlockData): number {
    const { columns } = this.#log;
    let lastSeq = this.#next - 1;
    while (lastSeq < this.#log.length && table.lines < linesInBlock && data.length < bytesInBlock) {
      // What is not there is passed over in blocks.
      lastSeq = Math.min(columns.rows.from(lastSeq + 1), this.#log.length);
      const chunk = columns.rows.chunk(lastSeq);
      if (chunk !== undefined) {
        const row = rowOf(lastSeq);
        const bytes = rawBytesAt(columns, lastSeq);
        table.add(
          lastSeq,
          chunk.at[row] as number,
          bytes.length,
          chunk.source[row] as number,
          chunk.shape[row] as number,
        );
        data.add(bytes);
      }
    }
    return lastSeq;
  }

  async #createFile(root: string): Promise<StoredFile> {
    this.#folder ??= newSessionFolder(root);
    // Each time: somebody may have removed it.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const startedAt = new Date().toISOString();
    const file = await StoredFile.create(join(this.#folder, storedFileName(startedAt, ++this.#filesMade)), {
      format: storedFormat,
      version: storedVersion,
      startedAt,
      workspace: this.#options.workspace,
    });
    this.#sourcesNoted = 0;
    this.#files.push(file);
    await tidySessions(root, this.#options.diskBudget(), this.#folder);
    return file;
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
      this.#next = Math.max(this.#next, rows.first ?? this.#log.length + 1);
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
    const budget = this.#options.diskBudget();
    const size = this.#open?.size ?? 0;
    if (size >= Math.min(largestFile, budget / filesInBudget)) {
      this.#open = undefined;
    }
    while (this.#files.length > 1 && this.#files.reduce((sum, file) => sum + file.size, 0) > budget) {
      const oldest = this.#files.shift() as StoredFile;
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
      this.#notes.cleared.push({ after: this.#log.length, server });
      this.#schedule();
      return;
    }
    // Nothing of them is to be found on the disk either.
    const files = this.#files;
    this.#files = [];
    this.#open = undefined;
    this.#inMemory = [];
    this.#movedUpTo.clear();
    this.#notes = emptyNotes();
    this.#next = this.#log.length + 1;
    this.#discarding = Promise.all(files.map((file) => file.discard()));
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

/** The bytes of a block's lines, short ones put together. */
class BlockData {
  readonly #parts: Buffer[] = [];
  #short: Buffer[] = [];
  length = 0;

  add(bytes: Buffer): void {
    this.length += bytes.length;
    if (bytes.length < longLine) {
      this.#short.push(bytes);
    } else {
      this.#endShort();
      this.#parts.push(bytes);
    }
  }

  parts(): readonly Buffer[] {
    this.#endShort();
    return this.#parts;
  }

  #endShort(): void {
    if (this.#short.length > 0) {
      this.#parts.push(Buffer.concat(this.#short));
      this.#short = [];
    }
  }
}

/** What happened between lines and is still to be noted. */
type Happened = Required<Pick<BlockNotes, "settled" | "cleared">>;

function emptyNotes(): Happened {
  return { settled: [], cleared: [] };
}

function joined(a: Happened, b: Happened): Happened {
  return { settled: [...a.settled, ...b.settled], cleared: [...a.cleared, ...b.cleared] };
}
