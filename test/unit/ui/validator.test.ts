import assert from "node:assert/strict";
import { validatorFor } from "../../../src/ui/schema/validator.ts";

describe("A schema's check", () => {
  it("says what is wrong and where, in words", async () => {
    const { problemsOf, note } = await validatorFor({
      type: "object",
      properties: {
        a: { type: "number", minimum: 1 },
        list: { type: "array", items: { type: "string" } },
        color: { enum: ["red", "green"] },
      },
      required: ["a"],
      additionalProperties: false,
    });
    assert.equal(note, undefined);
    assert.deepEqual(problemsOf({ a: 1 }), []);
    assert.deepEqual(problemsOf({}), [{ path: [], message: "“a” is missing." }]);
    assert.deepEqual(problemsOf({ a: "x" }), [{ path: ["a"], message: "Expected a number." }]);
    assert.deepEqual(problemsOf({ a: 0 }), [{ path: ["a"], message: "Must be at least 1." }]);
    assert.deepEqual(problemsOf({ a: 1, list: ["x", 2] }), [
      { path: ["list", 1], message: "Expected a string." },
    ]);
    assert.deepEqual(problemsOf({ a: 1, color: "blue" }), [
      { path: ["color"], message: 'Expected one of "red", "green".' },
    ]);
    assert.deepEqual(problemsOf({ a: 1, b: 2 }), [{ path: ["b"], message: "“b” is not known here." }]);
  });

  it("takes draft-07 as many servers send it, formats it does not know, and annotations", async () => {
    const { problemsOf, note } = await validatorFor({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { t: { type: "array", items: [{ type: "string" }] }, u: { type: "string", format: "odd" } },
      "x-order": 1,
    });
    assert.equal(note, undefined);
    assert.equal(problemsOf({ t: [1] }).length, 1);
    assert.deepEqual(problemsOf({ u: "x" }), []);
  });

  it("never stands in the way where the schema cannot be used", async () => {
    const odd: unknown[] = [
      { type: "strnig" },
      { $ref: "https://example.com/schema.json" },
      { $ref: "#/nowhere" },
      { pattern: "(" },
      { $schema: "urn:unknown", type: 7 },
      "text",
      [],
      JSON.parse(`${'{"not":'.repeat(100_000)}true${"}".repeat(100_000)}`),
    ];
    for (const [index, schema] of odd.entries()) {
      const { problemsOf, note } = await validatorFor(schema);
      assert.match(note ?? "", /^Arguments are not checked: /, `schema ${index}`);
      assert.deepEqual(problemsOf({ a: 1 }), []);
    }
    assert.equal((await validatorFor(undefined)).note, undefined);
  });
});
