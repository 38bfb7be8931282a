import type { Writable } from "node:stream";
import * as l10n from "@vscode/l10n";
import {
  AbstractMessageWriter,
  type Message as EngineMessage,
  type MessageWriter,
} from "vscode-jsonrpc/node";
import { type DecodedLine, decodeLine } from "./decodeLine.ts";
import { classify } from "./envelope.ts";
import { LineEncoder } from "./lineEncoder.ts";
import { LineSplitter } from "./lineSplitter.ts";
import type { LineTap } from "./lineTap.ts";
import type { JsonValue } from "./messages.ts";

/** A line was not handed to the pipe; the message says why and what to do. */
export class WriteRefusedError extends Error {
  override readonly name = "WriteRefusedError";
}

/**
 * What may wait for a server that does not read its stdin, in bytes. Past it a line is refused, so memory stays
 * bounded by this plus one line (a line is always accepted while nothing waits).
 */
export const maxWaitingBytes = 64 * 1024 * 1024;

/** With so much a write does not wait for more, so that the server can begin. */
const gatheredBytes = 64 * 1024;
const nothing = Buffer.alloc(0);
const done = Promise.resolve();

/** A message ready for the pipe: as a value, and as text where JSON.stringify cannot say it (an id beyond 2^53). */
export interface OutgoingMessage {
  value: JsonValue;
  text?: string;
}

/** Turns the engine's message into what crosses the pipe; undefined drops it. */
export type OutgoingFilter = (message: EngineMessage) => OutgoingMessage | undefined;

/**
 * vscode-jsonrpc's writer for newline-delimited JSON.
 *
 * A line is recorded by the tap when it is taken. Lines go out in that order: at once, or together with those that are
 * taken before the line before them is written. Messages between `beginBatch` and `endBatch` become one array line. [R5]
 */
export class LineMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: Writable;
  readonly #tap: LineTap;
  readonly #filter: OutgoingFilter;
  readonly #encoder = new LineEncoder();
  #batch: JsonValue[] | undefined;
  /** A write has not come back: it comes back at the end of its turn, or once the pipe has room. */
  #isWriting = false;
  /** What waits to be written in one piece: a part of a chunk that lines were encoded into, one behind the other. */
  #gathered: Buffer = nothing;
  #gatheredFrom = 0;
  #gatheredTo = 0;
  #handed = 0;
  #lostFrom = Infinity;

  constructor(stream: Writable, tap: LineTap, filter: OutgoingFilter) {
    super();
    this.#stream = stream;
    this.#tap = tap;
    this.#filter = filter;
    // A server that closes its stdin breaks the pipe (EPIPE): later writes are refused, nothing is thrown.
    stream.on("error", (error) => this.fireError(error));
  }

  /** The engine's door. */
  write(message: EngineMessage): Promise<void> {
    const outgoing = this.#filter(message);
    try {
      if (outgoing !== undefined) {
        this.send(outgoing);
      }
      return done;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** The engine asks for it when a connection ends; the stream belongs to the process. */
  end(): void {}

  /**
   * Writes one message as one line. Returns the seq of its entry (0 within a batch).
   * Throws a `WriteRefusedError`, and whatever JSON.stringify throws.
   */
  send(outgoing: OutgoingMessage): number {
    if (this.#batch !== undefined) {
      this.#batch.push(outgoing.value);
      return 0;
    }
    const text = outgoing.text ?? JSON.stringify(outgoing.value);
    const line = this.#encoder.encode(text);
    const { chunk, start, end } = line;
    this.#admit(end + 1 - start);
    const seq = this.#tap.record(line);
    // The server can begin while we find out what we said.
    this.#hand(chunk, start, end + 1);
    this.#tap.understood(seq, describe(text, outgoing));
    return seq;
  }

  /** Writes the text and one line feed, unchecked. Returns the seq of its first line. */
  sendRaw(text: string): number {
    const bytes = Buffer.from(`${text}\n`);
    this.#admit(bytes.length);
    let first = 0;
    const splitter = new LineSplitter((line) => {
      const seq = this.#tap.record(line);
      first ||= seq;
      this.#tap.understood(seq, decodeLine(line));
    });
    splitter.push(bytes);
    this.#hand(bytes, 0, bytes.length);
    return first;
  }

  beginBatch(): void {
    this.#batch = [];
  }

  /** Writes the batch. Returns the seq of its line. */
  endBatch(): number {
    const value = this.#batch ?? [];
    this.#batch = undefined;
    return this.send({ value });
  }

  /** The bytes handed to the pipe so far: where the next line begins in all that is sent. */
  get handed(): number {
    return this.#handed + this.#gatheredTo - this.#gatheredFrom;
  }

  /** From here on nothing that was handed over has reached the server, for the pipe broke. Infinity while it is whole. */
  get lostFrom(): number {
    return this.#lostFrom;
  }

  /** Hands on what is gathered: before the stream is ended. */
  flush(): void {
    if (this.#gathered !== nothing) {
      const bytes = this.#gathered.subarray(this.#gatheredFrom, this.#gatheredTo);
      this.#gathered = nothing;
      this.#gatheredFrom = 0;
      this.#gatheredTo = 0;
      this.#write(bytes);
    }
  }

  /** A line goes out at once; those that follow before it is written go out together. */
  #hand(chunk: Buffer, start: number, end: number): void {
    if (!this.#isWriting) {
      this.#isWriting = true;
      this.#write(chunk.subarray(start, end), this.#onWritten);
      return;
    }
    if (chunk !== this.#gathered || start !== this.#gatheredTo) {
      this.flush();
      this.#gathered = chunk;
      this.#gatheredFrom = start;
    }
    this.#gatheredTo = end;
    if (end - this.#gatheredFrom >= gatheredBytes) {
      this.flush();
    }
  }

  #write(bytes: Buffer, onWritten?: () => void): void {
    const from = this.#handed;
    this.#handed += bytes.length;
    this.#stream.write(bytes, (error) => {
      if (error) {
        this.#lostFrom = Math.min(this.#lostFrom, from);
      }
      onWritten?.();
    });
  }

  readonly #onWritten = (): void => {
    this.#isWriting = false;
    this.flush();
  };

  #admit(bytes: number): void {
    if (!this.#stream.writable) {
      throw new WriteRefusedError(l10n.t("its stdin is closed. Restart it to send again."));
    }
    const waiting = this.#stream.writableLength + this.#gatheredTo - this.#gatheredFrom;
    if (waiting > 0 && waiting + bytes > maxWaitingBytes) {
      const megabytes = Math.round(maxWaitingBytes / 2 ** 20);
      throw new WriteRefusedError(
        l10n.t(
          "it does not read its stdin: up to {0} MB may wait there. Wait until it reads, or restart it.",
          megabytes,
        ),
      );
    }
  }
}

/** What `decodeLine` would say of a line of ours, without parsing it again. */
function describe(text: string, outgoing: OutgoingMessage): DecodedLine {
  if (outgoing.text !== undefined) {
    return decodeLine({ bytes: Buffer.from(text), terminator: "\n" });
  }
  const envelope = classify(outgoing.value);
  return { text, envelope, findings: envelope.findings };
}
