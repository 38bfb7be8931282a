import { readSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { SlabFile } from "../columns/rawSlabs.ts";
import { type BlockNotes, type BlockTable, tableEntry, tableEntryBytes } from "./block.ts";

/** One file that the traffic of this window is written to, and read from again. */
export class StoredFile implements SlabFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #size = 0;

  /** Makes the file; rejects where there is one of that name. Only the person themself may read it. */
  static async create(path: string, header: object): Promise<StoredFile> {
    const file = new StoredFile(path, await open(path, "wx+", 0o600));
    try {
      await file.#write(Buffer.from(`${JSON.stringify(header)}\n`));
      return file;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** What was written so far. Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Writes a block whole. After a rejection the file is not to be written to again. */
  async writeBlock(notes: BlockNotes, table: BlockTable, data: readonly Buffer[]): Promise<WrittenBlock> {
    await this.#write(table.encode(notes));
    const position = this.#size;
    for (const part of data) {
      await this.#write(part);
    }
    return new WrittenBlock(this, position, table.lines);
  }

  read(position: number, length: number): Buffer {
    return readAt(this.#handle.fd, position, length);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Closes and removes it. */
  async discard(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(() => {});
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#handle.writeFile(bytes);
    this.#size += bytes.length;
  }
}

/** A block that lies in a file. */
export class WrittenBlock {
  readonly file: StoredFile;
  /** Where the lines' bytes begin. */
  readonly position: number;
  readonly #lines: number;

  constructor(file: StoredFile, position: number, lines: number) {
    this.file = file;
    this.position = position;
    this.#lines = lines;
  }

  /** Seq and length of its lines, in their order: read from the file, because they are wanted once at most. */
  *lines(): Generator<{ seq: number; length: number }> {
    const bytes = this.#lines * tableEntryBytes;
    const table = this.file.read(this.position - bytes, bytes);
    for (let at = 0; at + tableEntryBytes <= table.length; at += tableEntryBytes) {
      yield tableEntry(table, at);
    }
  }
}

/** The bytes of an open file, read at once; fewer where it no longer has them. */
export function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let got = 0;
  try {
    for (let more = 1; got < length && more > 0; got += more) {
      more = readSync(fd, bytes, got, length - got, position + got);
    }
  } catch {
    // Somebody damaged the file or its disk: what there is of the line is what can be shown.
  }
  return bytes.subarray(0, got);
}
