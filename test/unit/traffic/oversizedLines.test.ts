import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CapturedLog, writeCapture } from "../../../src/traffic/capture/capture.ts";
import { readCapture } from "../../../src/traffic/capture/captureReader.ts";
import { LoadedCapture } from "../../../src/traffic/capture/loadedCapture.ts";
import { readSession } from "../../../src/traffic/store/sessionReader.ts";
import { listSessions } from "../../../src/traffic/store/sessions.ts";
import { TrafficStore } from "../../../src/traffic/store/trafficStore.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../../src/wire/decodeLine.ts";
import { LineSplitter } from "../../../src/wire/lineSplitter.ts";
import { recorded, request, result, rowsOf } from "./recorded.ts";

const megabyte = 1024 * 1024;
const long = "some text, ".repeat(megabyte / 10);
const answer = JSON.stringify({ jsonrpc: "2.0", result: long, id: "a" });

/** A call with an answer, and a line of stderr, of which a megabyte at the most may be kept; then what comes after. */
function oversized(): TrafficLog {
  const { log, source } = recorded([">", request("a")]);
  const { stdout } = source;
  new LineSplitter((line) => stdout.understood(stdout.record(line), decodeLine(line)), megabyte).push(
    Buffer.from(`${answer}\r\n${JSON.stringify(result("b"))}\n`),
  );
  new LineSplitter((line) => source.stderr(line), megabyte).push(Buffer.from(`${long}\n`));
  return log;
}

async function written(log: CapturedLog): Promise<string> {
  const pieces: Buffer[] = [];
  await writeCapture(log, (piece) => void pieces.push(piece), {
    generator: "test",
    createdAt: new Date(0),
  });
  return Buffer.concat(pieces).toString();
}

describe("Oversized lines in the log", () => {
  it("[R2] [R15] rows and entries tell the whole length, and what was left out", () => {
    const log = oversized();
    const rows = rowsOf(log);
    assert.deepEqual(
      rows.map(({ kind, bytes, replyTo, status, findings }) => [kind, bytes, replyTo, status, findings]),
      [
        ["request", rows[0]?.bytes, undefined, "ok", []],
        ["result", answer.length, 1, "ok", ["crlf", "oversized-line"]],
        ["result", rows[2]?.bytes, undefined, "ok", ["unknown-id"]],
        ["stderr", long.length, undefined, undefined, ["oversized-line"]],
      ],
    );
    for (const [seq, whole] of [
      [2, answer],
      [4, long],
    ] as const) {
      const { raw = "", bytes, omitted = 0 } = log.entry(seq) ?? {};
      assert.equal(bytes, whole.length);
      assert.equal(raw.length + omitted, whole.length);
      assert.equal(raw, whole.slice(0, raw.length / 2) + whole.slice(-raw.length / 2));
    }
    assert.equal(log.entry(1)?.omitted, undefined);
  });

  it("[R15] export, import and export again give the same file", async () => {
    const first = await written(oversized());
    const capture = new LoadedCapture();
    const bytes = Buffer.from(first);
    const read = await readCapture({ size: bytes.length, chunks: () => [bytes] }, capture);
    assert.deepEqual(read.unread, []);
    assert.equal(await written(capture), first);
    assert.equal(capture.row(2)?.bytes, answer.length);
  });

  it("[R15] what is stored is read again as it was", async () => {
    const root = await mkdtemp(join(tmpdir(), "toolwire-oversized-"));
    try {
      const log = oversized();
      const store = new TrafficStore(log, {
        root,
        workspace: "tests",
        memoryBudget: () => 64 * megabyte,
        diskBudget: () => 64 * megabyte,
        onProblem: (problem) => assert.equal(problem, undefined),
      });
      await store.close();
      const [session] = await listSessions(root);
      const again = new TrafficLog();
      const read = await readSession(session?.files ?? [], again, { memoryBudget: 64 * megabyte });
      assert.deepEqual(rowsOf(again), rowsOf(log));
      assert.deepEqual(again.entry(2), log.entry(2));
      await read.close();
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
