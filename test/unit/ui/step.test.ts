import assert from "node:assert/strict";
import { type Step, stepsOf } from "../../../src/ui/schema/step.ts";
import { readStep } from "../../../src/ui/schema/stepValue.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("Steps from a schema", () => {
  it("are one for each argument, the required ones first", () => {
    const steps = stepsOf(
      object(
        {
          color: { enum: ["red", "green"], default: "green" },
          loud: { type: "boolean", description: "Whether to shout." },
          a: { type: "number", title: "First" },
        },
        { required: ["a"] },
      ),
    );
    assert.deepEqual(
      steps?.map(({ name, kind, required }) => [name, kind, required]),
      [
        ["a", "number", true],
        ["color", "choice", false],
        ["loud", "choice", false],
      ],
    );
    assert.equal(steps?.[0]?.title, "First");
    assert.equal(steps?.[1]?.default, "green");
    assert.deepEqual(
      steps?.[2]?.choices.map(({ value }) => value),
      [true, false],
    );
  });

  it("see through what generators write for optional values", () => {
    const optional = object({
      one: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      two: { type: ["integer", "null"] },
      three: { $ref: "#/$defs/Color" },
      four: { oneOf: [{ const: "x", title: "The X" }, { const: "y" }] },
    });
    const steps = stepsOf({ ...optional, $defs: { Color: { enum: ["red"] } } });
    assert.deepEqual(
      steps?.map(({ kind }) => kind),
      ["string", "integer", "choice", "choice"],
    );
    assert.equal(steps?.[3]?.choices[0]?.label, "The X");
  });

  it("are none where there is nothing to ask, and no way where it is nested, open, large or odd", () => {
    assert.deepEqual(stepsOf(object({})), []);
    const nine = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    const odd: unknown[] = [
      undefined,
      null,
      7,
      [],
      { type: "object" },
      { type: "array" },
      object({ a: { type: "object" } }),
      object({ a: { type: "array" } }),
      object({ a: {} }),
      object({ a: true }),
      object({ a: { $ref: "#/properties/a" } }),
      object({ a: { type: "string" } }, { oneOf: [] }),
      object({ a: { type: "string" } }, { required: ["b"] }),
      object(nine),
    ];
    for (const schema of odd) {
      assert.equal(stepsOf(schema), undefined, JSON.stringify(schema));
    }
  });
});

describe("A typed argument", () => {
  const step = (kind: Step["kind"], required = true): Step => ({ name: "a", kind, required, choices: [] });

  it("is read by its type", () => {
    assert.deepEqual(readStep(step("number"), " 1.5e3 "), { value: 1500 });
    assert.deepEqual(readStep(step("integer"), "-7"), { value: -7 });
    assert.deepEqual(readStep(step("string"), " x "), { value: " x " });
  });

  it("says what is wrong", () => {
    assert.deepEqual(readStep(step("number"), "two"), { problem: "Not a number." });
    assert.deepEqual(readStep(step("number"), "0x10"), { problem: "Not a number." });
    assert.deepEqual(readStep(step("integer"), "1.5"), { problem: "Not a whole number." });
    assert.match(JSON.stringify(readStep(step("integer"), "9007199254740993")), /cannot be sent exactly/);
    assert.deepEqual(readStep(step("string"), ""), { problem: "A value is needed here." });
  });

  it("may be left out where it is optional", () => {
    assert.deepEqual(readStep(step("string", false), ""), { left: "out" });
    assert.deepEqual(readStep(step("number", false), " "), { left: "out" });
  });
});
