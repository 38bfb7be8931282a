import type { Readable } from "node:stream";
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from "vscode-jsonrpc/node";
import { decodeLine } from "./decodeLine.ts";
import type { Envelope } from "./envelope.ts";
import { LineSplitter } from "./lineSplitter.ts";
import type { LineTap } from "./lineTap.ts";

/**
 * Decides what becomes of one incoming message: the message as the engine is to see it, or undefined for one that
 * stays out of the engine's queue. Never called with an envelope of kind "batch" or "invalid".
 */
export type IncomingFilter = (envelope: Envelope) => Message | undefined;

/**
 * vscode-jsonrpc's reader for newline-delimited JSON. [R2]
 *
 * Each line goes to the tap before anything else looks at it: the engine drops what it does not understand, the log
 * must not. Members of a batch are handed on one by one. [R5]
 */
export class LineMessageReader extends AbstractMessageReader {
  readonly #stream: Readable;
  readonly #tap: LineTap;
  readonly #filter: IncomingFilter;
  readonly #maxLineBytes: number | undefined;
  #callback: DataCallback | undefined;

  /** `maxLineBytes`: a longer line comes as what its head and tail tell; absent: as long as a line can be. */
  constructor(stream: Readable, tap: LineTap, filter: IncomingFilter, maxLineBytes?: number) {
    super();
    this.#maxLineBytes = maxLineBytes;
    this.#stream = stream;
    this.#tap = tap;
    this.#filter = filter;
  }

  override listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    const splitter = new LineSplitter((line) => {
      const seq = this.#tap.record(line);
      const decoded = decodeLine(line);
      this.#tap.understood(seq, decoded);
      if (decoded.envelope !== undefined) {
        this.#handOn(decoded.envelope);
      }
    }, this.#maxLineBytes);
    const onData = (chunk: Buffer) => splitter.push(chunk);
    // A stream that is destroyed because a grandchild keeps it open closes without an end.
    const onEnd = () => splitter.end();
    const onError = (error: Error) => this.fireError(error);
    this.#stream.on("data", onData).once("end", onEnd).once("close", onEnd).on("error", onError);
    return {
      dispose: () => {
        this.#callback = undefined;
      },
    };
  }

  #handOn(envelope: Envelope): void {
    if (envelope.members !== undefined) {
      for (const member of envelope.members) {
        this.#handOn(member);
      }
      return;
    }
    if (envelope.kind === "invalid") {
      return;
    }
    const message = this.#filter(envelope);
    if (message !== undefined) {
      this.#callback?.(message);
    }
  }
}
