import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { rawBytesAt } from "../columns/logColumns.ts";
import { rowOf } from "../columns/rowColumns.ts";
import type { Settled } from "../recorder.ts";
import type { TrafficLog } from "../trafficLog.ts";
import { type BlockNotes, BlockTable, storedFormat, storedVersion } from "./block.ts";
import { newSessionFolder, storedFileName, tidySessions } from "./sessions.ts";
import { StoredFile, type WrittenBlock } from "./storedFile.ts";

export interface BlockWriterOptions {
  /** The folder of all sessions. */
  root: string | undefined;
  /** The workspace's name, for people who look for the session later. */
  workspace: string;
  /** What the files may take, those of earlier sessions included. Asked each time. Bytes. */
  diskBudget: () => number;
}

export const linesInBlock = 4096;
const bytesInBlock = 1024 * 1024;
/** A line from here on is written from where it lies. */
const longLine = 256 * 1024;

/** A block, and the last line that is dealt with since. */
export interface Written {
  block: WrittenBlock;
  lastSeq: number;
}

/** Writes the lines of a log, and what happened between them, into the files of a session: in order, a block at a time. */
export class BlockWriter {
  readonly #log: TrafficLog;
  readonly #options: BlockWriterOptions;
  #files: StoredFile[] = [];
  /** The one that blocks go to. */
  #open: StoredFile | undefined;
  #folder: string | undefined;
  #filesMade = 0;
  /** The next seq to write. */
  #next = 1;
  #notes = emptyNotes();
  #sourcesNoted = 0;

  constructor(log: TrafficLog, options: BlockWriterOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** Oldest first. */
  get files(): readonly StoredFile[] {
    return this.#files;
  }

  /** What its files take. Bytes. */
  get size(): number {
    return this.#files.reduce((sum, file) => sum + file.size, 0);
  }

  /** What the file that blocks go to takes. Bytes. */
  get openSize(): number {
    return this.#open?.size ?? 0;
  }

  /** There is something that is not written yet. */
  get hasMore(): boolean {
    const { settled, cleared } = this.#notes;
    return this.#next <= this.#log.length || settled.length + cleared.length > 0;
  }

  noteSettled({ source, id, status }: Settled): void {
    this.#notes.settled.push({ after: this.#log.length, source: source.number, id, status });
  }

  noteCleared(server: string): void {
    this.#notes.cleared.push({ after: this.#log.length, server });
  }

  /** What is not written up to before `seq` is gone and never will be. */
  passOver(seq: number): void {
    this.#next = Math.max(this.#next, seq);
  }

  /** The next block goes to a file of its own. */
  endFile(): void {
    this.#open = undefined;
  }

  /** The oldest file is no longer this writer's. */
  takeOldest(): StoredFile | undefined {
    return this.#files.shift();
  }

  /** All lines were cleared: nothing of them is to be found in files either. */
  async clear(): Promise<void> {
    const files = this.#files;
    this.#files = [];
    this.#open = undefined;
    this.#notes = emptyNotes();
    this.#next = this.#log.length + 1;
    await Promise.all(files.map((file) => file.discard()));
  }

  /** Lets go of the files, which stay. */
  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }

  /** Removes the files and their folder. */
  async discard(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.discard()));
    if (this.#folder !== undefined) {
      await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  /**
   * Writes the next block, of about a megabyte. Undefined where all was cleared meanwhile. Rejects with what the file
   * system says; then nothing of the block counts as written.
   */
  async write(): Promise<Written | undefined> {
    const file = this.#open ?? (await this.#createFile(this.#options.root as string));
    if (!this.#files.includes(file)) {
      return undefined;
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
      if (this.#open !== file) {
        return undefined;
      }
      this.#sourcesNoted = noted;
      this.#next = lastSeq + 1;
      return { block, lastSeq };
    } catch (error) {
      // Where the file is another one now, all was cleared meanwhile.
      if (this.#open !== file) {
        return undefined;
      }
      this.#notes = joined(before, this.#notes);
      throw error;
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
