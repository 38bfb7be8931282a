import assert from "node:assert/strict";
import fc from "fast-check";
import { prettyHead } from "../../../src/ui/prettyValue.ts";
import type { JsonValue } from "../../../src/wire/messages.ts";

const pause = () => Promise.resolve();

describe("Laid out JSON", () => {
  it("is what JSON.stringify makes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { text, cut } = await prettyHead(value as JsonValue, Number.POSITIVE_INFINITY, pause);
        assert.equal(cut, false);
        assert.equal(text, JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it("is cut at the end of a line, and pauses on the way", async () => {
    let pauses = 0;
    const rows = Array.from({ length: 100_000 }, (_, index) => index);
    const { text, cut } = await prettyHead(rows, 700_000, async () => pauses++);
    assert.ok(cut);
    assert.ok(text.length <= 700_000 && text.endsWith(","));
    assert.ok(pauses > 1);
  });
});
