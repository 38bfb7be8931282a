import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeLine } from "../../../src/wire/decodeLine.ts";
import { findingsIn } from "../../../src/wire/findings.ts";
import type { Line } from "../../../src/wire/line.ts";
import { LineSplitter } from "../../../src/wire/lineSplitter.ts";

/** The one line of a stream, of which at most `limit` bytes are kept. */
function lineOf(text: string | Uint8Array, limit: number, end = "\n"): Line {
  const lines: Line[] = [];
  const splitter = new LineSplitter((line) => lines.push(line), limit);
  splitter.push(Buffer.concat([Buffer.from(text as string), Buffer.from(end)]));
  splitter.end();
  assert.equal(lines.length, 1);
  return lines[0] as Line;
}

const filler = 'some "text", {with} [all] \\ of JSON: , é € ';
const large = Array.from({ length: 100 }, (_, index) => ({ index, id: "inner", text: filler.repeat(3) }));
const text = filler.repeat(300);

describe("An oversized line", () => {
  const cases: [what: string, line: string, expected: string, finding?: string][] = [
    ["a result, its id first", JSON.stringify({ jsonrpc: "2.0", id: "a", result: large }), 'result "a" -'],
    ["a result, its id last", JSON.stringify({ jsonrpc: "2.0", result: large, id: 7 }), "result 7 -"],
    ["a text as result", JSON.stringify({ id: "a", result: text }), 'result "a" -'],
    ["a text as result, its id last", JSON.stringify({ result: text, id: '\\"' }), 'result "\\\\\\"" -'],
    ["an error", JSON.stringify({ id: 1, error: { code: 1, message: text } }), "error 1 -"],
    ["a request", JSON.stringify({ id: 1, method: "m", params: large, jsonrpc: "2.0" }), "request 1 m"],
    ["a notification", JSON.stringify({ jsonrpc: "2.0", method: "m", params: { text } }), "notification - m"],
    [
      "an id beyond 2^53",
      `{"result":"${"x".repeat(9000)}","id":9007199254740993}`,
      'result "9007199254740993" -',
    ],
    [
      "spaces all over",
      JSON.stringify({ id: 1, result: large }, null, 1).replaceAll("\n", " "),
      "result 1 -",
    ],
    ["a byte order mark", `\ufeff${JSON.stringify({ id: 1, result: text })}`, "result 1 -", "bom"],
    ["no id to be seen", JSON.stringify({ a: text, id: 1, result: text }), "unparsed - -"],
    ["a batch", JSON.stringify([{ id: 1, result: large }]), "unparsed - -"],
    ["two messages", `{"id":1,"result":2}${JSON.stringify({ id: 1, result: large })}`, "unparsed - -"],
    ["a message that does not end", JSON.stringify({ id: 1, result: large }).slice(0, -1), "unparsed - -"],
    ["no JSON", text, "unparsed - -", "stray-output"],
  ];
  for (const [what, line, expected, finding] of cases) {
    it(`[R1] [R6] tells what it is by its ends: ${what}`, () => {
      const { envelope, findings } = decodeLine(lineOf(line, 4000));
      const { kind = "unparsed", id, method } = envelope ?? {};
      assert.equal(`${kind} ${JSON.stringify(id) ?? "-"} ${method ?? "-"}`, expected);
      assert.deepEqual(findingsIn(findings), [...(finding === undefined ? [] : [finding]), "oversized-line"]);
    });
  }

  it("[R15] says how long it was, and how it ended", () => {
    const line = JSON.stringify({ jsonrpc: "2.0", id: 1, result: large });
    const { envelope, findings } = decodeLine(lineOf(line, 4000, "\r\n"));
    assert.equal(envelope?.lineBytes, Buffer.byteLength(line));
    assert.deepEqual(findingsIn(findings), ["crlf", "oversized-line"]);
  });

  it("[R6] the id is that of the message, whatever is in it and wherever the cut falls", () => {
    const id = fc.oneof(fc.string(), fc.integer());
    fc.assert(
      fc.property(
        id,
        fc.jsonValue(),
        fc.boolean(),
        fc.integer({ min: 2, max: 400 }),
        (id, value, isFirst, limit) => {
          const result = [value, filler.repeat(10)];
          const message = JSON.stringify(isFirst ? { id, result } : { result, id });
          const { envelope } = decodeLine(lineOf(message, limit));
          if (envelope !== undefined) {
            assert.deepEqual([envelope.kind, envelope.id], ["result", id]);
          }
          assert.ok(envelope !== undefined || limit < 2 * JSON.stringify(id).length + 60);
        },
      ),
    );
  });

  it("[R2] nothing throws, whatever the bytes", () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.json().map((json) => Buffer.from(json)),
    );
    fc.assert(
      fc.property(bytes, fc.nat(20), (array, limit) => {
        decodeLine(
          lineOf(
            array.filter((byte) => byte !== 0x0a),
            limit,
          ),
        );
      }),
    );
  });
});
