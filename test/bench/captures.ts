import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainConventions } from "../../src/dialects/plainConventions.ts";
import { Peer } from "../../src/rpc/peer.ts";
import { readCapture } from "../../src/traffic/capture/captureReader.ts";
import { openCaptureFile } from "../../src/traffic/capture/captureSource.ts";
import { exportCapture } from "../../src/traffic/capture/exportCapture.ts";
import { LoadedCapture } from "../../src/traffic/capture/loadedCapture.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import type { Figure } from "./table.ts";

const entries = 1_000_000;
const callsAtOnce = 1000;
const server = fileURLToPath(new URL("../fixtures/servers/echo.mjs", import.meta.url));
const firstRows = 1000;
const chunkBytes = 1024 * 1024;

/** What a real server's process and our peer said to each other: calls and answers of some 120 bytes each. */
async function conversation(): Promise<TrafficLog> {
  const child = spawn(process.execPath, [server], { stdio: ["pipe", "pipe", "inherit"] });
  const log = new TrafficLog();
  const source = log.source("echo", 1);
  source.protocol = "jsonrpc";
  const peer = new Peer({
    input: child.stdout,
    output: child.stdin,
    taps: source,
    conventions: plainConventions(),
    requestIds: "uuid",
    onSettledLocally: () => {},
  });
  for (let done = 0; done < entries / 2; done += callsAtOnce) {
    const calls = Array.from({ length: callsAtOnce }, (_, n) =>
      peer.call("tool.add", { a: done + n, b: 2, note: "some text" }),
    );
    await Promise.all(calls.map(({ outcome }) => outcome));
  }
  child.stdin.end();
  await once(child, "exit");
  peer.close("It has exited.");
  return log;
}

/** The limit: cut at line feeds and parse, keeping nothing. */
async function splitAndParse(path: string): Promise<number> {
  const file = await open(path);
  let lines = 0;
  let begun: Buffer[] = [];
  for await (const chunk of file.createReadStream({ highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, end);
      JSON.parse((begun.length === 0 ? rest : Buffer.concat([...begun, rest])).toString());
      begun = [];
      lines++;
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
  return lines;
}

/** Reads a capture as its editor does. How long until the first rows, until all, and the longest hold of the loop. */
async function readAll(path: string): Promise<{ firstMs: number; allMs: number; longestMs: number }> {
  const began = performance.now();
  let firstMs = Number.NaN;
  let longestMs = 0;
  // Of processor time, which a busy machine does not stretch; what other threads did meanwhile is in it.
  let turned = process.cpuUsage();
  const turn = setInterval(() => {
    const { user, system } = process.cpuUsage(turned);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    turned = process.cpuUsage();
  }, 0);
  const capture = new LoadedCapture();
  capture.onDidAppend((seq) => {
    if (seq === firstRows) {
      firstMs = performance.now() - began;
    }
  });
  const file = await openCaptureFile(path);
  const read = await readCapture(file, capture);
  await file.close();
  clearInterval(turn);
  if (read.entries !== entries || read.unreadCount > 0) {
    throw new Error(`${read.entries} entries read, ${read.unreadCount} lines not`);
  }
  return { firstMs, allMs: performance.now() - began, longestMs };
}

/** Reading a capture of a million entries against its limit. Takes about half a minute. */
export async function capturesBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolwire-captures-"));
  const path = join(folder, "million.toolwire.jsonl");
  try {
    await exportCapture(await conversation(), path, { generator: "toolwire bench" });
    const limits: number[] = [];
    const ours: Awaited<ReturnType<typeof readAll>>[] = [];
    for (let round = 0; round < 2; round++) {
      const before = performance.now();
      await splitAndParse(path);
      limits.push(performance.now() - before);
      ours.push(await readAll(path));
    }
    const limit = Math.min(...limits);
    const best = Math.min(...ours.map(({ allMs }) => allMs));
    const first = Math.max(...ours.map(({ firstMs }) => firstMs));
    const longest = Math.min(...ours.map(({ longestMs }) => longestMs));
    const perSecond = (ms: number): string => `${Math.round(entries / (ms / 1000) / 1000)} k entries/s`;
    const bench = "captures, 1 M entries";
    return [
      {
        bench,
        what: `first ${firstRows} rows`,
        value: `${first.toFixed(0)} ms`,
        goal: "≤ 1 s",
        met: first <= 1000,
      },
      { bench, what: "split + JSON.parse alone", value: perSecond(limit) },
      { bench, what: "Toolwire: read, understand, keep", value: perSecond(best), ratio: limit / best },
      {
        bench,
        what: "longest hold of the loop meanwhile",
        value: `${longest.toFixed(0)} ms`,
        goal: "≤ 50 ms",
        met: longest <= 50,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
