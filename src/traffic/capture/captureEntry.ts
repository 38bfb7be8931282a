import { type FindingSet, finding } from "../../wire/findings.ts";
import type { Terminator } from "../../wire/line.ts";
import { parseIsoMicroseconds } from "../clock.ts";
import type { CaptureEntry, Channel } from "../entry.ts";

/** A line of a capture as it came: any JSON object. */
export type GivenEntry = Partial<Record<keyof CaptureEntry | "part", unknown>>;

/** What the log needs to know of an entry, checked. */
export interface ReadableEntry {
  seq: number;
  atMicros: number;
  server: string;
  epoch: number;
  channel: Channel;
  findings: FindingSet;
  terminator: Terminator;
  /** Bytes left out of an oversized line. */
  omitted?: number;
}

/** The last seq that a log can hold. */
const lastSeq = 2 ** 31 - 1;

/** Why a line of a capture is not shown. The text is the key of its translation. */
export const captureProblems = {
  notJson: "It is not JSON.",
  cut: "The file ends in the midst of it.",
  notObject: "It is not a JSON object.",
  notUtf8: "It holds bytes that are not UTF-8; they are shown as �.",
  tooLong: "It is too long.",
  noHeader: 'The header is missing: the first line should be {"format":"toolwire-capture",…}.',
  otherVersion: "The header names another version than 1. What follows is read as version 1.",
  secondHeader: "It is a header in the midst of the entries.",
  seq: '"seq" is not a whole number from 1 to 2147483647.',
  seqOrder: '"seq" is not greater than that of the entry before.',
  at: '"at" is not a time such as 2026-01-31T12:00:00.123456Z.',
  server: '"server" is not a text.',
  epoch: '"epoch" is not a whole number from 0 on.',
  channel: '"channel" is not one of stdin, stdout, stderr and lifecycle.',
  raw: 'Neither "raw" nor "rawBase64" is a text.',
  event: '"event" is not an object with a "type".',
  part: "It goes on with an entry that does not stand before it.",
  partOrder: "It goes on with the entry before it, but a part between the two is missing.",
  mostSources: "The capture has more processes than the log can hold.",
  mostGaps: "The capture is larger, or its seqs are further apart, than the log can hold.",
  readError: "The file could not be read any further.",
} as const;

export type CaptureProblem = keyof typeof captureProblems;

const channels: readonly unknown[] = ["stdin", "stdout", "stderr", "lifecycle"] satisfies Channel[];

/** The entry as the log can take it, or what keeps it from that. `after` is the seq of the entry before it. */
export function readableEntry(entry: GivenEntry, after: number): ReadableEntry | CaptureProblem {
  const { seq, server, epoch, channel, raw, rawBase64, event } = entry;
  if (!isWhole(seq, 1, lastSeq)) {
    return "seq";
  }
  if (seq <= after) {
    return "seqOrder";
  }
  if (typeof server !== "string") {
    return "server";
  }
  if (!isWhole(epoch, 0, Number.MAX_SAFE_INTEGER)) {
    return "epoch";
  }
  if (!channels.includes(channel)) {
    return "channel";
  }
  if (channel === "lifecycle") {
    if (
      typeof event !== "object" ||
      event === null ||
      typeof (event as { type?: unknown }).type !== "string"
    ) {
      return "event";
    }
  } else if (typeof raw !== "string" && typeof rawBase64 !== "string") {
    return "raw";
  }
  const atMicros = typeof entry.at === "string" ? parseIsoMicroseconds(entry.at) : Number.NaN;
  if (Number.isNaN(atMicros)) {
    return "at";
  }
  const terminator = entry.terminator === "" || entry.terminator === "\r\n" ? entry.terminator : "\n";
  return {
    seq,
    atMicros,
    server,
    epoch,
    channel: channel as Channel,
    findings: findingSet(entry.findings),
    terminator,
    ...(isWhole(entry.omitted, 1, Number.MAX_SAFE_INTEGER) ? { omitted: entry.omitted } : {}),
  };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Those that we know; the others stay with the entry. */
function findingSet(codes: unknown): FindingSet {
  let set = 0;
  if (Array.isArray(codes)) {
    for (const code of codes) {
      set |= Object.hasOwn(finding, code) ? finding[code as keyof typeof finding] : 0;
    }
  }
  return set;
}
