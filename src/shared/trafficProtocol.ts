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

/** Rows are asked for in runs of this many, aligned to it. */
export const pageSize = 32;

/** A run of rows of the present view. */
export interface RowRange {
  start: number;
  count: number;
}

/** How the call behind a row stands. */
export type PanelStatus = "pending" | "ok" | "error" | "cancelled" | "timedOut" | "serverExited";

/** One row, small whatever the size of its line. The host has put into words what the webview cannot know. */
export interface PanelRow {
  seq: number;
  /** Microseconds since the Unix epoch, by the host's clock. */
  atMicros: number;
  server: string;
  channel: "stdin" | "stdout" | "stderr" | "lifecycle";
  /** A kind of the capture file: "request", "result", "stderr" … */
  kind: string;
  id?: string | number | null;
  method?: string;
  /** The first characters of the line, or what happened to the process. */
  preview: string;
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
      /** The server that the view is filtered to. */
      server?: string;
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
      /** The first index whose row is new or moved: the previous length, where rows were only appended. */
      firstChanged: number;
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
    };

export type WebviewMessage =
  /** The page runs and knows nothing yet, except what it remembers. */
  | { type: "ready"; server?: string; selected?: number; session?: string }
  | { type: "filter"; server?: string }
  /** Asks for `pages` (their first indexes) and names all it will hold afterwards: changes outside are not told. */
  | { type: "rows"; view: number; window: RowRange; pages: number[] }
  | { type: "line"; seq: number }
  /** In a real editor: the exact text, or the message laid out for reading. */
  | { type: "open"; seq: number; as: "raw" | "message" }
  | { type: "cancel"; seq: number }
  /** Of the filtered server, otherwise all. */
  | { type: "clear" }
  | { type: "export" }
  /** The links of the empty state. */
  | { type: "start" }
  | { type: "call" };
