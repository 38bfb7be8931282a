import assert from "node:assert/strict";
import fc from "fast-check";
import { prettyJsonSlices } from "../../../src/ui/traffic/prettyJson.ts";
import { utf8Head } from "../../../src/ui/traffic/utf8Head.ts";

function pretty(text: string): string {
  const slices = prettyJsonSlices(text);
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      return value;
    }
  }
}

describe("the text of a line", () => {
  it("laid out for reading is what JSON.stringify would make of it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        assert.equal(pretty(JSON.stringify(value)), JSON.stringify(value, null, 2));
      }),
    );
  });

  it("[R15] keeps numbers, doubled keys and escapes as they were written", () => {
    assert.equal(
      pretty('{ "id":9007199254740993,"a":1.0e+2,"a":"\\u0041\\\\\\"{" , "e":[ ] }'),
      '{\n  "id": 9007199254740993,\n  "a": 1.0e+2,\n  "a": "\\u0041\\\\\\"{",\n  "e": []\n}',
    );
  });

  it("does not choke on what is not JSON", () => {
    for (const text of ["", '"open', "}}]", "{{{", "nonsense, more: of it", "[".repeat(5000)]) {
      const squeezed = (value: string): string => value.replaceAll(/\s/g, "");
      assert.equal(squeezed(pretty(text)), squeezed(text));
    }
  });

  it("does a long line in slices", () => {
    const slices = prettyJsonSlices(`[${'"some words",'.repeat(100_000)}0]`);
    assert.equal(slices.next().done, false);
  });

  it("is cut between code points", () => {
    const bytes = Buffer.from("aé€😀z");
    const heads = Array.from({ length: bytes.length + 1 }, (_, limit) => utf8Head(bytes, limit).toString());
    assert.deepEqual([...new Set(heads)], ["", "a", "aé", "aé€", "aé€😀", "aé€😀z"]);
    assert.equal(utf8Head(Buffer.alloc(10, 0x80), 6).length <= 6, true);
  });
});
