import assert from "node:assert/strict";
import fc from "fast-check";
import { LineSplitter } from "../../../src/wire/lineSplitter.ts";

/** Lines of a stream given in these chunks, in a form that is easy to compare. */
function split(chunks: Uint8Array[]): { text: string; terminator: string }[] {
  const lines: { text: string; terminator: string }[] = [];
  const splitter = new LineSplitter(({ bytes, terminator }) =>
    lines.push({ text: bytes.toString("latin1"), terminator }),
  );
  for (const chunk of chunks) {
    splitter.push(Buffer.from(chunk));
  }
  splitter.end();
  return lines;
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

  it("[R2] [R15] any bytes in any chunks give the same lines, and the lines give the bytes back", () => {
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((array) => array.map((byte) => (byte % 5 === 0 ? 0x0a : byte % 7 === 0 ? 0x0d : byte)));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(300), { maxLength: 20 }), (stream, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
        const chunks = places.slice(1).map((end, index) => stream.slice(places[index], end));
        const whole = split([stream]);
        assert.deepEqual(split(chunks), whole);
        const again = whole.map(({ text, terminator }) => text + terminator).join("");
        assert.equal(again, Buffer.from(stream).toString("latin1"));
      }),
    );
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
