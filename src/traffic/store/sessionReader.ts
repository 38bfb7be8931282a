import { type FileHandle, open } from "node:fs/promises";
import type { SlabFile } from "../rawSlabs.ts";
import { Slices } from "../slices.ts";
import type { TrafficLog } from "../trafficLog.ts";
import type { TrafficSource } from "../trafficSource.ts";
import {
  type BlockNotes,
  decodeBody,
  decodeHead,
  headBytes,
  type StoredHeader,
  type StoredLine,
  storedFormat,
  storedVersion,
  tableEntryBytes,
} from "./block.ts";
import { readAt } from "./storedFile.ts";

export interface SessionReadOptions {
  signal?: AbortSignal;
  /** Told now and then: bytes read so far. */
  onProgress?: (bytes: number) => void;
  /** What raw bytes and rows may take before lines are left in their files. Bytes. */
  memoryBudget: number;
}

/** Where the reading of a file ended before its end, and why. */
export interface StoredDamage {
  file: string;
  position: number;
  reason: string;
}

/** The stored traffic of one window, read again. */
export interface ReadSession {
  log: TrafficLog;
  damages: StoredDamage[];
  /** Lets go of the files; the log cannot show the lines that are in them any more. */
  close(): Promise<void>;
}

const mostHeaderBytes = 64 * 1024;
const lineFeed = 0x0a;

/**
 * Reads the stored traffic of one window, file by file, as far as each can be read: one that was being written when its
 * window died ends in mid-block, and holds all lines before that. Works in slices.
 *
 * `log` fills up meanwhile. Rejects with the signal's reason, and where a file cannot be opened.
 */
export async function readSession(
  files: readonly string[],
  log: TrafficLog,
  options: SessionReadOptions,
): Promise<ReadSession> {
  const reader = new SessionReader(log, options);
  const opened: OpenFile[] = [];
  const close = async () => void (await Promise.all(opened.map((file) => file.handle.close())));
  try {
    const damages: StoredDamage[] = [];
    for (const path of files) {
      const file = new OpenFile(await open(path));
      opened.push(file);
      const damage = await reader.read(file);
      if (damage !== undefined) {
        damages.push({ file: path, ...damage });
      }
    }
    reader.end();
    return { log, damages, close };
  } catch (error) {
    await close();
    throw error;
  }
}

class OpenFile implements SlabFile {
  readonly handle: FileHandle;

  constructor(handle: FileHandle) {
    this.handle = handle;
  }

  read(position: number, length: number): Buffer {
    return readAt(this.handle.fd, position, length);
  }

  /** Fewer bytes where the file ends. */
  async load(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let got = 0;
    for (let more = 1; got < length && more > 0; got += more) {
      more = (await this.handle.read(bytes, got, length - got, position + got)).bytesRead;
    }
    return bytes.subarray(0, got);
  }
}

type Damage = Omit<StoredDamage, "file">;

class SessionReader {
  readonly #log: TrafficLog;
  readonly #options: SessionReadOptions;
  readonly #slices: Slices;
  readonly #sources = new Map<number, TrafficSource>();
  /** What happened after lines that are still to be read. */
  #settled: Required<BlockNotes>["settled"] = [];
  #cleared: Required<BlockNotes>["cleared"] = [];
  readonly #omitted = new Map<number, number>();
  #bytes = 0;

  constructor(log: TrafficLog, options: SessionReadOptions) {
    this.#log = log;
    this.#options = options;
    this.#slices = new Slices(options.signal);
  }

  async read(file: OpenFile): Promise<Damage | undefined> {
    let position = endOfHeader(await file.load(0, mostHeaderBytes));
    if (position === 0) {
      return { position, reason: "It does not begin as stored traffic does." };
    }
    for (;;) {
      const next = await this.#block(file, position);
      if (typeof next !== "number") {
        return next;
      }
      if (next === position) {
        return undefined;
      }
      this.#bytes += next - position;
      position = next;
    }
  }

  /** There are no more lines: what happened after the last one. */
  end(): void {
    this.#happenBefore(Infinity);
  }

  /** Reads the block at `position`. Resolves to where the next one begins: there, where the file ends. */
  async #block(file: OpenFile, position: number): Promise<number | Damage> {
    const start = await file.load(position, headBytes);
    if (start.length === 0) {
      return position;
    }
    const head = decodeHead(start);
    const bodyAt = position + headBytes;
    const body = head && (await file.load(bodyAt, head.notesBytes + head.lines * tableEntryBytes));
    const decoded = head && body && decodeBody(body, head);
    if (body === undefined || decoded === undefined) {
      return { position, reason: "The file is damaged here, or ends in the midst of a block." };
    }
    this.#note(decoded.notes);
    const dataAt = bodyAt + body.length;
    const length = decoded.lines.reduce((sum, line) => sum + line.length, 0);
    const data = await file.load(dataAt, length);
    const whole = await this.#lines(decoded.lines, data, position);
    if (this.#log.heldBytes > this.#options.memoryBudget) {
      this.#log.moveTo(file, dataAt, decoded.lines.slice(0, whole));
    }
    return whole === decoded.lines.length
      ? dataAt + length
      : { position: dataAt + data.length, reason: "The file ends in the midst of a line." };
  }

  /** Takes in the lines whose bytes are all there. Resolves to how many. */
  async #lines(lines: readonly StoredLine[], data: Buffer, position: number): Promise<number> {
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const end = start + line.length;
      if (end > data.length) {
        return index;
      }
      this.#take(line, data.subarray(start, end));
      start = end;
      if (this.#slices.isOver) {
        this.#options.onProgress?.(this.#bytes + position + start);
        await this.#slices.pause();
      }
    }
    return lines.length;
  }

  #note({ sources = [], settled = [], cleared = [], omitted = [] }: BlockNotes): void {
    for (const { number, server, epoch } of sources) {
      this.#sources.set(number, this.#log.source(server, epoch));
    }
    this.#settled.push(...settled);
    this.#cleared.push(...cleared);
    for (const { seq, bytes } of omitted) {
      this.#omitted.set(seq, bytes);
    }
  }

  #take({ seq, atMicros, source, channel, terminator }: StoredLine, bytes: Buffer): void {
    const of = this.#sources.get(source);
    // A block that could not be written to its end was written again, to the next file.
    if (of === undefined || seq <= this.#log.length) {
      return;
    }
    this.#happenBefore(seq);
    const omitted = this.#omitted.get(seq);
    this.#log.load(of.server, of.epoch, {
      seq,
      atMicros,
      channel,
      line: { bytes, terminator, ...(omitted === undefined ? {} : { omitted }) },
    });
  }

  #happenBefore(seq: number): void {
    for (let next = this.#settled[0]; next !== undefined && next.after < seq; next = this.#settled[0]) {
      this.#settled.shift();
      this.#sources.get(next.source)?.settle(next.id, next.status);
    }
    for (let next = this.#cleared[0]; next !== undefined && next.after < seq; next = this.#cleared[0]) {
      this.#cleared.shift();
      this.#log.clear(next.server);
    }
  }
}

/** Where the first line ends, if it says that this is stored traffic; else 0. */
function endOfHeader(start: Buffer): number {
  const end = start.indexOf(lineFeed);
  try {
    const header = JSON.parse(start.toString("utf8", 0, end)) as StoredHeader;
    return header.format === storedFormat && header.version === storedVersion ? end + 1 : 0;
  } catch {
    return 0;
  }
}
