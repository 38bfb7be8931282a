import assert from "node:assert/strict";
import fc from "fast-check";
import { type CaptureOptions, captureHeader, writeCapture } from "../../../src/traffic/capture/capture.ts";
import type { CaptureEntry } from "../../../src/traffic/entry.ts";
import type { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { lineOf, notification, recorded, request, result, say, tickingLog } from "./recorded.ts";

const createdAt = new Date("2026-01-31T12:00:00.000Z");

async function captured(log: TrafficLog, options: Partial<CaptureOptions> = {}): Promise<string[]> {
  const pieces: Buffer[] = [];
  const written = await writeCapture(log, (piece) => void pieces.push(piece), {
    generator: "toolwire 0.1.0",
    createdAt,
    ...options,
  });
  const bytes = Buffer.concat(pieces);
  assert.equal(written.bytes, bytes.length);
  const lines = bytes.toString().split("\n");
  assert.equal(lines.pop(), "");
  return lines;
}

type Written = CaptureEntry & { part?: number };

async function entries(log: TrafficLog, options?: Partial<CaptureOptions>): Promise<Written[]> {
  return (await captured(log, options)).slice(1).map((line) => JSON.parse(line) as Written);
}

describe("capture", () => {
  it("begins with the header of the contract", async () => {
    const [header] = await captured(tickingLog());
    assert.equal(
      header,
      '{"format":"toolwire-capture","version":1,"createdAt":"2026-01-31T12:00:00.000Z","generator":"toolwire 0.1.0"}',
    );
    assert.equal(captureHeader("toolwire 0.1.0", createdAt), header);
  });

  it("[R15] writes entries as the contract has them", async () => {
    const { log, source } = recorded([">", request("a", "tool.add")]);
    say(source, "<", result("a", { x: 1 }), "\r\n");
    say(source, "!", "warning: ü", "");
    source.lifecycle({ type: "exited", code: null, signal: "SIGKILL" });
    say(source, "<", Buffer.from([0x7b, 0xff]));
    say(source, ">", [request(1), notification("n")]);
    const common: { server: string; epoch: number; raw?: string } = { server: "calc", epoch: 1 };
    assert.deepEqual(
      await entries(log),
      [
        {
          seq: 1,
          at: "2026-01-31T12:00:00.001000Z",
          ...common,
          channel: "stdin",
          kind: "request",
          bytes: 47 + 1,
          id: "a",
          method: "tool.add",
          raw: '{"jsonrpc":"2.0","id":"a","method":"tool.add"}',
        },
        {
          seq: 2,
          at: "2026-01-31T12:00:00.002000Z",
          ...common,
          channel: "stdout",
          kind: "result",
          bytes: 43,
          id: "a",
          method: "tool.add",
          replyTo: 1,
          durationMs: 1,
          findings: ["crlf"],
          terminator: "\r\n",
          raw: '{"jsonrpc":"2.0","id":"a","result":{"x":1}}',
        },
        {
          seq: 3,
          at: "2026-01-31T12:00:00.003000Z",
          ...common,
          channel: "stderr",
          kind: "stderr",
          bytes: 11,
          findings: ["unterminated-line"],
          terminator: "",
          raw: "warning: ü",
        },
        {
          seq: 4,
          at: "2026-01-31T12:00:00.004000Z",
          ...common,
          channel: "lifecycle",
          kind: "lifecycle",
          bytes: 0,
          event: { type: "exited", code: null, signal: "SIGKILL" },
        },
        {
          seq: 5,
          at: "2026-01-31T12:00:00.005000Z",
          ...common,
          channel: "stdout",
          kind: "unparsed",
          bytes: 2,
          findings: ["invalid-json", "invalid-utf8"],
          rawBase64: "e/8=",
        },
        {
          seq: 6,
          at: "2026-01-31T12:00:00.006000Z",
          ...common,
          channel: "stdin",
          kind: "batch",
          bytes: 78,
          members: [
            { kind: "request", id: 1, method: "tool.add" },
            { kind: "notification", method: "n" },
          ],
          raw: '[{"jsonrpc":"2.0","id":1,"method":"tool.add"},{"jsonrpc":"2.0","method":"n"}]',
        },
      ].map((entry) => (entry.raw === undefined ? entry : { ...entry, bytes: Buffer.byteLength(entry.raw) })),
    );
  });

  it("writes the lines of one server only, with their own seqs", async () => {
    const log = tickingLog();
    say(log.source("calc", 1), ">", request(1));
    say(log.source("files", 1), ">", request(1));
    say(log.source("calc", 2), ">", request(1));
    assert.deepEqual(
      (await entries(log, { server: "calc" })).map(({ seq }) => seq),
      [1, 3],
    );
  });

  it("leaves out what was cleared and what comes later", async () => {
    const { log, source } = recorded([">", request(1)], [">", request(2)]);
    log.clear();
    say(source, "<", result(2));
    const pieces: Buffer[] = [];
    const { entries: written } = await writeCapture(
      log,
      (piece) => {
        say(source, "<", "later");
        pieces.push(piece);
      },
      { generator: "x" },
    );
    assert.equal(written, 1);
    const answer = JSON.parse(Buffer.concat(pieces).toString().split("\n")[1] as string) as CaptureEntry;
    assert.deepEqual([answer.seq, answer.replyTo, answer.method, answer.durationMs], [3, 2, "tool.add", 1]);
  });

  it("replaces secrets, everywhere, unless it is asked to include them", async () => {
    const { log, source } = recorded([">", request("a", "login", { token: 's3cr3t"token' })]);
    source.lifecycle({ type: "spawned", env: { KEY: 's3cr3t"token' } });
    say(source, "<", Buffer.from('\xffs3cr3t"token', "latin1"));
    say(source, ">", request('s3cr3t"token', "short"));
    const secrets = ['s3cr3t"token', "short"];
    const [call, spawned, broken, odd] = await entries(log, { secrets });
    assert.equal(call?.raw, '{"jsonrpc":"2.0","id":"a","method":"login","params":{"token":"•••"}}');
    assert.deepEqual([call?.masked, call?.bytes], [true, log.row(1)?.bytes]);
    assert.deepEqual([spawned?.event, spawned?.masked], [{ type: "spawned", env: { KEY: "•••" } }, true]);
    assert.deepEqual(
      Buffer.from(broken?.rawBase64 ?? "", "base64"),
      Buffer.concat([Buffer.from([0xff]), Buffer.from("•••")]),
    );
    assert.deepEqual([odd?.id, odd?.method], ["•••", "short"]);
    const all = (await captured(log, { secrets, includeSecrets: true })).join("\n");
    assert.ok(!all.includes("•••") && !all.includes("masked"));
  });

  it("continues raw texts over 32 MB in parts, at code points", async function () {
    this.timeout(60_000);
    const limit = 32 * 1024 * 1024;
    const unit = 'aä😀"\u0001';
    const text = unit.repeat(Math.ceil((1.1 * limit) / Buffer.byteLength(unit)));
    const log = tickingLog();
    log.source("calc", 1).stderr(lineOf(text));
    log.source("calc", 1).stderr(lineOf("a".repeat(limit)));
    const parsed = await entries(log, { secrets: ["sesame-open"] });
    assert.deepEqual(
      parsed.map(({ seq, part }) => [seq, part]),
      [
        [1, undefined],
        [1, 2],
        [2, undefined],
      ],
    );
    const raws = parsed.map(({ raw }) => raw ?? "");
    assert.equal(raws.slice(0, 2).join("") === text, true);
    assert.ok(raws.every((raw) => Buffer.byteLength(raw) <= limit && Buffer.from(raw).toString() === raw));
    assert.equal(parsed[0]?.bytes, Buffer.byteLength(text));
    assert.deepEqual(Object.keys(parsed[1] ?? {}), ["seq", "part", "raw"]);
  });

  it("writes long lines that are not UTF-8 as Base64, secrets replaced", async () => {
    const bytes = Buffer.concat([
      Buffer.alloc(3_000_000, 0xfe),
      Buffer.from("sesame-open"),
      Buffer.alloc(100_000, 0xfd),
    ]);
    const log = tickingLog();
    log.source("calc", 1).stderr(lineOf(bytes));
    const [plain] = await entries(log);
    assert.ok(Buffer.from(plain?.rawBase64 ?? "", "base64").equals(bytes));
    const [masked] = await entries(log, { secrets: ["sesame-open"] });
    const restored = Buffer.from(masked?.rawBase64 ?? "", "base64");
    assert.deepEqual(
      [restored.length, masked?.masked, masked?.bytes],
      [bytes.length - 11 + 9, true, bytes.length],
    );
  });

  it("waits for the sink, and ends when it is aborted", async () => {
    const { log, source } = recorded();
    for (let line = 0; line < 20; line++) {
      say(source, "<", "x".repeat(200_000));
    }
    let writing = 0;
    const controller = new AbortController();
    const reason = new Error("enough");
    let pieces = 0;
    const writing5 = writeCapture(
      log,
      async () => {
        assert.equal(++writing, 1);
        await new Promise((resolve) => setImmediate(resolve));
        writing--;
        if (++pieces === 5) {
          controller.abort(reason);
        }
        const until = performance.now() + 15;
        while (performance.now() < until);
      },
      { generator: "x", signal: controller.signal },
    );
    await assert.rejects(writing5, reason);
    assert.ok(pieces < 8, String(pieces));
  });

  it("parses back to what crossed the pipe, whatever that was", async () => {
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record(
          { jsonrpc: fc.constant("2.0"), id: fc.oneof(fc.integer(), fc.string()), method: fc.string() },
          { requiredKeys: [] },
        )
        .map((message) => Buffer.from(JSON.stringify(message))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(">", "<", "!"), line)), async (lines) => {
        const log = tickingLog();
        const source = log.source("calc", 1);
        for (const [arrow, bytes] of lines) {
          say(source, arrow as ">", bytes);
        }
        const parsed = await entries(log);
        assert.deepEqual(
          parsed.map(({ raw, rawBase64 }) =>
            raw === undefined ? Buffer.from(rawBase64 ?? "?", "base64") : Buffer.from(raw),
          ),
          lines.map(([, bytes]) => bytes),
        );
        assert.deepEqual(parsed, JSON.parse(JSON.stringify(parsed.map(({ seq }) => log.entry(seq)))));
      }),
    );
  });
});
