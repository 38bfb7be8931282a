import assert from "node:assert/strict";
import fc from "fast-check";
import { readLongEntry } from "../../../src/traffic/longEntry.ts";
import { Slices } from "../../../src/traffic/slices.ts";

const head = { seq: 1, kind: "stderr", method: ',"raw":"' };

async function read(line: string | Buffer) {
  const long = await readLongEntry(Buffer.from(line as string), new Slices(undefined));
  return long && { ...long, pieces: long.pieces.length, bytes: Buffer.concat(long.pieces) };
}

/** As writers do that leave ASCII only. */
function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

describe("A long line of a capture", () => {
  it("is read in pieces, wherever those are cut", async () => {
    const unit = fc.constantFrom(
      "a",
      "bc",
      "ü",
      "€",
      "😀",
      '"',
      "\\",
      "\n",
      "\u0001",
      "\\\\",
      "\\u00e4",
      "\ud7ff",
    );
    const form = fc.constantFrom((json: string) => json, ascii);
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { minLength: 1, maxLength: 30 }),
        fc.nat(20),
        form,
        async (units, shift, as) => {
          const text =
            "x".repeat(shift) + units.join("").repeat(Math.ceil(2_200_000 / units.join("").length / 2));
          const long = await read(as(JSON.stringify({ ...head, raw: text })));
          assert.deepEqual(long?.entry, { ...head, raw: "" });
          assert.ok(long.bytes.equals(Buffer.from(text)));
          assert.ok(long.isUtf8);
        },
      ),
      { numRuns: 25 },
    );
    const long = await read(JSON.stringify({ ...head, raw: "😀\\".repeat(900_000) }));
    assert.ok((long?.pieces ?? 0) > 4);
  });

  it("is read in pieces where its text is Base64", async () => {
    const bytes = Buffer.alloc(3_000_001, "toolwire");
    const long = await read(JSON.stringify({ ...head, rawBase64: bytes.toString("base64") }));
    assert.deepEqual([long?.entry, long?.pieces], [{ ...head, rawBase64: "" }, 4]);
    assert.ok(long?.bytes.equals(bytes));
  });

  it("says where its text is not UTF-8", async () => {
    const line = Buffer.from(JSON.stringify({ ...head, raw: "abc" }));
    line[line.length - 3] = 0xff;
    const long = await read(line);
    assert.deepEqual([long?.isUtf8, long?.bytes.toString()], [false, "ab\ufffd"]);
    assert.equal((await read(JSON.stringify({ ...head, raw: "\ufffd" })))?.isUtf8, true);
  });

  it("is left to others where it is not as we write it", async () => {
    for (const line of [
      JSON.stringify({ ...head, raw: "a", more: "b" }),
      JSON.stringify({ ...head, rawBase64: "YQ==", more: "b" }),
      JSON.stringify({ event: { ...head, raw: "a" } }),
      JSON.stringify(head),
      '{"seq":1,"raw":"\\x"}',
      '{"seq":1,"raw":"a',
      '[1,"raw":"a"}',
      "",
    ]) {
      assert.equal(await read(line), undefined, line);
    }
  });
});
