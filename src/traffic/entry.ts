import type { RequestId } from "../wire/messages.ts";

export type Channel = "stdin" | "stdout" | "stderr" | "lifecycle";

export type EntryKind =
  | "request"
  | "result"
  | "error"
  | "notification"
  | "batch"
  /** JSON, but none of the envelopes. */
  | "invalid"
  /** Not JSON. */
  | "unparsed"
  | "stderr"
  | "lifecycle";

/** A member of a batch line. */
export interface BatchMember {
  kind: string;
  id?: RequestId | null;
  method?: string;
}

/** Something that happened to a server's process rather than on its pipes. */
export interface LifecycleEvent {
  type: string;
  [key: string]: unknown;
}

/** One line of the capture file: the public contract's `CaptureEntry`. */
export interface CaptureEntry {
  /** 1, 2, 3 … over all servers, in the order seen. */
  seq: number;
  /** ISO 8601 UTC with microseconds. */
  at: string;
  server: string;
  epoch: number;
  channel: Channel;
  kind: EntryKind;
  /** As sent; a number that JavaScript cannot hold: its text. */
  id?: RequestId | null;
  /** An answer: its request's. */
  method?: string;
  /** The line exactly as it crossed the pipe, without its terminator. [R15] */
  raw?: string;
  /** Instead of raw, where the bytes are not valid UTF-8. */
  rawBase64?: string;
  /** Bytes left out between the head and the tail kept in raw. */
  omitted?: number;
  /** A secret was replaced in raw; bytes is the original's. */
  masked?: true;
  /** Only where it was not "\n"; "" means the stream ended in mid-line. */
  terminator?: "\r\n" | "";
  /** Of the line, without its terminator. */
  bytes: number;
  /** An answer: the seq of its request. */
  replyTo?: number;
  /** An answer: since its request. */
  durationMs?: number;
  /** Codes of `findings.ts`. */
  findings?: string[];
  members?: BatchMember[];
  event?: LifecycleEvent;
}

/** How the call behind a request row stands. */
export type RowStatus = "pending" | "ok" | "error" | "cancelled" | "timedOut" | "serverExited";

/** What a list shows of one entry: small, whatever the size of its line. */
export interface TrafficRow {
  seq: number;
  /** Microseconds since the Unix epoch. */
  atMicros: number;
  server: string;
  epoch: number;
  channel: Channel;
  kind: EntryKind;
  id?: RequestId | null;
  method?: string;
  bytes: number;
  /** A request: how it stands now. An answer: "ok" or "error". */
  status?: RowStatus;
  durationMs?: number;
  /** An answer: the seq of its request. */
  replyTo?: number;
  /** A request: the seq of its answer. */
  answeredBy?: number;
  /** An error answer's code. */
  errorCode?: number;
  findings: string[];
  /** The first characters of the line, for rows without a method. */
  preview: string;
}

/** The event in a line; one of type "unreadable" where somebody damaged it. */
export function eventIn(bytes: Buffer): LifecycleEvent {
  try {
    return JSON.parse(bytes.toString()) as LifecycleEvent;
  } catch {
    return { type: "unreadable" };
  }
}
