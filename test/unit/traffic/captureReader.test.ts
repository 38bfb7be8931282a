import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { CapturedLog } from "../../../src/traffic/capture/capture.ts";
import { writeCapture } from "../../../src/traffic/capture/capture.ts";
import {
  type CaptureRead,
  type ReadOptions,
  readCapture,
} from "../../../src/traffic/capture/captureReader.ts";
import { openCaptureFile } from "../../../src/traffic/capture/captureSource.ts";
import { exportCapture } from "../../../src/traffic/capture/exportCapture.ts";
import { LoadedCapture } from "../../../src/traffic/capture/loadedCapture.ts";
import { FilteredView } from "../../../src/traffic/query/filteredView.ts";
import type { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import type { Terminator } from "../../../src/wire/line.ts";
import { type Arrow, error, notification, recorded, request, result, say, tickingLog } from "./recorded.ts";

/** The lines of a capture of the log, the header aside. */
async function written(
  log: CapturedLog,
  options: { server?: string; secrets?: string[] } = {},
): Promise<string[]> {
  const pieces: Buffer[] = [];
  await writeCapture(log, (piece) => void pieces.push(piece), { generator: "toolwire 0.1.0", ...options });
  return Buffer.concat(pieces).toString().split("\n").slice(1, -1);
}

const header = '{"format":"toolwire-capture","version":1}';

interface Opened {
  capture: LoadedCapture;
  read: CaptureRead;
}

/** Reads a file of these bytes, handed over in chunks of that size. */
async function open(bytes: Buffer | string, chunk = 1 << 20, options: ReadOptions = {}): Promise<Opened> {
  const all = Buffer.from(bytes as string);
  const capture = new LoadedCapture();
  const read = await readCapture(
    {
      size: all.length,
      *chunks() {
        for (let start = 0; start < all.length; start += chunk) {
          yield all.subarray(start, start + chunk);
        }
      },
    },
    capture,
    options,
  );
  return { capture, read };
}

async function openLines(...lines: (string | object)[]): Promise<Opened> {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return open([header, ...texts, ""].join("\n"));
}

/** Exports, imports, and exports again. */
async function roundTrip(
  log: CapturedLog,
  options?: { server?: string; secrets?: string[] },
): Promise<Opened> {
  const first = await written(log, options);
  const opened = await openLines(...first);
  assert.deepEqual(opened.read, { entries: opened.read.entries, unreadCount: 0, unread: [] });
  assert.deepEqual(await written(opened.capture), first);
  return opened;
}

const entry = (seq: number, more: object = {}) => ({
  seq,
  at: "2026-01-31T12:00:00.000001Z",
  server: "calc",
  epoch: 1,
  channel: "stdout",
  kind: "unparsed",
  bytes: 5,
  raw: "hello",
  ...more,
});

describe("Reading a capture", () => {
  it("gives back the rows that were exported", async () => {
    const { log, source } = recorded(
      [">", request("a", "tool.add")],
      ["<", "DEBUG"],
      ["<", error("a", -32602)],
      ["!", "warning"],
      [">", [request(1), notification("n")]],
      ["<", [result(1)]],
    );
    source.lifecycle({ type: "exited", code: 0, signal: null });
    source.exited();
    const { capture, read } = await roundTrip(log);
    assert.equal(read.entries, 7);
    const rows = (of: TrafficLog | LoadedCapture) =>
      Array.from({ length: 7 }, (_, index) => of.row(index + 1));
    assert.deepEqual(rows(capture), rows(log));
    assert.deepEqual(capture.servers, ["calc"]);
  });

  it("[R15] is the identity between two exports, whatever the conversation", async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.constantFrom(undefined, "calc", "files"), async (acts, server) => {
        const secrets = ["sesame-open"];
        await roundTrip(converse(acts), { secrets, ...(server === undefined ? {} : { server }) });
      }),
      { numRuns: 100 },
    );
  });

  it("keeps what the log cannot tell from a line: sizes, requests that are elsewhere, what later versions add", async () => {
    const { log } = recorded([">", request("s", "login", { token: "sesame-open" })], ["<", result("s")]);
    const { capture } = await roundTrip(log, { secrets: ["sesame-open"] });
    assert.equal(capture.row(1)?.bytes, log.row(1)?.bytes);
    assert.equal(capture.entry(1)?.masked, true);
    const odd = [
      entry(7, {
        kind: "result",
        id: "x",
        method: "tool.add",
        replyTo: 3,
        durationMs: 12.5,
        bytes: 900,
        omitted: 895,
      }),
      entry(8, { findings: ["bom", "from-the-future"], mood: "good" }),
      entry(9, { bytes: 1, channel: "stderr", kind: "request" }),
    ];
    const { capture: second, read } = await openLines(...odd);
    assert.equal(read.unreadCount, 0);
    const { kind, id, method, replyTo, durationMs, bytes, status } = second.row(7) ?? assert.fail();
    assert.deepEqual(
      { kind, id, method, replyTo, durationMs, bytes, status },
      { kind: "result", id: "x", method: "tool.add", replyTo: 3, durationMs: 12.5, bytes: 900, status: "ok" },
    );
    assert.deepEqual(second.row(8)?.findings, ["bom", "from-the-future"]);
    assert.deepEqual(
      (await written(second)).map((line) => JSON.parse(line)),
      odd,
    );
  });

  it("puts continued texts together", async () => {
    const { capture, read } = await openLines(
      entry(1, { raw: "a", bytes: 6 }),
      { seq: 1, part: 2, raw: "bc" },
      { seq: 1, part: 3, raw: "def" },
      entry(2),
    );
    assert.equal(read.unreadCount, 0);
    assert.equal(capture.rawBytes(1).toString(), "abcdef");
    assert.equal(capture.rawBytes(2).toString(), "hello");
  });

  it("reads long lines too: in parts, as Base64, and such as others write", async function () {
    this.timeout(60_000);
    const log = tickingLog();
    const source = log.source("calc", 1);
    const text = 'aä😀"\u0001'.repeat(3_800_000);
    say(source, "!", text);
    say(source, "!", Buffer.concat([Buffer.alloc(1_500_000, 0xfe), Buffer.from("end")]));
    say(source, "<", result(1, "x".repeat(1_200_000)));
    const first = await written(log);
    assert.ok(first.length > 3 && text.length > 0);
    const more = JSON.stringify(entry(4, { raw: "y".repeat(1_100_000), bytes: 1_100_000, more: 1 }));
    const cut = JSON.stringify(entry(5, { raw: "z".repeat(1_100_000) })).slice(0, -1);
    const { capture, read } = await open([header, ...first, more, cut].join("\n"));
    assert.deepEqual(
      [read.entries, ...read.unread.map(({ line, why }) => `${line} ${why}`)],
      [4, `${first.length + 3} cut`],
    );
    assert.deepEqual((await written(capture)).slice(0, -1), first);
    assert.equal(capture.rawBytes(4).length, 1_100_000);
  });

  it("reads lines whatever chunks they come in, with a byte order mark, CR LF and without a last line feed", async () => {
    const text = `\ufeff${header}\r\n${JSON.stringify(entry(1, { raw: "ü😀", bytes: 6 }))}\r\n\n${JSON.stringify(entry(2))}`;
    for (const chunk of [1, 2, 3, 7, 1000]) {
      const { capture, read } = await open(text, chunk);
      assert.deepEqual(read, { entries: 2, unreadCount: 0, unread: [] });
      assert.equal(capture.row(1)?.preview, "ü😀");
    }
  });

  it("shows a call that was cancelled and never answered as cancelled, and what an exit ended as ended", async () => {
    const { log, source } = recorded(
      [">", request("a")],
      [">", request(2)],
      [">", request("c")],
      [">", request("d")],
      [">", request("e")],
      [">", notification("$/cancelRequest", { id: "a" })],
      [">", notification("notifications/cancelled", { requestId: 2, reason: "enough" })],
      [">", notification("$/cancelRequest", { id: "c" })],
      ["<", result("c")],
    );
    const statuses = ({ capture }: Opened) => [1, 2, 3, 4, 5].map((seq) => capture.row(seq)?.status);
    assert.deepEqual(statuses(await roundTrip(log)), ["cancelled", "cancelled", "ok", "pending", "pending"]);
    source.settle("d", "timedOut");
    say(source, "<", result("d"));
    source.lifecycle({ type: "exited", code: 1, signal: null });
    const after = statuses(await roundTrip(log));
    assert.deepEqual(after, ["cancelled", "cancelled", "ok", "timedOut", "serverExited"]);
  });

  it("tells which lines could not be read, and why, and reads the others", async () => {
    const cases: [string | object, string][] = [
      ["{not json", "notJson"],
      ["\u0000\u0001\u0002", "notJson"],
      ["[1]", "notObject"],
      [header, "secondHeader"],
      [entry(0), "seq"],
      [entry(2 ** 31), "seq"],
      [entry(1.5), "seq"],
      [entry(1), "seqOrder"],
      [entry(9, { at: "yesterday" }), "at"],
      [entry(9, { at: "2026-99-99T12:00:00Z" }), "at"],
      [entry(9, { server: 4 }), "server"],
      [entry(9, { epoch: -1 }), "epoch"],
      [entry(9, { channel: "stdoutt" }), "channel"],
      [entry(9, { raw: undefined }), "raw"],
      [entry(9, { channel: "lifecycle", event: { what: "no type" } }), "event"],
      [{ seq: 4, part: 2, raw: "x" }, "part"],
      [{ seq: 1, part: 3, raw: "x" }, "partOrder"],
    ];
    for (const [line, why] of cases) {
      const { read, capture } = await openLines(entry(1), line, entry(10));
      assert.deepEqual(
        read,
        { entries: 2, unreadCount: 1, unread: [{ line: 3, why }] },
        JSON.stringify(line),
      );
      assert.equal(capture.view().length, 2);
    }
  });

  it("says so where a file has no header, another version's, or nothing at all", async () => {
    const line = JSON.stringify(entry(1));
    const unreadOf = async (text: string) => {
      const { read } = await open(text);
      return [read.entries, ...read.unread.map(({ line: number, why }) => `${number} ${why}`)];
    };
    assert.deepEqual(await unreadOf(""), [0, "1 noHeader"]);
    assert.deepEqual(await unreadOf(`${line}\n`), [1, "1 noHeader"]);
    assert.deepEqual(await unreadOf(`hello\n${line}\n`), [1, "1 noHeader"]);
    assert.deepEqual(await unreadOf(`${header.replace("1}", "2}")}\n${line}\n`), [1, "1 otherVersion"]);
    assert.deepEqual(await unreadOf(`${header}\n${line}\n${line.slice(0, 40)}`), [1, "3 cut"]);
  });

  it("counts every line that could not be read, and names the first ones", async () => {
    const { read } = await open(`${header}\n${"x\n".repeat(5000)}`);
    assert.deepEqual([read.unreadCount, read.unread.length, read.unread[999]?.line], [5000, 1000, 1001]);
  });

  it("makes no more blocks of rows for rows that are far apart than it may", async () => {
    const lines = [1, 4095, 4096, 9000, 2 ** 30].map((seq) => JSON.stringify(entry(seq)));
    const { read } = await open([header, ...lines, ""].join("\n"), 1 << 20, { mostBlocks: 2 });
    assert.deepEqual(
      [read.entries, ...read.unread.map(({ line, why }) => `${line} ${why}`)],
      [3, "5 mostGaps", "6 mostGaps"],
    );
  });

  it("passes over what is not there between entries that are far apart", async () => {
    const far = [entry(1), entry(5000), entry(2 ** 31 - 1)];
    const { capture } = await openLines(...far);
    assert.deepEqual(
      (await written(capture)).map((line) => JSON.parse(line).seq),
      [1, 5000, 2 ** 31 - 1],
    );
    const filtered = new FilteredView(capture, { server: "calc" });
    filtered.advance(() => false);
    filtered.dispose();
    assert.equal(filtered.length, 3);
  });

  it("never fails, whatever the bytes", async () => {
    const lines = Buffer.from(
      [
        header,
        JSON.stringify(entry(1)),
        JSON.stringify({ seq: 1, part: 2, raw: "x" }),
        JSON.stringify(entry(2)),
        "",
      ].join("\n"),
    );
    const damage = fc.tuple(fc.nat(lines.length), fc.nat(40), fc.uint8Array({ maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 99 }),
        async (all, chunk) => {
          let bytes = lines;
          for (const [at, cut, put] of all) {
            bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
          }
          const { capture, read } = await open(bytes, chunk);
          assert.equal(read.entries, capture.view().length);
          assert.ok(capture.view().rows(0, 10).length === read.entries);
          assert.ok((await written(capture)).length === read.entries);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("never holds the loop for long, tells how far it is, and ends when it is aborted", async () => {
    const text = Buffer.from(
      `${header}\n${Array.from({ length: 30_000 }, (_, index) => JSON.stringify(entry(index + 1))).join("\n")}\n`,
    );
    const source = { size: text.length, chunks: () => [text] };
    const told: number[] = [];
    await readCapture(source, new LoadedCapture(), { onProgress: (done) => told.push(done) });
    assert.ok(told.length > 2 && told.every((done, index) => index === 0 || done >= (told[index - 1] ?? 0)));
    assert.equal(told.at(-1), text.length);
    const controller = new AbortController();
    const reason = new Error("enough");
    const capture = new LoadedCapture();
    const reading = readCapture(source, capture, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await assert.rejects(reading, reason);
    assert.ok(capture.length < 30_000);
  });
});

describe("A capture file", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire-reader-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("is read from disk", async () => {
    const path = join(folder, "a.toolwire.jsonl");
    const { log } = recorded([">", request(1)], ["<", result(1)]);
    const { bytes } = await exportCapture(log, path, { generator: "toolwire 0.1.0" });
    const file = await openCaptureFile(path);
    assert.equal(file.size, bytes);
    const capture = new LoadedCapture();
    assert.equal((await readCapture(file, capture)).entries, 2);
    await file.close();
    // A file that can be read no more: what was read stays.
    const { entries, unread } = await readCapture(file, new LoadedCapture());
    assert.deepEqual({ entries, unread }, { entries: 0, unread: [{ line: 1, why: "readError" }] });
  });

  it("that cannot be opened is named, with the way out", async () => {
    await assert.rejects(openCaptureFile(join(folder, "none.jsonl")), {
      message: `The capture ${join(folder, "none.jsonl")} could not be opened: there is no such file. Look where it was moved to, and open it there.`,
    });
    await assert.rejects(openCaptureFile(folder), /it is a folder\. Choose a file\.$/);
  });
});

type Act =
  | { act: "say"; server: string; epoch: number; arrow: Arrow; content: unknown; terminator: Terminator }
  | { act: "settle"; server: string; epoch: number; id: string | number; status: "cancelled" | "timedOut" }
  | { act: "exit"; server: string; epoch: number }
  | { act: "clear"; server: string | undefined };

const where = { server: fc.constantFrom("calc", "files"), epoch: fc.constantFrom(1, 2) };
const id = fc.oneof(fc.constantFrom<string | number>(1, 2, "1", "a", "sesame-open"), fc.uuid());
const message = fc.oneof(
  fc
    .tuple(id, fc.constantFrom("tool.add", "initialize", "sesame-open"))
    .map(([of, method]) => request(of, method)),
  id.map((of) => result(of, { protocolVersion: "2025-03-26" })),
  id.map((of) => error(of)),
  fc.constantFrom<object>(
    error(null),
    notification("notifications/initialized"),
    notification("$/progress", { token: 1, value: 3 }),
    notification("$/cancelRequest", { id: 1 }),
    notification("notifications/cancelled", { requestId: "a" }),
    { id: 1, result: 1, error: 2 },
    { method: 3 },
  ),
);
const content = fc.oneof(
  { weight: 6, arbitrary: message },
  { weight: 2, arbitrary: fc.array(message, { maxLength: 4 }) },
  fc.constantFrom(
    '{"id":12345678901234567890,"method":"big"}',
    '{"id":12345678901234567890,"result":1}',
    '\ufeff{"a":1}',
  ),
  fc.json(),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
);
const conversation = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        act: fc.constant("say" as const),
        ...where,
        arrow: fc.constantFrom<Arrow>(">", "<", "!"),
        content,
        terminator: fc.constantFrom<Terminator>("\n", "\n", "\n", "\r\n", ""),
      }),
    },
    fc.record({
      act: fc.constant("settle" as const),
      ...where,
      id,
      status: fc.constantFrom("cancelled" as const, "timedOut" as const),
    }),
    fc.record({ act: fc.constant("exit" as const), ...where }),
    fc.record({
      act: fc.constant("clear" as const),
      server: fc.constantFrom("calc", "files", undefined),
    }),
  ),
  { maxLength: 40 },
);

function converse(acts: readonly Act[]): TrafficLog {
  const log = tickingLog();
  for (const act of acts) {
    if (act.act === "clear") {
      log.clear(act.server);
      continue;
    }
    const source = log.source(act.server, act.epoch);
    if (act.act === "say") {
      say(source, act.arrow, act.content, act.terminator);
    } else if (act.act === "settle") {
      source.settle(act.id, act.status);
    } else {
      source.lifecycle({ type: "exited", code: 1, signal: null, note: "sesame-open" });
      source.exited();
    }
  }
  return log;
}
