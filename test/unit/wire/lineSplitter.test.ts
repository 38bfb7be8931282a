import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { LineSplitter } from "../../../src/wire/lineSplitter.ts";

interface Comparable {
  text: string;
  terminator: string;
  omitted?: number;
}

/** Lines of a stream given in these chunks, in a form that is easy to compare. */
function split(chunks: Uint8Array[], limit?: number): Comparable[] {
  const lines: Comparable[] = [];
  const splitter = new LineSplitter(({ bytes, terminator, omitted }) => {
    const text = bytes.toString("latin1");
    lines.push(omitted === undefined ? { text, terminator } : { text, terminator, omitted });
  }, limit);
  for (const chunk of chunks) {
    splitter.push(Buffer.from(chunk));
  }
  splitter.end();
  return lines;
}

/** What is in use, after a collection. */
function memoryInBuffers(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().arrayBuffers;
}

describe("LineSplitter", () => {
  it("[R2] gives each line without its terminator", () => {
    assert.deepEqual(split([Buffer.from("one\ntwo\r\n\nrest")]), [
      { text: "one", terminator: "\n" },
      { text: "two", terminator: "\r\n" },
      { text: "", terminator: "\n" },
      { text: "rest", terminator: "" },
    ]);
  });

  it("[R2] sees a CRLF that straddles two chunks", () => {
    assert.deepEqual(split([Buffer.from("one\r"), Buffer.from("\ntwo\n")]), [
      { text: "one", terminator: "\r\n" },
      { text: "two", terminator: "\n" },
    ]);
  });

  it("[R2] keeps a carriage return that ends nothing", () => {
    assert.deepEqual(split([Buffer.from("10 %\r20 %\r")]), [{ text: "10 %\r20 %\r", terminator: "" }]);
  });

  /** Streams with many line ends, and where to cut them. */
  const stream = fc
    .uint8Array({ maxLength: 300 })
    .map((array) => array.map((byte) => (byte % 9 === 0 ? 0x0a : byte % 7 === 0 ? 0x0d : byte)));
  const cuts = fc.array(fc.nat(300), { maxLength: 20 });
  const cutAt = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
    const inside = places.filter((place) => place < bytes.length).sort((a, b) => a - b);
    return [...inside, bytes.length].map((end, index) => bytes.slice(inside[index - 1] ?? 0, end));
  };

  it("[R2] [R15] any bytes in any chunks give the same lines, and the lines give the bytes back", () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, places) => {
        const whole = split([bytes]);
        assert.deepEqual(split(cutAt(bytes, places)), whole);
        const again = whole.map(({ text, terminator }) => text + terminator).join("");
        assert.equal(again, Buffer.from(bytes).toString("latin1"));
      }),
    );
  });

  it("[R2] [R15] past any limit, whatever the chunks, a line is its head, its tail and its length", () => {
    fc.assert(
      fc.property(stream, cuts, fc.nat(40), (bytes, places, limit) => {
        const lines = split(cutAt(bytes, places), limit);
        const unlimited = split([bytes]);
        assert.equal(lines.length, unlimited.length);
        for (const [index, { text, terminator, omitted }] of lines.entries()) {
          const whole = unlimited[index] as Comparable;
          assert.equal(terminator, whole.terminator);
          assert.equal(omitted !== undefined, whole.text.length > limit);
          assert.equal(text.length + (omitted ?? 0), whole.text.length);
          assert.ok(text.length <= limit);
          const isCut = Array.from({ length: text.length + 1 }, (_, head) => head).some(
            (head) => whole.text.startsWith(text.slice(0, head)) && whole.text.endsWith(text.slice(head)),
          );
          assert.ok(isCut);
        }
      }),
    );
  });

  it("keeps 64 KB at either end of a line past the limit, and cuts no code point", () => {
    const limit = 1024 * 1024;
    for (const shift of [0, 1, 2, 3]) {
      const text = `${"x".repeat(shift)}${"ä€😀".repeat(200_000)}`;
      const [line] = split([Buffer.from(`${text}\n`)], limit);
      const kept = Buffer.from(line?.text ?? "", "latin1");
      const middle = [...Array(4).keys()].map((back) => 64 * 1024 - back);
      assert.ok(kept.length > 128 * 1024 - 8 && kept.length <= 128 * 1024, `${kept.length}`);
      assert.ok(!kept.toString().includes("\ufffd"));
      assert.ok(
        middle.some(
          (at) => text.startsWith(kept.toString("utf8", 0, at)) && text.endsWith(kept.toString("utf8", at)),
        ),
      );
    }
  });

  it("[R15] gives back lines of some megabytes, whatever the chunks", () => {
    const megabyte = 1024 * 1024;
    const lines = [0.9, 1, 0.1, 2.5].map((size) =>
      randomBytes(size * megabyte).map((byte) => (byte === 0x0a ? 1 : byte)),
    );
    const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
    const whole = split([bytes]);
    assert.equal(whole.length, lines.length);
    for (const size of [9000, 64 * 1024, 2 * megabyte + 1]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.ok(JSON.stringify(split(chunks)) === JSON.stringify(whole), `chunks of ${size} bytes`);
    }
  });

  it("lets go of an endless line as it comes, and goes on with the next", () => {
    const limit = 1024 * 1024;
    const lines: Comparable[] = [];
    const splitter = new LineSplitter(({ bytes, terminator, omitted }) => {
      lines.push({ text: bytes.toString("latin1", 0, 5), terminator, omitted: omitted ?? 0 });
    }, limit);
    const chunks = 2048;
    const before = memoryInBuffers();
    for (let index = 0; index < chunks; index++) {
      splitter.push(Buffer.alloc(64 * 1024, 0x61));
    }
    const held = memoryInBuffers() - before;
    // Of 128 MB; the collector may be some chunks behind.
    assert.ok(held <= 8 * limit, `${held} bytes`);
    splitter.push(Buffer.from("\r\nnext\n"));
    const length = chunks * 64 * 1024;
    assert.deepEqual(lines, [
      { text: "aaaaa", terminator: "\r\n", omitted: length - 128 * 1024 },
      { text: "next", terminator: "\n", omitted: 0 },
    ]);
  });

  it("puts a 100 MB line together in time that its bytes explain", () => {
    const chunk = Buffer.alloc(64 * 1024, 0x61);
    const chunks: Buffer[] = Array.from({ length: 1600 }, () => chunk);
    let length = 0;
    const splitter = new LineSplitter(({ bytes }) => {
      length = bytes.length;
    });
    const start = performance.now();
    for (const part of chunks) {
      splitter.push(part);
    }
    splitter.push(Buffer.from("\n"));
    const splitting = performance.now() - start;
    const copyStart = performance.now();
    Buffer.concat(chunks);
    const copying = performance.now() - copyStart;
    assert.equal(length, 1600 * chunk.length);
    // Quadratic work would be some hundred times one copy.
    assert.ok(splitting < copying * 20 + 50, `${splitting} ms against ${copying} ms for one copy`);
  });
});
