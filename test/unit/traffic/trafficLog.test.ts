import assert from "node:assert/strict";
import fc from "fast-check";
import type { CaptureEntry } from "../../../src/traffic/entry.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../../src/wire/decodeLine.ts";
import { LineSplitter } from "../../../src/wire/lineSplitter.ts";
import {
  findingsOf,
  lineOf,
  notification,
  recorded,
  request,
  result,
  rowsOf,
  say,
  statusOf,
  tickingLog,
} from "./recorded.ts";

describe("TrafficLog", () => {
  it("[R15] keeps every line before anyone understands it", () => {
    const log = tickingLog();
    const source = log.source("calc", 1);
    const seq = source.stdout.record(lineOf("not understood"));
    assert.deepEqual(log.entry(seq), {
      seq: 1,
      at: "2026-01-31T12:00:00.001000Z",
      server: "calc",
      epoch: 1,
      channel: "stdout",
      kind: "unparsed",
      bytes: 14,
      raw: "not understood",
    });
    assert.equal(log.rawBytes(1).toString(), "not understood");
  });

  it("numbers lines over all servers and epochs, and knows a source again", () => {
    const log = tickingLog();
    assert.equal(log.source("a", 1), log.source("a", 1));
    assert.deepEqual(
      [
        say(log.source("a", 1), "<", "x"),
        say(log.source("b", 1), "!", "x"),
        log.source("a", 2).lifecycle({ type: "spawned" }),
      ],
      [1, 2, 3],
    );
    assert.deepEqual(
      rowsOf(log).map(({ server, epoch }) => `${server}${epoch}`),
      ["a1", "b1", "a2"],
    );
    assert.equal(log.length, 3);
  });

  it("knows no line outside of the log", () => {
    const { log } = recorded(["<", "x"]);
    for (const seq of [-1, 0, 2, 1.5, 1e6, Number.NaN]) {
      assert.equal(log.row(seq), undefined);
      assert.equal(log.entry(seq), undefined);
      assert.equal(log.rawBytes(seq).length, 0);
    }
  });

  it("[R15] keeps lines of any size and origin exactly", () => {
    const log = tickingLog();
    const source = log.source("calc", 1);
    const sizes = [0, 1, 100, 64 * 1024 - 1, 64 * 1024, 1024 * 1024 - 5, 5, 3 * 1024 * 1024, 0, 70_000];
    const lines = sizes.map((size, index) => Buffer.alloc(size, 65 + index));
    for (const bytes of lines) {
      source.stderr({ bytes, terminator: "\n" });
    }
    const shared = Buffer.alloc(200_000, 1);
    source.stderr({ bytes: shared.subarray(10, 70_000), terminator: "\n" });
    lines.push(shared.subarray(10, 70_000));
    for (const [index, bytes] of lines.entries()) {
      assert.ok(log.rawBytes(index + 1).equals(bytes), String(index));
    }
  });

  it("adopts a large line instead of copying it, and no more memory than it needs", () => {
    const log = tickingLog();
    const large = Buffer.alloc(100_000);
    const part = Buffer.alloc(1_000_000).subarray(0, 100_000);
    log.source("calc", 1).stderr({ bytes: large, terminator: "\n" });
    log.source("calc", 1).stderr({ bytes: part, terminator: "\n" });
    assert.equal(log.rawBytes(1).buffer, large.buffer);
    assert.notEqual(log.rawBytes(2).buffer, part.buffer);
  });

  it("[R2] records the same whatever the chunks, and never throws", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .constantFrom("\r", "\ufeff{}", "Content-Length: 3", '{"id":1,"method":"m"}', '{"id":"1","result":0}')
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(
        fc.array(bytes),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (lines, sizes) => {
          const stream = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
          const inOne = entriesOf(stream, [stream.length + 1]);
          assert.deepEqual(entriesOf(stream, sizes), inOne);
          const text = inOne.map(({ raw, rawBase64, terminator }) =>
            Buffer.concat([
              raw === undefined ? Buffer.from(rawBase64 ?? "", "base64") : Buffer.from(raw),
              Buffer.from(terminator ?? "\n"),
            ]),
          );
          assert.ok(Buffer.concat(text).equals(stream));
        },
      ),
    );
  });

  it("keeps whole chunks of lines without a copy, and their time", () => {
    let now = 1000;
    const log = new TrafficLog({ clock: () => now++ });
    const source = log.source("calc", 1);
    const lines = Array.from({ length: 5000 }, (_, index) => JSON.stringify(request(index)));
    const stream = Buffer.from(`${lines.join("\n")}\n`);
    const splitter = new LineSplitter((line) =>
      source.stdin.understood(source.stdin.record(line), decodeLine(line)),
    );
    const chunks: Buffer[] = [];
    for (let start = 0; start < stream.length; start += 65536) {
      const chunk = Buffer.from(new Uint8Array(stream.subarray(start, start + 65536)).buffer);
      chunks.push(chunk);
      splitter.push(chunk);
    }
    assert.deepEqual(
      lines.map((_, index) => log.rawBytes(index + 1).toString()),
      lines,
    );
    assert.equal(log.rawBytes(1).buffer, chunks[0]?.buffer);
    assert.equal(log.row(1)?.atMicros, log.row(2)?.atMicros);
    assert.ok((log.row(5000)?.atMicros ?? 0) > 1000);
  });

  it("tells a time that never runs backwards", () => {
    const times = [1000, 2000, 500, 3000];
    const log = new TrafficLog({ clock: () => times.shift() ?? 0 });
    for (let line = 0; line < 5; line++) {
      say(log.source("calc", 1), "!", "x");
    }
    assert.deepEqual(
      rowsOf(log).map(({ atMicros }) => atMicros),
      [1000, 2000, 2000, 3000, 3000],
    );
    const now = Date.now();
    const real = new TrafficLog();
    say(real.source("calc", 1), "!", "x");
    assert.ok(Math.abs((real.row(1)?.atMicros ?? 0) / 1000 - now) < 5000);
  });

  it("judges stray lines by their direction, and another framing once a process", () => {
    const { log } = recorded(
      ["<", "hello"],
      ["<", "Content-Length: 40"],
      ["<", "Content-Length: 41"],
      ["<", "{oops"],
      [">", "hello"],
      [">", "Content-Length: 40"],
      ["!", "Content-Length: 40"],
    );
    assert.deepEqual(
      findingsOf(log).map(([code]) => code),
      [
        "stray-output",
        "lsp-framing",
        "stray-output",
        "invalid-json",
        "invalid-json",
        "invalid-json",
        undefined,
      ],
    );
  });

  it("reads stderr as text", () => {
    const { log, source } = recorded(["!", "caf\u00e9"], ["!", Buffer.from([0xff])]);
    say(source, "!", "Traceback", "");
    say(source, "!", "windows", "\r\n");
    assert.deepEqual(findingsOf(log), [[], ["invalid-utf8"], ["unterminated-line"], []]);
    assert.equal(log.entry(4)?.terminator, "\r\n");
  });

  it("keeps what JSON can hold of an event", () => {
    const log = tickingLog();
    const circular: { type: string; self?: unknown } = { type: "odd" };
    circular.self = circular;
    log.source("calc", 1).lifecycle(circular);
    assert.deepEqual(log.entry(1)?.event, { type: "odd" });
  });

  it("shows the beginning of a line, whole code points", () => {
    const { log } = recorded(["<", "😀".repeat(1000)], ["<", `x${"é".repeat(1000)}`], ["<", "short"]);
    const [emoji, accents, short] = rowsOf(log).map(({ preview }) => preview);
    assert.match(emoji ?? "", /^(?:😀)+$/u);
    assert.match(accents ?? "", /^xé+$/);
    assert.equal(short, "short");
  });

  describe("events", () => {
    it("tell of new lines, of what they turned out to be, and of requests that were answered or settled", () => {
      const { log, source } = recorded();
      const heard: string[] = [];
      log.onDidAppend((seq) => heard.push(`+${seq} ${log.row(seq)?.kind}`));
      log.onDidUpdate((seq) => heard.push(`${seq} ${log.row(seq)?.status ?? log.row(seq)?.kind}`));
      say(source, ">", [request("a"), request("b")]);
      say(source, "<", [result("a")]);
      source.settle("b", "cancelled");
      assert.deepEqual(heard, [
        "+1 unparsed",
        "1 pending",
        "+2 unparsed",
        "2 batch",
        "1 pending",
        "1 cancelled",
      ]);
    });

    it("reach no disposed listener, and survive one that throws", () => {
      const errors: unknown[] = [];
      const log = new TrafficLog({ onListenerError: (error) => errors.push(error) });
      const heard: number[] = [];
      const problem = new Error("listener");
      const throwing = log.onDidAppend(() => {
        throw problem;
      });
      const registration = log.onDidAppend((seq) => heard.push(seq));
      say(log.source("calc", 1), "<", result(1));
      throwing.dispose();
      registration.dispose();
      registration.dispose();
      say(log.source("calc", 1), "<", result(1));
      assert.deepEqual([heard, errors, log.length], [[1], [problem], 2]);
    });
  });

  describe("clear", () => {
    it("removes lines, of all or one server, and goes on counting", () => {
      const log = tickingLog();
      const [a, b] = [log.source("a", 1), log.source("b", 1)];
      for (let line = 0; line < 5; line++) {
        say(a, "<", "x");
        say(b, "<", "y");
      }
      const cleared: unknown[] = [];
      log.onDidClear((event) => cleared.push(event));
      assert.equal(log.clear("a"), 5);
      assert.equal(log.clear("a"), 0);
      assert.deepEqual(
        rowsOf(log).map(({ seq }) => seq),
        [2, 4, 6, 8, 10],
      );
      assert.equal(log.rawBytes(2).toString(), "y");
      assert.equal(log.clear(), 5);
      assert.deepEqual([log.length, rowsOf(log)], [10, []]);
      assert.equal(say(a, "<", "z"), 11);
      assert.deepEqual([log.entry(11)?.raw, log.entry(10)], ["z", undefined]);
      assert.deepEqual(cleared, [{ server: "a", removed: 5 }, { server: "a", removed: 0 }, { removed: 5 }]);
    });

    it("keeps what is needed for answers that come later", () => {
      const { log, source } = recorded(
        [">", request("a")],
        [">", [request("b")]],
        [">", request("c")],
        ["<", result("c")],
      );
      log.clear();
      say(source, "<", result("a"));
      say(source, "<", [result("b")]);
      say(source, "<", result("c"));
      const [a, b, c] = rowsOf(log);
      assert.deepEqual([a?.replyTo, a?.durationMs, a?.method, a?.findings], [1, 4, "tool.add", []]);
      assert.deepEqual([b?.replyTo, b?.durationMs, b?.findings], [2, 4, []]);
      assert.deepEqual(c?.findings, ["duplicate-answer"]);
    });

    it("frees the memory of what is gone", () => {
      const log = tickingLog();
      const source = log.source("calc", 1);
      for (let line = 0; line < 40_000; line++) {
        source.stderr(lineOf("x".repeat(100)));
      }
      log.clear();
      for (let line = 0; line < 40_000; line++) {
        assert.equal(log.rawBytes(source.stderr(lineOf("y"))).toString(), "y");
      }
    });
  });

  describe("view", () => {
    it("lists all lines or those of a server, those to come too", () => {
      const log = tickingLog();
      const [a, b] = [log.source("a", 1), log.source("b", 1)];
      say(a, "<", "1");
      say(b, "<", "2");
      const [all, ofB] = [log.view(), log.view({ server: "b" })];
      say(b, "<", "3");
      say(log.source("b", 2), "<", "4");
      say(a, "<", "5");
      assert.deepEqual([all.length, ofB.length], [5, 3]);
      assert.deepEqual(
        ofB.rows(1, 10).map(({ preview }) => preview),
        ["3", "4"],
      );
      assert.deepEqual(
        all.rows(-1, 3).map(({ preview }) => preview),
        ["1", "2"],
      );
      assert.deepEqual([ofB.indexOf(3), ofB.indexOf(5), ofB.indexOf(1), ofB.indexOf(9)], [1, -1, -1, -1]);
      log.clear("b");
      assert.deepEqual([all.length, ofB.length, all.indexOf(5)], [2, 0, 1]);
      say(b, "<", "6");
      assert.deepEqual(
        ofB.rows(0, 1).map(({ seq }) => seq),
        [6],
      );
      ofB.dispose();
      say(b, "<", "7");
      assert.deepEqual([all.length, ofB.length], [4, 1]);
    });

    it("finds its way in many rows", () => {
      const log = tickingLog();
      const source = log.source("calc", 1);
      const view = log.view();
      for (let line = 0; line < 50_000; line++) {
        source.stderr(lineOf(String(line)));
      }
      assert.deepEqual(
        view.rows(32_766, 4).map(({ preview }) => preview),
        ["32766", "32767", "32768", "32769"],
      );
      assert.equal(view.indexOf(40_000), 39_999);
    });
  });

  it("pairs very many calls, in order and out of it", () => {
    const { log, source } = recorded();
    const ids = Array.from({ length: 20_000 }, (_, index) =>
      index % 3 === 0 ? index : `call ${index} ${"é".repeat(index % 2)}`,
    );
    for (const id of ids) {
      say(source, ">", request(id));
    }
    for (const id of [...ids.slice(10_000), ...ids.slice(0, 10_000).reverse()]) {
      say(source, "<", result(id));
    }
    assert.ok(ids.every((id, index) => log.row(index + 1)?.id === id && statusOf(log, index + 1) === "ok"));
    assert.equal(log.row(40_000)?.replyTo, 1);
    say(source, "<", notification("done"));
    assert.ok(findingsOf(log).every((findings) => findings.length === 0));
  });

  it("[R6] gives ids back as they were, whatever they are", () => {
    const id = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.uuid(),
      fc.uuid().map((uuid) => uuid.toUpperCase()),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => Math.abs(number) < 2 ** 53),
      fc.constantFrom("x".repeat(5000), "é".repeat(4096), "", "\0", "\u{10ffff}"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { selector: (value) => JSON.stringify(value) }), (ids) => {
        const { log, source } = recorded(...ids.map((value): [">", object] => [">", request(value)]));
        for (const value of [...ids].reverse()) {
          const seq = say(source, "<", result(value));
          assert.equal(log.row(seq)?.replyTo, ids.indexOf(value) + 1);
          assert.equal(JSON.stringify(log.row(seq)?.id), JSON.stringify(value));
        }
        assert.ok(findingsOf(log).every((findings) => findings.length === 0));
      }),
    );
  });
});

/** The entries of a stream that comes in chunks of these sizes, in turns. */
function entriesOf(stream: Buffer, sizes: readonly number[]): CaptureEntry[] {
  const log = new TrafficLog({ clock: () => 0 });
  const { stdout } = log.source("calc", 1);
  const splitter = new LineSplitter((line) => stdout.understood(stdout.record(line), decodeLine(line)));
  for (let start = 0, turn = 0; start < stream.length; turn++) {
    const end = start + (sizes[turn % sizes.length] ?? 1);
    splitter.push(Buffer.from(stream.subarray(start, end)));
    start = end;
  }
  splitter.end();
  return Array.from({ length: log.length }, (_, index) => log.entry(index + 1) as CaptureEntry);
}

describe("lines that were recorded elsewhere", () => {
  it("[R15] keep their seqs and times, and are understood as if they had come now", () => {
    const log = new TrafficLog();
    const said = (seq: number, channel: "stdin" | "stdout", content: unknown) =>
      log.load("calc", 3, { seq, atMicros: seq * 1000, channel, line: lineOf(content) });
    said(5, "stdin", request("a"));
    said(9000, "stdout", result("a", 7));
    assert.equal(log.row(4), undefined);
    assert.equal(log.row(4096), undefined);
    assert.deepEqual(
      rowsOf(log).map(({ seq, atMicros, epoch, status }) => ({ seq, atMicros, epoch, status })),
      [
        { seq: 5, atMicros: 5000, epoch: 3, status: "ok" },
        { seq: 9000, atMicros: 9_000_000, epoch: 3, status: "ok" },
      ],
    );
    assert.equal(log.entry(9000)?.replyTo, 5);
    assert.equal(log.source("calc", 3).stdin.record(lineOf("next")), 9001);
  });

  it("keep the findings that they came with", () => {
    const log = new TrafficLog();
    log.load("calc", 1, { seq: 1, atMicros: 1, channel: "stdout", line: lineOf("hello"), findings: 0 });
    assert.deepEqual(findingsOf(log), [[]]);
  });
});
