import assert from "node:assert/strict";
import { parseTree } from "jsonc-parser";
import { completionsAt } from "../../../src/ui/schema/completion.ts";
import { explanationAt } from "../../../src/ui/schema/explanation.ts";

const schema = {
  type: "object",
  properties: {
    color: { $ref: "#/$defs/Color" },
    size: {
      type: "object",
      properties: { width: { type: "integer", description: "In pixels.", minimum: 1 } },
    },
    loud: { type: "boolean" },
  },
  required: ["color"],
  $defs: { Color: { enum: ["red", "green"], description: "A colour." } },
};

/** The completions where the text has a `|`. */
function at(text: string) {
  const offset = text.indexOf("|");
  return completionsAt(schema, text.replace("|", ""), offset);
}

describe("Completion from a schema", () => {
  it("offers properties with something to begin with", () => {
    const found = at("{|}");
    assert.deepEqual(
      found.map(({ text }) => text),
      ['"color": "red"', '"size": {}', '"loud": false'],
    );
    assert.equal(found[0]?.required, true);
  });

  it("replaces the name that is being typed, quotes and all, and leaves a value that is there", () => {
    const [found] = at('{"co|": 1}');
    assert.deepEqual([found?.text, found?.start, found?.end], ['"color"', 1, 5]);
    assert.deepEqual(
      at('{"color": "red", |}').map(({ label }) => label),
      ["size", "loud"],
    );
    assert.equal(at('{|"size": {}}')[0]?.text, '"color": "red",');
  });

  it("offers values, also inside", () => {
    assert.deepEqual(
      at('{"color": |}').map(({ text }) => text),
      ['"red"', '"green"'],
    );
    assert.deepEqual(
      at('{"loud": |}').map(({ text }) => text),
      ["true", "false"],
    );
    assert.deepEqual(
      at('{"size": {"|"}}').map(({ text }) => text),
      ['"width": 1'],
    );
  });

  it("stands circles and nonsense", () => {
    const circle = { $ref: "#", properties: { a: { $ref: "#" } }, anyOf: [{ $ref: "#" }] };
    assert.deepEqual(
      completionsAt(circle, "{}", 1).map(({ label }) => label),
      ["a"],
    );
    assert.deepEqual(completionsAt("no schema", "{}", 1), []);
  });
});

describe("What a schema says about a place", () => {
  it("is its type, description and limits", () => {
    const text = '{"size": {"width": 3}}';
    const tree = parseTree(text);
    assert.ok(tree);
    const found = explanationAt(schema, tree, text.indexOf("width"));
    assert.equal(found?.heading, "width: integer");
    assert.deepEqual(found?.lines, ["In pixels.", "From 1 to …"]);
    assert.equal(explanationAt(schema, tree, 0), undefined);
  });
});
