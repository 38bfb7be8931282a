import { type FileHandle, open } from "node:fs/promises";
import type { SlabFile } from "../columns/rawSlabs.ts";
import { Slices } from "../slices.ts";
import type { TrafficLog } from "../trafficLog.ts";
import type { TrafficSource } from "../trafficSource.ts";
import {
  type BlockNotes,
  decodeBody,
  decodeHead,
  headBytes,
  type StoredBlock,
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

/**
 * Why the reading of a file ended before its end: it is no stored traffic, a block's table is damaged or not all there,
 * or the bytes of a line are not all there.
 */
export type StoredDamageReason = "noHeader" | "damagedBlock" | "midLine";

/** Where the reading of a file ended before its end. */
export interface StoredDamage {
  file: string;
  /** In the file. */
  position: number;
  /** The last seq that was read. */
  lastSeq: number;
  reason: StoredDamageReason;
}

/** The stored traffic of one window, read again. */
export interface ReadSession {
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
      options.signal?.throwIfAborted();
      const file = new OpenFile(await open(path));
      opened.push(file);
      const damage = await reader.read(file);
      if (damage !== undefined) {
        damages.push({ file: path, lastSeq: log.length, ...damage });
      }
    }
    reader.end();
    options.signal?.throwIfAborted();
    return { damages, close };
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

  /** Notes and table of the block at `position`; undefined where they are damaged or not all there. */
  async block(position: number): Promise<"end" | (StoredBlock & { dataAt: number }) | undefined> {
    const start = await this.load(position, headBytes);
    if (start.length === 0) {
      return "end";
    }
    const head = decodeHead(start);
    if (head === undefined) {
      return undefined;
    }
    const bodyAt = position + headBytes;
    const bytes = head.notesBytes + head.lines * tableEntryBytes;
    // A damaged head may claim any size.
    const { size } = await this.handle.stat();
    const block = bodyAt + bytes > size ? undefined : decodeBody(await this.load(bodyAt, bytes), head);
    return block && { ...block, dataAt: bodyAt + bytes };
  }
}

/** What a list says of a session before it is opened. Never rejects: what cannot be read is left out. */
export async function sessionSummary(
  file: string | undefined,
): Promise<{ workspace: string; servers: string[] }> {
  const handle = file === undefined ? undefined : await open(file).catch(() => undefined);
  if (handle === undefined) {
    return { workspace: "", servers: [] };
  }
  try {
    const opened = new OpenFile(handle);
    const header = headerOf(await opened.load(0, mostHeaderBytes));
    const block = header && (await opened.block(header.end));
    const sources = block === "end" ? undefined : block?.notes.sources;
    return {
      workspace: header?.workspace ?? "",
      servers: [...new Set(sources?.map(({ server }) => server))],
    };
  } catch {
    return { workspace: "", servers: [] };
  } finally {
    await handle.close();
  }
}

type Damage = Pick<StoredDamage, "position" | "reason">;

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
    let position = headerOf(await file.load(0, mostHeaderBytes))?.end;
    if (position === undefined) {
      return { position: 0, reason: "noHeader" };
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
    const decoded = await file.block(position);
    if (decoded === "end") {
      return position;
    }
    if (decoded === undefined) {
      return { position, reason: "damagedBlock" };
    }
    this.#note(decoded.notes);
    const { dataAt } = decoded;
    const length = decoded.lines.reduce((sum, line) => sum + line.length, 0);
    const data = await file.load(dataAt, length);
    const whole = await this.#lines(decoded.lines, data);
    if (this.#log.heldBytes > this.#options.memoryBudget) {
      this.#log.moveTo(file, dataAt, decoded.lines.slice(0, whole));
    }
    return whole === decoded.lines.length
      ? dataAt + length
      : { position: dataAt + data.length, reason: "midLine" };
  }

  /** Takes in the lines whose bytes are all there. Resolves to how many. */
  async #lines(lines: readonly StoredLine[], data: Buffer): Promise<number> {
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const end = start + line.length;
      if (end > data.length) {
        return index;
      }
      this.#take(line, data.subarray(start, end));
      start = end;
      if (this.#slices.isOver) {
        this.#options.onProgress?.(this.#bytes + start);
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

/** What the first line says, and where it ends; undefined where it does not say that this is stored traffic. */
function headerOf(start: Buffer): { workspace: string; end: number } | undefined {
  const end = start.indexOf(lineFeed);
  try {
    const { format, version, workspace } = JSON.parse(start.toString("utf8", 0, end)) as StoredHeader;
    return format === storedFormat && version === storedVersion ? { workspace, end: end + 1 } : undefined;
  } catch {
    return undefined;
  }
}
