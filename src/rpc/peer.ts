import type { Readable, Writable } from "node:stream";
import * as l10n from "@vscode/l10n";
import {
  createMessageConnection,
  type Message as EngineMessage,
  type NotificationMessage as EngineNotification,
  type RequestMessage as EngineRequest,
  type ResponseMessage as EngineResponse,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import type { Envelope } from "../wire/envelope.ts";
import { LineMessageReader } from "../wire/lineMessageReader.ts";
import { LineMessageWriter, type OutgoingMessage, WriteRefusedError } from "../wire/lineMessageWriter.ts";
import type { LineTap } from "../wire/lineTap.ts";
import {
  ErrorCode,
  type JsonObject,
  type JsonValue,
  type NotificationMessage,
  type Params,
  type RequestId,
} from "../wire/messages.ts";
import { CallsInFlight } from "./callsInFlight.ts";
import type { Conventions } from "./conventions.ts";
import { Deadlines } from "./deadlines.ts";
import { IncomingRequests, type RequestHandler } from "./incomingRequests.ts";
import type { LocalStatus } from "./outcome.ts";
import { oversizedAnswer, oversizedRequest } from "./oversizedLine.ts";
import { type CallOptions, PendingCall, type TimeoutReason } from "./pendingCall.ts";
import { outgoingAnswer, outgoingRequest, toErrorObject } from "./wireMessage.ts";

/** A call under way. */
export type Call = Pick<PendingCall, "id" | "outcome" | "cancel">;

/** The surface of the peer that dialects build upon. */
export interface PeerCalls {
  conventions: Conventions;
  call(method: string, params?: Params, options?: CallOptions): Call;
  /** Returns the seq of its entry. Throws a `WriteRefusedError`. */
  notify(method: string, params?: Params): { seq: number };
  /** Answers `method` from now on. */
  onRequest(method: string, handler: RequestHandler): void;
  /** Every notification that is neither progress of a known call nor a cancellation. Returns what removes the listener. */
  onNotification(listener: (notification: NotificationMessage) => void): () => void;
}

export interface PeerOptions {
  /** The server's stdout and stdin. */
  input: Readable;
  output: Writable;
  taps: { stdin: LineTap; stdout: LineTap };
  conventions: Conventions;
  requestIds: "uuid" | "integer";
  /** A longer line is not read whole. Absent: as long as a line can be. */
  maxLineBytes?: number;
  /** A call of ours settled without an answer: the log marks its row. */
  onSettledLocally: (id: RequestId, status: LocalStatus) => void;
  /** A call appeared, went, or made progress. */
  onDidChangeCalls?: () => void;
}

/** A member of a batch that is to be sent. */
export interface BatchMessage {
  method: string;
  params?: Params;
  notification?: boolean;
}

const silentLogger = { error() {}, warn() {}, info() {}, log() {} };

/**
 * The active side of one server's pipes: our calls, its requests. [R4] [R9] [R10] [R12]
 *
 * vscode-jsonrpc dispatches the server's requests. Our calls do not pass through it: it would wrap their params, knows
 * no batches and cannot settle a call without an answer, and pairing answers twice is what calls would cost most.
 */
export class Peer implements PeerCalls {
  conventions: Conventions;
  readonly #options: PeerOptions;
  readonly #reader: LineMessageReader;
  readonly #writer: LineMessageWriter;
  readonly #connection: MessageConnection;
  readonly #calls: CallsInFlight;
  readonly #callsByToken = new Map<RequestId, PendingCall>();
  readonly #deadlines: Deadlines;
  readonly #incoming = new IncomingRequests();
  readonly #notificationListeners = new Set<(notification: NotificationMessage) => void>();
  #closed: string | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.conventions = options.conventions;
    this.#calls = new CallsInFlight(options.requestIds);
    this.#deadlines = new Deadlines(this.#calls, (call, reason) => this.#timeOut(call, reason));
    this.#reader = new LineMessageReader(
      options.input,
      options.taps.stdout,
      (envelope) => this.#receive(envelope),
      options.maxLineBytes,
    );
    this.#writer = new LineMessageWriter(options.output, options.taps.stdin, (message) =>
      this.#prepare(message),
    );
    this.#connection = createMessageConnection(this.#reader, this.#writer, silentLogger);
    this.#connection.onRequest((method, wrapped, cancellation) =>
      this.#incoming.answer(method, (wrapped as { params?: Params }).params, cancellation),
    );
    this.#connection.listen();
  }

  call(method: string, params?: Params, options: CallOptions = {}): Call {
    const call = new PendingCall(this, method, options);
    this.#send(call, params);
    return call;
  }

  /**
   * Sends all members in one line; answers are matched by id, in whatever order and line they come. [R5]
   * The calls are those of the members that want an answer, in the order given. Throws a `WriteRefusedError` where
   * there are none to say that nothing was sent, and where the server has gone.
   */
  batch(messages: readonly BatchMessage[], options: CallOptions = {}): Call[] {
    const calls: PendingCall[] = [];
    if (this.#closed !== undefined) {
      throw new WriteRefusedError(this.#closed);
    }
    this.#writer.beginBatch();
    for (const { method, params, notification } of messages) {
      if (notification === true) {
        this.notify(method, params);
      } else {
        const call = new PendingCall(this, method, options);
        calls.push(call);
        this.#send(call, params);
      }
    }
    try {
      this.#writer.endBatch();
    } catch (error) {
      if (calls.length === 0) {
        throw error;
      }
      for (const call of calls) {
        this.#refuse(call, error as Error);
      }
    }
    return calls;
  }

  notify(method: string, params?: Params): { seq: number } {
    return { seq: this.#writer.send(outgoingRequest(method, params, undefined)) };
  }

  /** Writes the text and one line feed, unchecked. Returns the seq of its first line. Throws a `WriteRefusedError`. */
  sendRaw(text: string): { seq: number } {
    return { seq: this.#writer.sendRaw(text) };
  }

  /** Asks the server to stop and settles the call at once. False where no such call is in flight. [R10] */
  cancel(id: RequestId, reason?: string): boolean {
    const call = this.#calls.get(id);
    return call !== undefined && this.cancelCall(call, reason);
  }

  /** The same of a call of this peer's. */
  cancelCall(call: PendingCall, reason?: string): boolean {
    if (call.settled) {
      return false;
    }
    this.#sendCancellation(call, reason);
    this.#settleLocally(call, "cancelled", reason ?? l10n.t("Cancelled."));
    return true;
  }

  /** The calls in flight, in the order sent. */
  inFlight(): readonly PendingCall[] {
    return [...this.#calls.values()];
  }

  onRequest(method: string, handler: RequestHandler): void {
    this.#incoming.handle(method, handler);
  }

  onNotification(listener: (notification: NotificationMessage) => void): () => void {
    this.#notificationListeners.add(listener);
    return () => this.#notificationListeners.delete(listener);
  }

  /** Nothing more will be sent: what was sent last goes out before its stdin is closed. */
  flush(): void {
    this.#writer.flush();
  }

  /** The server has closed its stdin: the calls that did not reach it end as `serverExited` with this reason. */
  settleLost(reason: string): void {
    this.#endFrom(this.#writer.lostFrom, reason);
  }

  /** No answer can come any more: every call in flight ends as `serverExited` with this reason, later ones are not sent. */
  close(reason: string): void {
    if (this.#closed !== undefined) {
      return;
    }
    this.#closed = reason;
    this.#endFrom(0, reason);
    this.#deadlines.stop();
    this.#connection.dispose();
  }

  /** Ends the calls in flight whose requests begin there or later in all that was sent, in bytes. */
  #endFrom(sentAt: number, reason: string): void {
    for (const call of this.#calls.values()) {
      if (call.sentAt >= sentAt) {
        this.#settleLocally(call, "serverExited", reason);
      }
    }
  }

  #send(call: PendingCall, params: Params | undefined): void {
    if (this.#closed !== undefined) {
      call.settle({ status: "notSent", reason: this.#closed });
      return;
    }
    const id = this.#calls.add(call);
    const sent = this.conventions.withProgressToken(call.method, params, id);
    call.subject = this.conventions.subjectOf(call.method, params);
    const token = this.conventions.progressTokenOf(sent);
    if (token !== undefined && token !== id) {
      call.progressToken = token;
      this.#callsByToken.set(token, call);
    }
    call.sentAt = this.#writer.handed;
    try {
      this.#writer.send(outgoingRequest(call.method, sent, id));
    } catch (error) {
      this.#refuse(call, error as Error);
      return;
    }
    this.#deadlines.watch(call);
    this.#options.onDidChangeCalls?.();
  }

  /** The request's line was not handed to the pipe. */
  #refuse(call: PendingCall, refusal: Error): void {
    this.#forget(call);
    call.id = undefined;
    call.settle({ status: "notSent", reason: l10n.t("Not sent: {0}", refusal.message) });
  }

  #settle(call: PendingCall, ending: Parameters<PendingCall["settle"]>[0]): void {
    if (call.settle(ending)) {
      this.#forget(call);
    }
  }

  #settleLocally(call: PendingCall, status: LocalStatus, reason: string): void {
    this.#settle(call, { status, reason });
    if (call.id !== undefined) {
      this.#options.onSettledLocally(call.id, status);
    }
  }

  #forget(call: PendingCall): void {
    this.#calls.delete(call);
    const { progressToken } = call;
    // Where two calls gave one token it stands for the later.
    if (progressToken !== undefined && this.#callsByToken.get(progressToken) === call) {
      this.#callsByToken.delete(progressToken);
    }
    this.#options.onDidChangeCalls?.();
  }

  #timeOut(call: PendingCall, { english, words }: TimeoutReason): void {
    this.#sendCancellation(call, english);
    this.#settleLocally(call, "timedOut", words);
  }

  #sendCancellation(call: PendingCall, reason: string | undefined): void {
    if (call.id === undefined) {
      return;
    }
    const notification = this.conventions.cancelNotification(call.id, call.method, reason);
    if (notification !== undefined) {
      this.#sendOrDrop(outgoingRequest(notification.method, notification.params, undefined));
    }
  }

  /** Where the server does not read, what it need not know is not sent; all else goes on. */
  #sendOrDrop(message: OutgoingMessage): void {
    try {
      this.#writer.send(message);
    } catch (error) {
      if (!(error instanceof WriteRefusedError)) {
        throw error;
      }
    }
  }

  /** An answer that the engine is about to write, as it goes over the wire. */
  #prepare(engineMessage: EngineMessage): OutgoingMessage | undefined {
    const { id, result, error } = engineMessage as EngineResponse;
    const request = this.#incoming.take(id as number);
    if (request === undefined || (request.cancelled && !this.conventions.answersCancelledRequests)) {
      return undefined;
    }
    const answer =
      error === undefined ? { result: result as JsonValue } : { error: { ...error } as JsonObject };
    return outgoingAnswer(request, answer);
  }

  /** What of an incoming message is for the engine. */
  #receive(envelope: Envelope): EngineMessage | undefined {
    if (envelope.lineBytes !== undefined) {
      this.#receiveOversized(envelope, envelope.lineBytes);
      return undefined;
    }
    switch (envelope.kind) {
      case "result":
      case "error":
        this.#receiveAnswer(envelope);
        return undefined;
      case "request": {
        const { params } = envelope.value as { params?: JsonValue };
        const id = this.#incoming.add(envelope.id as RequestId, envelope.unsafeId === true);
        // Wrapped, because the engine spreads an array over the handler's arguments.
        return { jsonrpc: "2.0", id, method: envelope.method, params: { params } } as EngineRequest;
      }
      default:
        return this.#receiveNotification(envelope.value as unknown as NotificationMessage);
    }
  }

  /**
   * Nobody waits for what will never be read whole. A call ends as `cancelled`: "error" is for errors of the server's, and
   * this one is ours. In the log its request stays answered, as it was, so nothing is settled there.
   */
  #receiveOversized(envelope: Envelope, bytes: number): void {
    const { kind, id, unsafeId } = envelope;
    const { maxLineBytes } = this.#options;
    const call = this.#answered(envelope);
    if (call !== undefined) {
      this.#settle(call, { status: "cancelled", reason: oversizedAnswer(bytes, maxLineBytes) });
    } else if (kind === "request") {
      const request = { id: id as RequestId, unsafe: unsafeId === true };
      const error = { code: ErrorCode.internalError, message: oversizedRequest(bytes, maxLineBytes) };
      this.#sendOrDrop(outgoingAnswer(request, { error }));
    }
  }

  /** The call that an envelope answers. */
  #answered({ kind, id, unsafeId }: Envelope): PendingCall | undefined {
    const isAnswer = kind === "result" || kind === "error";
    return !isAnswer || unsafeId || id === null || id === undefined ? undefined : this.#calls.get(id);
  }

  #receiveAnswer(envelope: Envelope): void {
    const call = this.#answered(envelope);
    if (call !== undefined) {
      const { kind, value } = envelope;
      const { result, error } = value as { result: JsonValue; error: JsonValue };
      this.#settle(
        call,
        kind === "result" ? { status: "ok", result } : { status: "error", error: toErrorObject(error) },
      );
    }
  }

  #receiveNotification(notification: NotificationMessage): EngineMessage | undefined {
    const cancelledId = this.conventions.readCancellation(notification);
    if (cancelledId !== undefined) {
      const engineId = this.#incoming.cancel(cancelledId);
      return engineId === undefined
        ? undefined
        : ({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: engineId } } as EngineNotification);
    }
    const reported = this.conventions.readProgress(notification);
    const call = reported && (this.#callsByToken.get(reported.token) ?? this.#calls.get(reported.token));
    if (reported !== undefined && call !== undefined) {
      call.noteProgress(reported.progress);
      this.#options.onDidChangeCalls?.();
      return undefined;
    }
    for (const listener of this.#notificationListeners) {
      listener(notification);
    }
    return undefined;
  }
}
