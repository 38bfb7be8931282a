import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import type { CaptureEntry } from "../entry.ts";
import { readLongEntry } from "../longEntry.ts";
import { Slices } from "../slices.ts";
import { type CaptureProblem, type GivenEntry, type ReadableEntry, readableEntry } from "./captureEntry.ts";
import { CaptureLines } from "./captureLines.ts";
import type { CaptureSource } from "./captureSource.ts";
import { answersRequests, type LoadedCapture } from "./loadedCapture.ts";
import { LocalEnds } from "./localEnds.ts";

export interface ReadOptions {
  /** Ends reading early: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Told now and then, with what came of it so far: bytes read, of how many. */
  onProgress?: (done: number, total: number, soFar: CaptureRead) => void;
  /**
   * The log keeps rows by the 4096, so that rows far apart cost far more than they are. So many such blocks are made at
   * the most: a gigabyte where nothing is said, which is enough for 33 million rows in a row.
   */
  mostBlocks?: number;
}

/** A line of the file that could not be read, or not whole. */
export interface UnreadLine {
  /** From 1. */
  line: number;
  why: CaptureProblem;
}

/** What came of reading a capture. */
export interface CaptureRead {
  entries: number;
  /** How many lines could not be read. */
  unreadCount: number;
  /** The first of them. */
  unread: UnreadLine[];
}

const mostUnread = 1000;
const rowsInBlock = 4096;
const mostBlocks = 8192;
/** A longer line would hold the loop if it were parsed as a whole. Bytes. */
const longLine = 1024 * 1024;
/** No text can be longer, with some room for how it is told. */
const longestText = 512 * 1024 * 1024 - 1024;

/**
 * Reads a capture into `capture`, entry by entry, in slices of some 12 ms. Its rows can be looked at meanwhile.
 *
 * Never rejects because of what is in it: a damaged file is read as far as it can be, and the result tells the lines
 * that were not, and why.
 */
export async function readCapture(
  source: CaptureSource,
  capture: LoadedCapture,
  options: ReadOptions = {},
): Promise<CaptureRead> {
  return await new CaptureReader(source, capture, options).read();
}

/** An entry whose text may go on in the lines that follow. */
interface OpenEntry {
  entry: GivenEntry;
  ready: ReadableEntry;
  /** The texts of all parts, in pieces. */
  pieces: Buffer[];
  lastPart: number;
}

class CaptureReader {
  readonly #source: CaptureSource;
  readonly #capture: LoadedCapture;
  readonly #options: ReadOptions;
  readonly #slices: Slices;
  readonly #ends: LocalEnds;
  readonly #read: CaptureRead = { entries: 0, unreadCount: 0, unread: [] };
  /** Of the line that was begun last. */
  #line = 0;
  #hasBegun = false;
  #lastSeq = 0;
  #blocks = 0;
  #open: OpenEntry | undefined;
  #hasFailed = false;

  constructor(source: CaptureSource, capture: LoadedCapture, options: ReadOptions) {
    this.#source = source;
    this.#capture = capture;
    this.#options = options;
    this.#slices = new Slices(options.signal);
    this.#ends = new LocalEnds(capture);
  }

  async read(): Promise<CaptureRead> {
    const { signal, onProgress } = this.#options;
    const { size } = this.#source;
    signal?.throwIfAborted();
    const lines = new CaptureLines();
    let before = 0;
    for await (const chunk of this.#chunks()) {
      for (const line of lines.push(chunk)) {
        const finishing = this.#takeLine(line, true);
        // Mostly there is nothing to wait for, and waiting costs a turn.
        if (finishing !== undefined) {
          await finishing;
        }
        if (this.#slices.isOver) {
          onProgress?.(before + lines.at, size, this.#read);
          await this.#slices.pause();
        }
      }
      before += chunk.length;
    }
    await this.#takeLine(lines.rest(), false);
    await this.#closeEntry();
    if (this.#hasFailed) {
      this.#line++;
      this.#unread("readError");
    } else if (!this.#hasBegun) {
      this.#line = 1;
      this.#unread("noHeader");
    }
    this.#ends.end();
    onProgress?.(size, size, this.#read);
    return this.#read;
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      yield* this.#source.chunks();
    } catch {
      this.#hasFailed = true;
    }
  }

  #unread(why: CaptureProblem): void {
    this.#read.unreadCount++;
    if (this.#read.unread.length < mostUnread) {
      this.#read.unread.push({ line: this.#line, why });
    }
  }

  /** Takes the next line of the file. A promise where that takes more than a moment. */
  #takeLine(bytes: Buffer | undefined, isEnded: boolean): Promise<void> | undefined {
    if (isEnded || bytes === undefined || bytes.length > 0) {
      this.#line++;
    }
    if (bytes === undefined) {
      this.#unread("tooLong");
      return undefined;
    }
    const isFirst = !this.#hasBegun;
    if (bytes.length > longLine && !isFirst) {
      return this.#takeLong(bytes, isEnded);
    }
    const text = bytes.toString("utf8", this.#line === 1 && hasBom(bytes) ? 3 : 0);
    if (isBlank(text)) {
      return undefined;
    }
    this.#hasBegun = true;
    if (text.includes("\ufffd") && !isUtf8(bytes)) {
      this.#unread("notUtf8");
    }
    const value = parsed(text);
    if (value === undefined) {
      this.#unread(isFirst ? "noHeader" : isEnded ? "notJson" : "cut");
      return undefined;
    }
    return this.#takeValue(value, isFirst);
  }

  /** A line that would hold the loop if it were parsed as a whole. */
  async #takeLong(bytes: Buffer, isEnded: boolean): Promise<void> {
    const long = await readLongEntry(bytes, this.#slices);
    if (long !== undefined) {
      if (!long.isUtf8) {
        this.#unread("notUtf8");
      }
      await this.#takeObject(long.entry, long.pieces);
    } else if (bytes.length > longestText) {
      this.#unread("tooLong");
    } else {
      const value = parsed(bytes.toString());
      await (value === undefined ? this.#unread(isEnded ? "notJson" : "cut") : this.#takeValue(value, false));
    }
  }

  #takeValue(value: unknown, isFirst: boolean): Promise<void> | undefined {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#unread(isFirst ? "noHeader" : "notObject");
      return undefined;
    }
    if ("format" in value && value.format === "toolwire-capture") {
      const isKnown = "version" in value && value.version === 1;
      if (!isFirst || !isKnown) {
        this.#unread(isFirst ? "otherVersion" : "secondHeader");
      }
      return undefined;
    }
    if (isFirst) {
      this.#unread("noHeader");
      if (!("seq" in value)) {
        return undefined;
      }
    }
    return this.#takeObject(value, undefined);
  }

  /** An entry or a part of one. `pieces` is its text where that was long. */
  #takeObject(value: GivenEntry, pieces: Buffer[] | undefined): Promise<void> | undefined {
    if ("part" in value) {
      this.#takePart(value, pieces);
      return undefined;
    }
    const closing = this.#closeEntry();
    return closing === undefined
      ? this.#takeEntry(value, pieces)
      : closing.then(() => this.#takeEntry(value, pieces));
  }

  #takeEntry(entry: GivenEntry, pieces: Buffer[] | undefined): undefined {
    const ready = readableEntry(entry, this.#lastSeq);
    if (typeof ready === "string") {
      this.#unread(ready);
    } else if (!this.#hasRoom(ready)) {
      this.#unread("mostGaps");
    } else {
      this.#lastSeq = ready.seq;
      this.#open = { entry, ready, pieces: pieces ?? [bytesOf(entry)], lastPart: 1 };
    }
  }

  /** Whether the log may keep one more row there. */
  #hasRoom({ seq }: ReadableEntry): boolean {
    if (this.#lastSeq === 0 || Math.floor(seq / rowsInBlock) !== Math.floor(this.#lastSeq / rowsInBlock)) {
      this.#blocks++;
    }
    return this.#blocks <= (this.#options.mostBlocks ?? mostBlocks);
  }

  #takePart({ seq, part, raw }: GivenEntry, pieces: Buffer[] | undefined): void {
    const open = this.#open;
    if (open === undefined || open.ready.seq !== seq || typeof open.entry.raw !== "string") {
      this.#unread("part");
    } else if (typeof raw !== "string") {
      this.#unread("raw");
    } else {
      if (part !== open.lastPart + 1) {
        this.#unread("partOrder");
      }
      open.lastPart = typeof part === "number" ? part : open.lastPart;
      open.pieces.push(...(pieces ?? [Buffer.from(raw)]));
    }
  }

  /** No more parts of the entry before will come. */
  #closeEntry(): Promise<void> | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) {
      return undefined;
    }
    const [only, ...more] = open.pieces;
    return only !== undefined && more.length === 0
      ? this.#load(open, only)
      : this.#together(open.pieces).then((bytes) => this.#load(open, bytes));
  }

  async #together(pieces: readonly Buffer[]): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      at += piece.copy(whole, at);
      await this.#slices.pauseIfOver();
    }
    return whole;
  }

  #load({ entry, ready }: OpenEntry, bytes: Buffer): undefined {
    const { server, epoch, seq, terminator, omitted } = ready;
    this.#ends.before(ready, entry);
    try {
      this.#capture.load(server, epoch, {
        ...ready,
        line: { bytes, terminator, ...(omitted === undefined ? {} : { omitted }) },
      });
    } catch {
      this.#unread("mostSources");
      return;
    }
    this.#ends.after(ready, entry);
    this.#read.entries++;
    const derived = this.#capture.derivedHead(seq);
    if (derived !== undefined && !isDerived(entry, derived)) {
      this.#keepHead(entry, ready, derived);
    }
  }

  /** What the log cannot tell is kept beside it. */
  #keepHead(entry: GivenEntry, { seq, channel }: ReadableEntry, derived: object): void {
    const { raw, rawBase64, ...rest } = entry;
    const head = channel === "lifecycle" ? entry : rest;
    // The method of a batch's answer is looked up when asked for, and may then be another's with the same id.
    if (!isDeepStrictEqual(head, derived) || answersRequests(entry.members)) {
      this.#capture.keep(seq, JSON.stringify(head));
    }
  }
}

/** Whether an entry says what the log can tell, and nothing else: the common case, told quickly. */
function isDerived(entry: GivenEntry, derived: CaptureEntry): boolean {
  let fields = 1;
  for (const key in derived) {
    const name = key as keyof CaptureEntry;
    if (
      entry[name] !== derived[name] &&
      !(name === "findings" && areSame(entry.findings, derived.findings))
    ) {
      return false;
    }
    fields++;
  }
  return Object.keys(entry).length === fields;
}

function areSame(given: unknown, derived: readonly string[] | undefined): boolean {
  return (
    Array.isArray(given) &&
    given.length === derived?.length &&
    given.every((code, index) => code === derived[index])
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf({ channel, raw, rawBase64, event }: GivenEntry): Buffer {
  if (channel === "lifecycle") {
    return Buffer.from(JSON.stringify(event));
  }
  return typeof raw === "string" ? Buffer.from(raw) : Buffer.from(rawBase64 as string, "base64");
}

function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function isBlank(text: string): boolean {
  return text.length < 8 && text.trim() === "";
}
