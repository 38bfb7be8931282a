import assert from "node:assert/strict";
import { errorInWords, quote } from "../../../src/dialects/words.ts";

const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));

describe("what a server sent, in words", () => {
  it("is its JSON, cut to what a sentence can hold", () => {
    assert.equal(quote({ a: [1, null] }), '{"a":[1,null]}');
    assert.equal(quote(undefined), "nothing");
    assert.equal(quote("x".repeat(1000)), `"${"x".repeat(299)}…`);
  });

  it("says so where it is nested deeper than JSON can be written", () => {
    assert.equal(quote(deep), "something nested too deeply to show");
    assert.equal(
      errorInWords({ code: 1, message: "m", data: deep }),
      "error 1 (application error): m, data: something nested too deeply to show",
    );
  });
});
