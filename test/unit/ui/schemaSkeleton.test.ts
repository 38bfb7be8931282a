import assert from "node:assert/strict";
import { skeletonOf } from "../../../src/ui/ask/schemaSkeleton.ts";

describe("The skeleton of a schema", () => {
  it("holds what is required, with the schema's own values where it gives some", () => {
    assert.deepEqual(
      skeletonOf({
        type: "object",
        properties: {
          a: { type: "number" },
          level: { enum: ["low", "high"] },
          steps: { type: "integer", default: 5 },
          at: { $ref: "#/$defs/place" },
          free: {},
          optional: { type: "string" },
        },
        required: ["a", "level", "steps", "at", "free"],
        $defs: { place: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } },
      }),
      { a: 0, level: "low", steps: 5, at: { x: 0 }, free: null },
    );
  });

  it("ends where a schema refers to itself, and is absent where there is no schema", () => {
    const schema = {
      properties: { next: { $ref: "#" } },
      required: ["next"],
    };
    assert.doesNotThrow(() => skeletonOf(schema));
    assert.equal(skeletonOf(undefined), undefined);
    assert.equal(skeletonOf("x"), undefined);
    assert.equal(skeletonOf({ type: "object" }), undefined);
  });

  it("survives what is no schema", () => {
    assert.deepEqual(skeletonOf({ properties: { a: 1 }, required: ["a", 2, "toString"] }), {
      a: null,
      toString: null,
    });
  });
});
