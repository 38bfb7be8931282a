import { isUtf8 } from "node:buffer";
import { type DecodedLine, decodeLine } from "../wire/decodeLine.ts";
import { type FindingSet, finding } from "../wire/findings.ts";
import type { Line } from "../wire/line.ts";
import type { LineTap } from "../wire/lineTap.ts";
import type { RequestId } from "../wire/messages.ts";
import { channelCode, kindCode } from "./columns/rowColumns.ts";
import { type Channel, eventIn, type LifecycleEvent } from "./entry.ts";
import { callState } from "./pairing/callTable.ts";
import type { Recorder } from "./recorder.ts";
import { type SharedNames, Understanding } from "./understanding.ts";

/** How a call ended on our side. */
export type LocalStatus = "cancelled" | "timedOut" | "serverExited";

/** A line that was recorded elsewhere, in a file. */
export interface LoadedLine {
  /** More than that of any line before it. */
  seq: number;
  /** Microseconds since the Unix epoch. */
  atMicros: number;
  channel: Channel;
  /** Of channel "lifecycle": the event as JSON. */
  line: Line;
  /** What was found wrong with it then; absent: find out now. */
  findings?: FindingSet;
}

/** One process of one server, as the log hears of it: four channels and how our calls ended. Made by `TrafficLog.source`. */
export class TrafficSource {
  readonly server: string;
  readonly epoch: number;
  /** Its number in the log's columns. */
  readonly number: number;
  /** What was sent to the server. Record a line when it is handed to the pipe. */
  readonly stdin: LineTap;
  /** What the server wrote. */
  readonly stdout: LineTap;
  /** What its lines mean so far. */
  understanding: Understanding;
  /** That of its last line, or 0. */
  lastSeq = 0;
  readonly #recorder: Recorder;
  readonly #names: SharedNames;
  #hasExited = false;

  constructor(recorder: Recorder, names: SharedNames, server: string, epoch: number, number: number) {
    this.#recorder = recorder;
    this.#names = names;
    this.server = server;
    this.epoch = epoch;
    this.number = number;
    this.understanding = new Understanding(names);
    this.stdin = new ChannelTap(recorder, this, true);
    this.stdout = new ChannelTap(recorder, this, false);
  }

  /** Undefined until it is said or an answer to `initialize` is seen. What came before is judged by it too. */
  get protocol(): "mcp" | "jsonrpc" | undefined {
    return this.understanding.handshake.protocol;
  }
  set protocol(protocol: "mcp" | "jsonrpc" | undefined) {
    this.#recorder.flag(this.understanding.handshake.say(protocol), finding["before-initialize"]);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Takes in a line that was recorded elsewhere, as if it had come now. Its place in the log was made. */
  load({ channel, line, findings, atMicros }: LoadedLine): void {
    const isText = channel === "stderr" || channel === "lifecycle";
    const kind = isText ? kindCode[channel] : kindCode.unparsed;
    const found = findings ?? (channel === "stderr" ? stderrFindings(line) : 0);
    const seq = this.#recorder.load(this, channelCode[channel], kind, line, found, atMicros);
    const { understanding } = this;
    if (!isText) {
      understanding.understand(seq, channel === "stdin", decodeLine(line));
      if (findings !== undefined) {
        understanding.findings = findings;
        understanding.early.length = 0;
      }
      this.#recorder.understood(this, seq);
    } else if (channel === "lifecycle") {
      this.#relive(eventIn(line.bytes), findings !== undefined);
    }
  }

  /** What an event says of the lines around it. */
  #relive({ type, protocol }: LifecycleEvent, isJudged: boolean): void {
    if (type === "ready" && (protocol === "mcp" || protocol === "jsonrpc")) {
      const early = this.understanding.handshake.say(protocol);
      if (!isJudged) {
        this.#recorder.flag(early, finding["before-initialize"]);
      }
    } else if (type === "exited") {
      this.exited();
    } else if (type === "probe") {
      this.understanding.probeComes();
    }
  }

  /** Keeps a line of stderr: text, never a failure by itself. Returns its seq. */
  stderr(line: Line): number {
    return this.#recorder.append(this, channelCode.stderr, kindCode.stderr, line, stderrFindings(line));
  }

  /** Keeps an event, as JSON. What JSON cannot hold of it is left out. Returns its seq. */
  lifecycle(event: LifecycleEvent): number {
    const line: Line = { bytes: Buffer.from(eventText(event)), terminator: "\n" };
    if (event.type === "probe") {
      this.understanding.probeComes();
    }
    return this.#recorder.append(this, channelCode.lifecycle, kindCode.lifecycle, line, 0);
  }

  /**
   * A call of ours has ended without an answer: one that comes later is late. [R9] [R10]
   *
   * @param seq of its request, where several with this id wait; else it is the oldest.
   * Does nothing where no call with this id waits.
   */
  settle(id: RequestId, status: LocalStatus, seq?: number): void {
    const requestSeq = this.understanding.settle(id, callState[status], seq);
    if (requestSeq !== 0) {
      this.#recorder.changed([requestSeq]);
      this.#recorder.settled.fire({ source: this, id, status });
    }
  }

  /** The process has ended and its pipes are drained: all calls that wait, in both directions, are `serverExited`. */
  exited(): void {
    this.#hasExited = true;
    this.#recorder.changed(this.understanding.exited());
  }

  /** Forgets all calls, when no row needs them any more. */
  forget(): void {
    this.understanding = new Understanding(this.#names);
    this.lastSeq = 0;
  }
}

class ChannelTap implements LineTap {
  readonly #recorder: Recorder;
  readonly #source: TrafficSource;
  readonly #ours: boolean;
  readonly #channel: number;

  constructor(recorder: Recorder, source: TrafficSource, ours: boolean) {
    this.#recorder = recorder;
    this.#source = source;
    this.#ours = ours;
    this.#channel = ours ? channelCode.stdin : channelCode.stdout;
  }

  record(line: Line): number {
    return this.#recorder.append(this.#source, this.#channel, kindCode.unparsed, line, 0);
  }

  understood(seq: number, decoded: DecodedLine): void {
    this.#source.understanding.understand(seq, this.#ours, decoded);
    this.#recorder.understood(this.#source, seq);
  }
}

function stderrFindings(line: Line): FindingSet {
  return (
    (line.terminator === "" ? finding["unterminated-line"] : 0) |
    (line.omitted === undefined ? 0 : finding["oversized-line"]) |
    (isUtf8(line.bytes) ? 0 : finding["invalid-utf8"])
  );
}

function eventText(event: LifecycleEvent): string {
  try {
    return JSON.stringify(event);
  } catch {
    return JSON.stringify({ type: event.type });
  }
}
