import assert from "node:assert/strict";
import fc from "fast-check";
import { ByteSearch } from "../../../src/traffic/query/byteSearch.ts";
import { FilteredView } from "../../../src/traffic/query/filteredView.ts";
import { lineOf, tickingLog } from "./recorded.ts";

/** Few letters, so that texts are found, and nearly found. */
const text = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom("a", "B", "b", "A", "-", "ä", "Ä", "[", "{"), maxLength });

function folded(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

describe("a search in bytes", () => {
  it("finds what a search in folded text finds", () => {
    fc.assert(
      fc.property(text(40), text(4), fc.nat(10), (haystack, needle, start) => {
        const bytes = Buffer.from(haystack);
        const expected = Buffer.from(folded(haystack)).indexOf(Buffer.from(folded(needle)), start);
        const found = new ByteSearch(needle).indexIn(bytes, start, bytes.length);
        assert.equal(found, needle === "" ? start : expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds texts of hundreds of bytes", () => {
    const long = "abcdefghij".repeat(60);
    const bytes = Buffer.from(`${"x".repeat(1000)}${long.toUpperCase()}`);
    assert.equal(new ByteSearch(long).indexIn(bytes, 0, bytes.length), 1000);
    assert.equal(new ByteSearch(`${long}k`).indexIn(bytes, 0, bytes.length), -1);
  });

  it("over the lines of a log finds each line that holds it, never across two", () => {
    fc.assert(
      fc.property(fc.array(text(12), { maxLength: 60 }), text(3), fc.nat(3), (lines, needle, cleared) => {
        fc.pre(needle !== "");
        const log = tickingLog();
        for (const [n, line] of lines.entries()) {
          log.source(n % 4 === 0 ? "other" : "calc", 1).stderr(lineOf(line));
        }
        if (cleared === 0) {
          log.clear("other");
        }
        const view = new FilteredView(log, { text: needle });
        view.advance(() => false);
        const expected = lines.flatMap((line, n) =>
          folded(line).includes(folded(needle)) && log.row(n + 1) !== undefined ? [n + 1] : [],
        );
        assert.deepEqual(
          view.rows(0, view.length).map(({ seq }) => seq),
          expected,
        );
        view.dispose();
      }),
    );
  });
});
