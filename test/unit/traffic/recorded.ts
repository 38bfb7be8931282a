import type { RowStatus, TrafficRow } from "../../../src/traffic/entry.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import type { TrafficSource } from "../../../src/traffic/trafficSource.ts";
import { decodeLine } from "../../../src/wire/decodeLine.ts";
import type { Line, Terminator } from "../../../src/wire/line.ts";

/** `>` we sent it, `<` the server did, `!` it wrote it to stderr. */
export type Arrow = ">" | "<" | "!";
/** A line of a literal conversation: who, and a message or a text. */
export type Said = [Arrow, unknown];

export function lineOf(content: unknown, terminator: Terminator = "\n"): Line {
  const text = typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  return { bytes: Buffer.from(text as string), terminator };
}

/** Records a line and understands it. Returns its seq. */
export function say(
  source: TrafficSource,
  arrow: Arrow,
  content: unknown,
  terminator: Terminator = "\n",
): number {
  const line = lineOf(content, terminator);
  if (arrow === "!") {
    return source.stderr(line);
  }
  const tap = arrow === ">" ? source.stdin : source.stdout;
  const seq = tap.record(line);
  tap.understood(seq, decodeLine(line));
  return seq;
}

/** A log whose clock moves on by one millisecond a line. */
export function tickingLog(): TrafficLog {
  let now = Date.UTC(2026, 0, 31, 12) * 1000;
  return new TrafficLog({ clock: () => (now += 1000) });
}

/** Records a literal conversation with one process. */
export function recorded(...lines: Said[]): { log: TrafficLog; source: TrafficSource } {
  const log = tickingLog();
  const source = log.source("calc", 1);
  for (const [arrow, content] of lines) {
    say(source, arrow, content);
  }
  return { log, source };
}

export function rowsOf(log: TrafficLog): TrafficRow[] {
  const view = log.view();
  const rows = view.rows(0, view.length);
  view.dispose();
  return rows;
}

/** The findings of each line. */
export function findingsOf(log: TrafficLog): string[][] {
  return rowsOf(log).map((row) => row.findings);
}

export function statusOf(log: TrafficLog, seq: number): RowStatus | undefined {
  return log.row(seq)?.status;
}

export const request = (id: unknown, method = "tool.add", params?: unknown) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
export const result = (id: unknown, value: unknown = null) => ({ jsonrpc: "2.0", id, result: value });
export const error = (id: unknown, code = -32601) => ({ jsonrpc: "2.0", id, error: { code, message: "no" } });
export const notification = (method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  method,
  ...(params === undefined ? {} : { params }),
});
