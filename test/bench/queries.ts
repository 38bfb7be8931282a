import { FilteredView } from "../../src/traffic/query/filteredView.ts";
import type { RowFilter } from "../../src/traffic/query/rowFilter.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../src/wire/decodeLine.ts";
import { type Figure, median } from "./table.ts";

const lines = 1_000_000;
const rounds = 7;
const mebibyte = 2 ** 20;

/** A million lines of 120 B: half requests, half their answers, one in a thousand an error. */
function filledLog(): TrafficLog {
  const log = new TrafficLog();
  const source = log.source("bench", 1);
  for (let n = 0; n < lines / 2; n++) {
    const id = `request-${n}`;
    const asked = `{"jsonrpc":"2.0","id":"${id}","method":"tool.${n % 20}","params":{"text":"`;
    const answered =
      n % 1000 === 0
        ? `{"jsonrpc":"2.0","id":"${id}","error":{"code":-32603,"message":"`
        : `{"jsonrpc":"2.0","id":"${id}","result":{"text":"`;
    for (const [tap, start] of [
      [source.stdin, asked],
      [source.stdout, answered],
    ] as const) {
      const line = {
        bytes: Buffer.from(`${start.padEnd(117, "lorem ipsum ")}"}}`),
        terminator: "\n",
      } as const;
      tap.understood(tap.record(line), decodeLine(line));
    }
  }
  return log;
}

/** Milliseconds in all, and the longest that the loop was held by one slice of 8 ms. */
function time(log: TrafficLog, filter: RowFilter, expected: number): { all: number; longest: number } {
  let longest = 0;
  let all = 0;
  const view = new FilteredView(log, filter);
  while (view.isBehind) {
    const began = performance.now();
    view.advance(() => performance.now() - began >= 8);
    const took = performance.now() - began;
    all += took;
    longest = Math.max(longest, took);
  }
  view.dispose();
  if (view.length !== expected) {
    throw new Error(`${JSON.stringify(filter)} found ${view.length} rows, not ${expected}`);
  }
  return { all, longest };
}

function timed(log: TrafficLog, filter: RowFilter, expected: number): { all: number; longest: number } {
  const times = Array.from({ length: rounds }, () => time(log, filter, expected));
  return {
    all: median(times.map(({ all }) => all)),
    longest: Math.max(...times.map(({ longest }) => longest)),
  };
}

/** One pass of `Buffer.indexOf` over the same bytes, in blocks as large as the log's. */
function indexOfPass(log: TrafficLog, text: string): number {
  const blocks: Buffer[] = [];
  let parts: Buffer[] = [];
  let length = 0;
  for (let seq = 1; seq <= log.length; seq++) {
    const bytes = log.rawBytes(seq);
    parts.push(bytes);
    length += bytes.length;
    if (length >= mebibyte || seq === log.length) {
      blocks.push(Buffer.concat(parts));
      parts = [];
      length = 0;
    }
  }
  const needle = Buffer.from(text);
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    for (const block of blocks) {
      if (block.indexOf(needle) !== -1) {
        throw new Error("found what is not there");
      }
    }
    return performance.now() - began;
  });
  return median(times);
}

/** What lists of a million lines are filtered by. */
export async function queriesBench(): Promise<Figure[]> {
  const log = filledLog();
  const figures: Figure[] = [];
  const columns: [string, RowFilter, number][] = [
    ["requests", { kinds: ["request"] }, lines / 2],
    ["problems", { problems: true }, lines / 1000],
    ["calls of a server", { server: "bench", kinds: ["request", "result", "error"] }, lines],
  ];
  for (const [what, filter, expected] of columns) {
    const { all, longest } = timed(log, filter, expected);
    figures.push({
      bench: "query, 1 M rows",
      what,
      value: `${all.toFixed(1)} ms, held ${longest.toFixed(1)} ms`,
      goal: "≤ 50 ms",
      met: all <= 50 && longest <= 50,
    });
  }
  const absent = "no such tool";
  const limit = indexOfPass(log, absent);
  figures.push({ bench: "text, 1 M × 120 B", what: "Buffer.indexOf alone", value: `${limit.toFixed(1)} ms` });
  const { all, longest } = timed(log, { text: absent }, 0);
  figures.push({
    bench: "text, 1 M × 120 B",
    what: "Toolwire, ignoring case",
    value: `${all.toFixed(1)} ms, held ${longest.toFixed(1)} ms`,
    ratio: limit / all,
    goal: "≤ 3 × the time",
    met: all <= 3 * limit && longest <= 50,
  });
  return figures;
}
