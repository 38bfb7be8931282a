import assert from "node:assert/strict";
import { readTypedBatch, readTypedParams } from "../../../src/ui/ask/jsonInput.ts";

describe("Typed JSON", () => {
  it("is parameters, or none where nothing was typed [R7]", () => {
    assert.deepEqual(readTypedParams('{"a": 1}'), { value: { a: 1 } });
    assert.deepEqual(readTypedParams("[1]"), { value: [1] });
    assert.deepEqual(readTypedParams("  "), { value: undefined });
    assert.deepEqual(readTypedParams("7"), { problem: "Parameters are an object or an array." });
    assert.match(JSON.stringify(readTypedParams('{"a":')), /expected/);
  });

  it("is a batch of messages [R5]", () => {
    const batch = [{ method: "a" }, { method: "b", params: {}, notification: true }];
    assert.deepEqual(readTypedBatch(JSON.stringify(batch)), { value: batch });
    assert.deepEqual(readTypedBatch("[]"), { problem: "A batch has at least one message." });
    assert.match(JSON.stringify(readTypedBatch('[{"params":{}}]')), /Message \[0\]\.method: is missing/);
    assert.match(JSON.stringify(readTypedBatch("{}")), /must be an array of objects/);
  });
});
