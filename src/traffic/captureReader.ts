import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { type CaptureProblem, type GivenEntry, type ReadableEntry, readableEntry } from "./captureEntry.ts";
import { CaptureLines } from "./captureLines.ts";
import type { CaptureSource } from "./captureSource.ts";
import { answersRequests, type LoadedCapture } from "./loadedCapture.ts";
import { LocalEnds } from "./localEnds.ts";
import { Slices } from "./slices.ts";

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
/** Copied without a pause. */
const copyBytes = 4 * 1024 * 1024;

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
  /** The line of the file. */
  text: string;
  parts: Buffer[];
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
    const text = bytes.toString("utf8", this.#line === 1 && hasBom(bytes) ? 3 : 0);
    if (isBlank(text)) {
      return undefined;
    }
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (text.includes("\ufffd") && !isUtf8(bytes)) {
      this.#unread("notUtf8");
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#unread(isFirst ? "noHeader" : isEnded ? "notJson" : "cut");
      return undefined;
    }
    return this.#takeValue(value, text, isFirst);
  }

  #takeValue(value: unknown, text: string, isFirst: boolean): Promise<void> | undefined {
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
    if ("part" in value) {
      this.#takePart(value);
      return undefined;
    }
    const closing = this.#closeEntry();
    return closing === undefined
      ? this.#takeEntry(value, text)
      : closing.then(() => this.#takeEntry(value, text));
  }

  #takeEntry(entry: GivenEntry, text: string): undefined {
    const ready = readableEntry(entry, this.#lastSeq);
    if (typeof ready === "string") {
      this.#unread(ready);
    } else if (!this.#hasRoom(ready)) {
      this.#unread("mostGaps");
    } else {
      this.#lastSeq = ready.seq;
      this.#open = { entry, ready, text, parts: [bytesOf(entry)] };
    }
  }

  /** Whether the log may keep one more row there. */
  #hasRoom({ seq }: ReadableEntry): boolean {
    if (this.#lastSeq === 0 || Math.floor(seq / rowsInBlock) !== Math.floor(this.#lastSeq / rowsInBlock)) {
      this.#blocks++;
    }
    return this.#blocks <= (this.#options.mostBlocks ?? mostBlocks);
  }

  #takePart({ seq, part, raw }: GivenEntry): void {
    const open = this.#open;
    if (open === undefined || open.ready.seq !== seq || typeof open.entry.raw !== "string") {
      this.#unread("part");
    } else if (typeof raw !== "string") {
      this.#unread("raw");
    } else {
      if (part !== open.parts.length + 1) {
        this.#unread("partOrder");
      }
      open.parts.push(Buffer.from(raw));
    }
  }

  /** No more parts of the entry before will come. */
  #closeEntry(): Promise<void> | undefined {
    const open = this.#open;
    this.#open = undefined;
    const [only, ...more] = open?.parts ?? [];
    if (open === undefined || only === undefined) {
      return undefined;
    }
    return more.length === 0
      ? this.#load(open, only)
      : this.#together(open.parts).then((bytes) => this.#load(open, bytes));
  }

  async #together(parts: readonly Buffer[]): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      for (let start = 0; start < part.length; start += copyBytes) {
        at += part.copy(whole, at, start, Math.min(part.length, start + copyBytes));
        if (this.#slices.isOver) {
          await this.#slices.pause();
        }
      }
    }
    return whole;
  }

  #load({ entry, ready, text }: OpenEntry, bytes: Buffer): undefined {
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
    if (derived !== undefined && !isWrittenSo(text, entry, derived)) {
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

/** Whether the line is what we would write for `derived`: mostly it is, and then nothing else has to be compared. */
function isWrittenSo(text: string, entry: GivenEntry, derived: object): boolean {
  if (entry.members !== undefined) {
    return false;
  }
  const written = JSON.stringify(derived);
  if (entry.event !== undefined) {
    return text === written;
  }
  return (
    text.startsWith(written.slice(0, -1)) &&
    text.startsWith(',"raw', written.length - 1) &&
    Object.keys(entry).length === Object.keys(derived).length + 1
  );
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
