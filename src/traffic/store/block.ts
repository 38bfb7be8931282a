import { crc32 } from "node:zlib";
import type { Terminator } from "../../wire/line.ts";
import type { RequestId } from "../../wire/messages.ts";
import { channelOfShape, terminatorOfShape } from "../columns/rowColumns.ts";
import type { Channel } from "../entry.ts";
import type { LocalStatus } from "../trafficSource.ts";

/**
 * A file of stored traffic: one line of JSON that says what it is, then blocks. A block is a head, notes, a table of
 * its lines, and the lines' bytes one behind the other. So a file that ends in the midst of a block still holds every
 * line whose bytes are all there.
 */
export const storedFormat = "toolwire-traffic";
export const storedVersion = 1;

export interface StoredHeader {
  format: typeof storedFormat;
  version: number;
  startedAt: string;
  /** The workspace's name, for people. */
  workspace: string;
}

/** What happened between lines, each after the line with seq `after`. */
export interface BlockNotes {
  /** Processes that the block's lines are the first of. */
  sources?: { number: number; server: string; epoch: number }[];
  settled?: { after: number; source: number; id: RequestId; status: LocalStatus }[];
  /** Lines that were cleared: of one server, or all. */
  cleared?: { after: number; server?: string }[];
  /** Oversized lines of the block, and how many bytes were left out of each. */
  omitted?: { seq: number; bytes: number }[];
}

/** One line of a block's table. */
export interface StoredLine {
  seq: number;
  /** Microseconds since the Unix epoch. */
  atMicros: number;
  length: number;
  source: number;
  channel: Channel;
  terminator: Terminator;
}

/** What a block says before the bytes of its lines. */
export interface StoredBlock {
  notes: BlockNotes;
  lines: StoredLine[];
}

const magic = 0x314b4c42;
/** Magic, checksum of notes and table, size of the notes, number of lines. */
export const headBytes = 16;
export const tableEntryBytes = 20;

/** Head, notes and table of a block. */
export class BlockTable {
  readonly #entries: Buffer;
  #lines = 0;

  constructor(mostLines: number) {
    this.#entries = Buffer.allocUnsafe(mostLines * tableEntryBytes);
  }

  get lines(): number {
    return this.#lines;
  }

  /** `shape` as in the log's rows. */
  add(seq: number, atMicros: number, length: number, source: number, shape: number): void {
    const at = this.#lines++ * tableEntryBytes;
    this.#entries.writeDoubleLE(atMicros, at);
    this.#entries.writeUInt32LE(seq, at + 8);
    this.#entries.writeUInt32LE(length, at + 12);
    this.#entries.writeUInt16LE(source, at + 16);
    this.#entries.writeUInt8(shape & 0x0f, at + 18);
    this.#entries.writeUInt8(0, at + 19);
  }

  /** What goes before the lines' bytes. */
  encode(notes: BlockNotes): Buffer {
    const text = Buffer.from(JSON.stringify(notes));
    const body = Buffer.concat([text, this.#entries.subarray(0, this.#lines * tableEntryBytes)]);
    const head = Buffer.allocUnsafe(headBytes);
    head.writeUInt32LE(magic, 0);
    head.writeUInt32LE(crc32(body), 4);
    head.writeUInt32LE(text.length, 8);
    head.writeUInt32LE(this.#lines, 12);
    return Buffer.concat([head, body]);
  }
}

/** The sizes in a block's head; undefined where it is none. */
export function decodeHead(
  head: Buffer,
): { checksum: number; notesBytes: number; lines: number } | undefined {
  return head.length < headBytes || head.readUInt32LE(0) !== magic
    ? undefined
    : { checksum: head.readUInt32LE(4), notesBytes: head.readUInt32LE(8), lines: head.readUInt32LE(12) };
}

/** Notes and table of a block; undefined where they are damaged. */
export function decodeBody(
  body: Buffer,
  { checksum, notesBytes }: { checksum: number; notesBytes: number },
): StoredBlock | undefined {
  if (crc32(body) !== checksum) {
    return undefined;
  }
  const notes = JSON.parse(body.toString("utf8", 0, notesBytes)) as BlockNotes;
  const lines: StoredLine[] = [];
  for (let at = notesBytes; at < body.length; at += tableEntryBytes) {
    lines.push(tableEntry(body, at));
  }
  return { notes, lines };
}

/** The line that a table tells of at a place. */
export function tableEntry(table: Buffer, at: number): StoredLine {
  const shape = table.readUInt8(at + 18);
  return {
    atMicros: table.readDoubleLE(at),
    seq: table.readUInt32LE(at + 8),
    length: table.readUInt32LE(at + 12),
    source: table.readUInt16LE(at + 16),
    channel: channelOfShape(shape),
    terminator: terminatorOfShape(shape),
  };
}
