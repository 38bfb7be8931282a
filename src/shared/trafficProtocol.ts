/**
 * What the traffic panel's two halves say to each other. The host knows every entry; the webview holds the rows
 * around what is visible and asks for more. So the cost of a message depends on the height of the panel, never on
 * the length of the log.
 *
 * - `state` is the whole truth and starts everything anew: sent when the webview is ready or shown again, when the
 *   filter changes and when the log was cleared.
 * - `changed` says that something moved, at most once a frame and only to a visible panel. It carries no rows.
 * - `rows` answers a request for pages; the webview has one such request out at a time, so a slow side sets the pace.
 *
 * Rows are named by their index in a numbered view. A message that speaks of another view than the present one is
 * out of date and is dropped by either side.
 */

import type { CaptureMessage } from "./captureProtocol.ts";

/** Rows are asked for in runs of this many, aligned to it. */
export const pageSize = 32;

/** A run of rows of the present view. */
export interface RowRange {
  start: number;
  count: number;
}

/** What the pills choose between. */
export type PanelPill = "all" | "calls" | "notifications" | "stderr" | "problems";

/** What of the log is listed. */
export interface PanelFilter {
  server?: string;
  pill?: PanelPill;
  /** In the exact text, the method or the id, without regard to case. */
  text?: string;
}

/** How the call behind a row stands. */
export type PanelStatus = "pending" | "ok" | "error" | "cancelled" | "timedOut" | "serverExited";

/** One row, small whatever the size of its line. The host has put into words what the webview cannot know. */
export interface PanelRow {
  seq: number;
  /** Microseconds since the Unix epoch, by the host's clock. */
  atMicros: number;
  server: string;
  epoch: number;
  channel: "stdin" | "stdout" | "stderr" | "lifecycle";
  /** A kind of the capture file: "request", "result", "stderr" … */
  kind: string;
  id?: string | number | null;
  method?: string;
  /** The first characters of the line, or what happened to the process. */
  preview: string;
  /** What a notification says in a few words: `40 % · step 2 of 5`. */
  note?: string;
  /** What a request is about beyond its method: the tool of `tools/call`. */
  subject?: string;
  /** Of the line, without its terminator. */
  bytes: number;
  status?: PanelStatus;
  durationMs?: number;
  errorCode?: number;
  /** What `errorCode` means: "invalid params". */
  errorMeaning?: string;
  findings: string[];
  /** An answer's request, or a request's answer. */
  partner?: number;
}

/** A row and where it is in the view. */
export interface Selection {
  seq: number;
  index: number;
}

export type HostMessage =
  | {
      type: "state";
      view: number;
      length: number;
      /** Lines of the server, or of all, whatever else the filter says. */
      total: number;
      /** How many of them have a finding or went wrong. */
      problems: number;
      /** The oldest lines of all servers, so many, are gone: the log was full. */
      gone: number;
      /** Rows are still being searched: the view grows. */
      searching: boolean;
      filter: PanelFilter;
      /** All that can be filtered to. */
      servers: string[];
      /** The row whose text was asked for last, where it is in the view. The webview may have let go of it since. */
      selection?: Selection;
      /** Names the log: what was remembered of another one's rows is void. */
      session: string;
      /** The host's clock in milliseconds since the Unix epoch: the two sides may be on different machines. */
      now: number;
    }
  | {
      type: "changed";
      view: number;
      length: number;
      total: number;
      problems: number;
      gone: number;
      searching: boolean;
      /** So many rows before the first one are gone since: all others moved up. */
      dropped: number;
      /** The first index whose row is new or moved: the previous length, where rows were only appended. */
      firstChanged: number;
      /** Where the selected row is now, if rows before it moved. */
      selection?: Selection;
      /** Rows of the window that changed in place. */
      updated: number[];
      /** Only where they changed. */
      servers?: string[];
      now: number;
    }
  | { type: "rows"; view: number; pages: { start: number; rows: PanelRow[] }[]; now: number }
  | {
      type: "line";
      seq: number;
      /** Absent where the line is no longer in the log. */
      text?: string;
      /** Of the whole line. */
      bytes: number;
      /** Of the line, in `text`: fewer than `bytes` where it was cut. */
      shown: number;
      /** What is wrong with it, in words. */
      findings: FindingWords[];
    }
  | CallMessage
  | CaptureMessage
  /** The row to select; the filter lets it pass. */
  | { type: "reveal"; seq: number; index: number };

/** A finding, told to a person. */
export interface FindingWords {
  code: string;
  /** What it is. */
  sentence: string;
  /** What to do about it. */
  advice: string;
  /** The line to compare it with. */
  related?: number;
}

/** One half of a call. */
export interface CallPart {
  row: PanelRow;
  text: string;
  /** Of the line, in `text`. */
  shown: number;
}

/** The call that a line belongs to, in full. */
export interface CallMessage {
  type: "call";
  seq: number;
  /** Absent where the line belongs to no call, or the request is gone. */
  request?: CallPart;
  answer?: CallPart;
  /** Where to look first, for an error answer. */
  lookAt?: "request" | "log" | "tool";
  /** Notifications and stderr lines that came while it ran, oldest first. [R11] */
  during: PanelRow[];
  /** There were more. */
  more: boolean;
}

/** What can be copied of a line: exactly what crossed the pipe, its id, or the argument that makes `toolwire.sendRaw` send it again. */
export type CopyForm = "raw" | "id" | "sendRaw";

export type WebviewMessage =
  /** The page runs and knows nothing yet, except what it remembers. */
  | { type: "ready"; filter: PanelFilter; selected?: number; session?: string }
  | { type: "filter"; filter: PanelFilter }
  /** Asks for `pages` (their first indexes) and names all it will hold afterwards: changes outside are not told. */
  | { type: "rows"; view: number; window: RowRange; pages: number[] }
  | { type: "line"; seq: number }
  | { type: "call"; seq: number }
  /** Asks for a `reveal`; a filter that hides the row is taken away. */
  | { type: "reveal"; seq: number }
  | { type: "copy"; seq: number; as: CopyForm }
  | { type: "sendAgain"; seq: number }
  /** In a real editor: the exact text, or the message laid out for reading. */
  | { type: "open"; seq: number; as: "raw" | "message" }
  | { type: "cancel"; seq: number }
  /** Of the filtered server, otherwise all. */
  | { type: "clear" }
  | { type: "export" }
  /** Of an opened capture: reads the file anew. */
  | { type: "reload" }
  /** The links of the empty state. */
  | { type: "start" }
  | { type: "callTool" };
