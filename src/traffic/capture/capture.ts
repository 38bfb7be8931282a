import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import * as l10n from "@vscode/l10n";
import type { CaptureEntry } from "../entry.ts";
import { SecretMask } from "../secrets.ts";
import { Slices } from "../slices.ts";

/** What is written: a log, or a capture that was read. */
export interface CapturedLog {
  /** The last seq. */
  readonly length: number;
  /** The first seq from this one on that may have an entry. */
  seqFrom(seq: number): number;
  serverOf(seq: number): string | undefined;
  /** The entry without its raw text; undefined where there is none. */
  entryHead(seq: number): CaptureEntry | undefined;
  rawBytes(seq: number): Buffer;
  /** How many bytes `rawBytes` should give. */
  rawLength(seq: number): number;
  /** Resolves once the findings of all lines up to `seq` are complete; absent: they are. */
  allFound?(seq: number, slices: Slices): Promise<void>;
}

/** Takes a capture piece by piece; the next comes once it has resolved. Rejecting ends the capture. */
export type CaptureSink = (piece: Buffer) => void | Promise<void>;

export interface CaptureOptions {
  /** Who writes it: `toolwire 0.1.0`. */
  generator: string;
  /** Now, if absent. */
  createdAt?: Date;
  /** The lines of one server only. */
  server?: string;
  /** Texts to replace by `•••`; those under eight characters are not. */
  secrets?: Iterable<string>;
  /** Leave the secrets as they are. */
  includeSecrets?: boolean;
  /** Ends the capture early: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Told now and then: lines looked at, of how many. */
  onProgress?: (done: number, total: number) => void;
}

export interface CaptureWritten {
  /** Lines of the log, not counting the header and continued lines. */
  entries: number;
  bytes: number;
}

/** More of a raw text goes into lines of its own. Bytes. */
const partBytes = 32 * 1024 * 1024;
/** Lines over it are written in pieces. */
const pieceBytes = 256 * 1024;
/** A multiple of three, so that pieces of Base64 can be put together. */
const base64Bytes = 3 * pieceBytes;
/** How much is looked at without a pause. */
const windowBytes = 1024 * 1024;
const flushLength = 256 * 1024;

/** The first line of a capture, without its line feed. */
export function captureHeader(generator: string, createdAt: Date): string {
  return JSON.stringify({
    format: "toolwire-capture",
    version: 1,
    createdAt: createdAt.toISOString(),
    generator,
  });
}

/**
 * Writes the log as a capture: the header and each line there is now. What is recorded meanwhile is not in it.
 *
 * It works in slices of some 12 ms, also within lines of any size, and holds no more than some pieces of them.
 */
export async function writeCapture(
  log: CapturedLog,
  sink: CaptureSink,
  options: CaptureOptions,
): Promise<CaptureWritten> {
  const writer = new CaptureWriter(log, sink, options);
  return await writer.write();
}

class CaptureWriter {
  readonly #log: CapturedLog;
  readonly #sink: CaptureSink;
  readonly #options: CaptureOptions;
  readonly #mask: SecretMask;
  readonly #slices: Slices;
  #waiting: string[] = [];
  #waitingLength = 0;
  #bytes = 0;

  constructor(log: CapturedLog, sink: CaptureSink, options: CaptureOptions) {
    this.#log = log;
    this.#sink = sink;
    this.#options = options;
    this.#mask = new SecretMask(options.includeSecrets === true ? [] : (options.secrets ?? []));
    this.#slices = new Slices(options.signal);
  }

  async write(): Promise<CaptureWritten> {
    const { generator, createdAt, server, onProgress, signal } = this.#options;
    const total = this.#log.length;
    let entries = 0;
    signal?.throwIfAborted();
    await this.#put(`${captureHeader(generator, createdAt ?? new Date())}\n`);
    await this.#log.allFound?.(total, this.#slices);
    for (let seq = this.#log.seqFrom(1); seq <= total; seq = this.#log.seqFrom(seq + 1)) {
      if (server === undefined || this.#log.serverOf(seq) === server) {
        entries += (await this.#entry(seq)) ? 1 : 0;
      }
      if (this.#slices.isOver) {
        onProgress?.(seq, total);
        await this.#slices.pause();
      }
    }
    await this.#flush();
    onProgress?.(total, total);
    return { entries, bytes: this.#bytes };
  }

  /** False where there is no such line. */
  async #entry(seq: number): Promise<boolean> {
    const unmasked = this.#log.entryHead(seq);
    if (unmasked === undefined) {
      return false;
    }
    const head = this.#maskHead(unmasked);
    if (head.channel === "lifecycle") {
      await this.#put(`${JSON.stringify(head)}\n`);
      return true;
    }
    const bytes = this.#log.rawBytes(seq);
    if (bytes.length !== this.#log.rawLength(seq)) {
      throw new Error(l10n.t("line {0} cannot be read any more: its file was closed or damaged", seq));
    }
    if (bytes.length > pieceBytes) {
      await this.#longEntry(head, bytes);
      return true;
    }
    const masked = this.#mask.mask(bytes);
    if (masked !== bytes) {
      head.masked = true;
    }
    const raw = isUtf8(bytes) ? { raw: masked.toString() } : { rawBase64: masked.toString("base64") };
    await this.#put(`${JSON.stringify({ ...head, ...raw })}\n`);
    return true;
  }

  /** Secrets can be in whatever the two sides sent or the process said. */
  #maskHead(head: CaptureEntry): CaptureEntry {
    const masked = { ...head };
    for (const key of ["id", "method", "members", "event"] as const) {
      const value = head[key];
      const replaced = this.#mask.maskValue(value);
      if (replaced !== value) {
        Object.assign(masked, { [key]: replaced, masked: true });
      }
    }
    return masked;
  }

  async #longEntry(head: CaptureEntry, bytes: Buffer): Promise<void> {
    for (const isMasked of this.#mask.search(bytes)) {
      if (isMasked) {
        head.masked = true;
        break;
      }
      await this.#slices.pauseIfOver();
    }
    const opening = JSON.stringify(head).slice(0, -1);
    if (await this.#isUtf8(bytes)) {
      await this.#longText(head.seq, `${opening},"raw":"`, bytes);
    } else {
      await this.#longBase64(
        `${opening},"rawBase64":"`,
        head.masked === true ? this.#mask.mask(bytes) : bytes,
      );
    }
  }

  async #isUtf8(bytes: Buffer): Promise<boolean> {
    for (let start = 0; start < bytes.length; ) {
      let end = Math.min(bytes.length, start + windowBytes);
      // Back to where a code point begins, which is at most three bytes before.
      for (let back = 0; back < 3 && end < bytes.length && isContinuation(bytes[end]); back++) {
        end--;
      }
      if (!isUtf8(bytes.subarray(start, end))) {
        return false;
      }
      start = end;
      await this.#slices.pauseIfOver();
    }
    return true;
  }

  async #longText(seq: number, opening: string, bytes: Buffer): Promise<void> {
    const decoder = new StringDecoder("utf8");
    let part = 1;
    let inPart = 0;
    await this.#put(opening);
    for (const piece of this.#mask.pieces(bytes)) {
      // Whole code points only.
      const text = decoder.write(piece);
      const length = Buffer.byteLength(text);
      if (inPart + length > partBytes) {
        part++;
        inPart = 0;
        await this.#put(`"}\n{"seq":${seq},"part":${part},"raw":"`);
      }
      inPart += length;
      await this.#put(JSON.stringify(text).slice(1, -1));
      await this.#slices.pauseIfOver();
    }
    await this.#put('"}\n');
  }

  async #longBase64(opening: string, bytes: Buffer): Promise<void> {
    await this.#put(opening);
    for (let start = 0; start < bytes.length; start += base64Bytes) {
      await this.#put(bytes.toString("base64", start, Math.min(bytes.length, start + base64Bytes)));
      await this.#slices.pauseIfOver();
    }
    await this.#put('"}\n');
  }

  async #put(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#waitingLength >= flushLength) {
      await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    if (this.#waitingLength === 0) {
      return;
    }
    const piece = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#bytes += piece.length;
    await this.#sink(piece);
  }
}

/** Whether a byte of UTF-8 is not the first of its code point. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
