import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCapture } from "../../src/traffic/capture/captureReader.ts";
import { openCaptureFile } from "../../src/traffic/capture/captureSource.ts";
import { exportCapture } from "../../src/traffic/capture/exportCapture.ts";
import { LoadedCapture } from "../../src/traffic/capture/loadedCapture.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../src/wire/decodeLine.ts";
import { LineSplitter } from "../../src/wire/lineSplitter.ts";
import type { Figure } from "./table.ts";

const megabytes = 256;
const writer = fileURLToPath(new URL("../fixtures/servers/long-line.mjs", import.meta.url));

/** The log of one line of that size, which a real process wrote. */
async function recorded(): Promise<TrafficLog> {
  const log = new TrafficLog();
  const { stdout } = log.source("bench", 1);
  const child = spawn(process.execPath, [writer], { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise<void>((resolve) => {
    const splitter = new LineSplitter((line) => {
      stdout.understood(stdout.record(line), decodeLine(line));
      resolve();
    });
    child.stdout.on("data", (chunk: Buffer) => splitter.push(chunk));
    child.stdin.end(`${JSON.stringify({ id: "bench", params: { megabytes } })}\n`);
  });
  return log;
}

/** One line of 256 MB: recorded, exported, and read back. Takes about half a minute. */
export async function longLineBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolwire-bench-"));
  const path = join(folder, "long.toolwire.jsonl");
  const figures: Figure[] = [];
  const bench = `a line of ${megabytes} MB`;
  const timed = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const before = performance.now();
    const result = await act();
    figures.push({ bench, what, value: `${((performance.now() - before) / 1000).toFixed(2)} s` });
    return result;
  };
  try {
    const log = await timed("written by a process, read and recorded", recorded);
    await timed("exported", () => exportCapture(log, path, { generator: "bench" }));
    const capture = new LoadedCapture();
    await timed("read back", async () => {
      const file = await openCaptureFile(path);
      await readCapture(file, capture);
      await file.close();
    });
    const isSame =
      capture.rawBytes(1).equals(log.rawBytes(1)) && log.rawBytes(1).length > megabytes * 2 ** 20;
    figures.push({
      bench,
      what: "the same bytes as before",
      value: isSame ? "yes" : "no",
      goal: "yes",
      met: isSame,
    });
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}
