import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { ReadBuffer } from "@modelcontextprotocol/sdk/shared/stdio.js";
import { Slices } from "../../src/traffic/slices.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../src/wire/decodeLine.ts";
import { LineSplitter } from "../../src/wire/lineSplitter.ts";
import { type Figure, median } from "./table.ts";

/** What Linux hands over of a pipe at a time. */
const chunkBytes = 64 * 1024;

/** One direction of a conversation, cut as a pipe cuts it. */
interface Stream {
  ours: boolean;
  chunks: Buffer[];
}

interface Size {
  name: string;
  /** Of a line. */
  bytes: number;
  lines: number;
  /** Requests sent before their answers come. */
  inFlight: number;
}

interface Trial extends Size {
  /** The least part of the limit's speed. */
  goal: number;
  /** So many rounds go by before the measured ones. */
  warmUps: number;
  rounds: number;
  withPeer: boolean;
}

interface Load extends Size {
  streams: Stream[];
}

/** Our requests in bursts, each followed by its answers. */
function load(size: Size): Load {
  const { bytes, lines, inFlight } = size;
  const streams: Stream[] = [];
  for (let done = 0; done < lines / 2; done += inFlight) {
    const ids = Array.from({ length: Math.min(inFlight, lines / 2 - done) }, () => randomUUID() as string);
    const requests = ids.map((id, index) =>
      padded({ jsonrpc: "2.0", id, method: "tools/call" }, "params", index, bytes),
    );
    const answers = ids.map((id, index) => padded({ jsonrpc: "2.0", id }, "result", index, bytes));
    streams.push({ ours: true, chunks: chunksOf(requests) }, { ours: false, chunks: chunksOf(answers) });
  }
  return { ...size, streams };
}

const words = 'the tool reads a file, counts 1204 lines and says "done", 3 warnings; ';

/** Plain ASCII, but for one message in ten. */
function text(index: number): string {
  return index % 10 === 9 ? words.replace(",", " –") : words;
}

/** The message with a payload that makes it so many bytes: text, numbers and structure as tools send them. */
function padded(message: object, key: "params" | "result", index: number, bytes: number): string {
  const small = key === "params" ? { name: "add", n: index } : { isError: false, n: index };
  const rest = bytes - Buffer.byteLength(JSON.stringify({ ...message, [key]: small }));
  if (rest < 24) {
    return JSON.stringify({ ...message, [key]: small });
  }
  if (rest < 400) {
    return JSON.stringify({
      ...message,
      [key]: {
        ...small,
        text: text(index)
          .repeat(9)
          .slice(0, rest - 10),
      },
    });
  }
  const items: object[] = [];
  for (let left = rest - 20; left > 0; ) {
    const item = { line: items.length, score: items.length / 7, ok: true, text: text(index).repeat(2) };
    items.push(item);
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
  }
  return JSON.stringify({ ...message, [key]: { ...small, items } });
}

function chunksOf(lines: readonly string[]): Buffer[] {
  const all = Buffer.from(`${lines.join("\n")}\n`);
  const chunks: Buffer[] = [];
  for (let start = 0; start < all.length; start += chunkBytes) {
    // Memory of its own, as a pipe's chunk has.
    chunks.push(Buffer.from(new Uint8Array(all.subarray(start, start + chunkBytes)).buffer));
  }
  return chunks;
}

/** The limit: cut at line feeds and parse, keeping nothing. */
function splitAndParse({ streams }: Load): number {
  let lines = 0;
  for (const { chunks } of streams) {
    let parts: Buffer[] = [];
    for (const chunk of chunks) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(0x0a, start);
        if (end === -1) {
          break;
        }
        if (parts.length === 0) {
          JSON.parse(chunk.toString("utf8", start, end));
        } else {
          parts.push(chunk.subarray(start, end));
          JSON.parse(Buffer.concat(parts).toString("utf8"));
          parts = [];
        }
        lines++;
        start = end + 1;
      }
      if (start < chunk.length) {
        parts.push(chunk.subarray(start));
      }
    }
  }
  return lines;
}

function readBuffer({ streams }: Load): number {
  let lines = 0;
  for (const { chunks } of streams) {
    const buffer = new ReadBuffer({ maxBufferSize: Number.MAX_SAFE_INTEGER });
    for (const chunk of chunks) {
      buffer.append(chunk);
      while (buffer.readMessage() !== null) {
        lines++;
      }
    }
  }
  return lines;
}

/** What Toolwire does with each line before anyone acts on it. */
function record({ streams }: Load, log: TrafficLog): number {
  const source = log.source("bench", 1);
  // As it is once the handshake is over.
  source.protocol = "jsonrpc";
  const splitterInto = (tap: typeof source.stdin): LineSplitter =>
    new LineSplitter((line) => {
      const seq = tap.record(line);
      tap.understood(seq, decodeLine(line));
    });
  const ours = splitterInto(source.stdin);
  const theirs = splitterInto(source.stdout);
  for (const { ours: isOurs, chunks } of streams) {
    const splitter = isOurs ? ours : theirs;
    for (const chunk of chunks) {
      splitter.push(chunk);
    }
  }
  return log.length;
}

/**
 * Runs the candidates in turns, in rounds of some 20 ms, and takes the middle one of each one's times: what else the
 * machine does hits all alike, and most rounds not at all.
 */
async function compare(trial: Trial): Promise<Figure[]> {
  const given = load(trial);
  const { name, goal, warmUps, rounds, withPeer } = trial;
  let log = new TrafficLog();
  const candidates = [
    () => splitAndParse(given),
    () => {
      log = new TrafficLog();
      return record(given, log);
    },
    async () => {
      const { length } = log;
      await log.allFound(length, new Slices(undefined));
      log = new TrafficLog();
      return length;
    },
    ...(withPeer ? [() => readBuffer(given)] : []),
  ];
  const times = candidates.map(() => [] as number[]);
  for (let round = -warmUps; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const before = performance.now();
      const lines = await candidate();
      const elapsed = performance.now() - before;
      if (lines !== given.lines) {
        throw new Error(`${name}: ${lines} lines read instead of ${given.lines}`);
      }
      if (round >= 0) {
        times[index]?.push(elapsed);
      }
    }
    // A timer of the log's holds on to it until then: the next round is to find memory as this one did.
    await setTimeout(15);
  }
  const [limit = 0, ours = 0, later = 0, peer = 0] = times.map(median);
  const perLine = (ms: number): string => formatTime(ms / given.lines);
  const bench = `recording ${name}`;
  return [
    { bench, what: "split + JSON.parse alone", value: perLine(limit) },
    {
      bench,
      what: "Toolwire: split, decode, record, understand",
      value: perLine(ours),
      ratio: limit / ours,
      goal: `≥ ${goal} of the limit`,
      met: limit / ours >= goal,
    },
    { bench, what: "Toolwire, later: each byte once more", value: perLine(later), ratio: limit / later },
    ...(withPeer ? [{ bench, what: "MCP SDK ReadBuffer", value: perLine(peer), ratio: limit / peer }] : []),
  ];
}

function formatTime(ms: number): string {
  return ms < 0.1 ? `${(ms * 1e6).toFixed(0)} ns/line` : `${ms.toFixed(2)} ms/line`;
}

/** What a million lines of 120 bytes keep besides their bytes. Needs `--expose-gc`. */
async function heapPerLine(): Promise<Figure[]> {
  const bench = "recording memory";
  const { gc } = globalThis;
  if (gc === undefined) {
    return [{ bench, what: "needs --expose-gc", value: "" }];
  }
  const lines = 1_000_000;
  const block = 20_000;
  const recordBlock = (log: TrafficLog): void => {
    record(load({ name: "memory", bytes: 120, lines: block, inFlight: 1000 }), log);
  };
  const used = async (): Promise<number> => {
    // What a turn holds on to, and the buffers of what was collected, go in later collections: until nothing goes.
    let least = Infinity;
    for (let unchanged = 0; unchanged < 5; ) {
      await setTimeout(50);
      gc();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      const now = heapUsed + arrayBuffers;
      unchanged = now < least - 50_000 ? 0 : unchanged + 1;
      least = Math.min(least, now);
    }
    return least;
  };
  // Code that is compiled on first use belongs to no line.
  recordBlock(new TrafficLog());
  const before = await used();
  const log = new TrafficLog();
  for (let done = 0; done < lines; done += block) recordBlock(log);
  let bytes = 0;
  for (let seq = 1; seq <= lines; seq++) {
    bytes += log.rawBytes(seq).length;
  }
  // Divided by the log's own length so that the log is still there when it is measured.
  const kept = (await used()) - before;
  const extra = (kept - bytes) / log.length;
  return [
    {
      bench,
      what: `a line of ${Math.round(bytes / lines)} B, its bytes aside, at 1 M`,
      value: `${extra.toFixed(1)} B`,
      goal: "≤ 64 B",
      met: extra <= 64,
    },
  ];
}

/** Recording against its limit and a peer, and what it keeps. Takes about a minute. */
export async function recordingBench(): Promise<Figure[]> {
  const rounds = { warmUps: 10, rounds: 101, withPeer: true };
  return [
    // First, while nothing else is in memory.
    ...(await heapPerLine()),
    ...(await compare({ name: "120 B", bytes: 120, lines: 20_000, inFlight: 1000, goal: 0.5, ...rounds })),
    ...(await compare({ name: "4 KB", bytes: 4096, lines: 1000, inFlight: 500, goal: 0.8, ...rounds })),
    // The peer searches all it has again with each chunk, which takes minutes.
    ...(await compare({
      name: "32 MB",
      bytes: 32 * 1024 * 1024,
      lines: 2,
      inFlight: 1,
      goal: 0.8,
      warmUps: 1,
      rounds: 8,
      withPeer: false,
    })),
  ];
}
