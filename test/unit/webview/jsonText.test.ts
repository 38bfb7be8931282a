import assert from "node:assert/strict";
import fc from "fast-check";
import { childrenOf, type JsonNode, parseRoot, valueText } from "../../../src/webview/jsonText.ts";

/** What the nodes together say. */
function read(text: string, node: JsonNode): unknown {
  const children = childrenOf(text, node);
  switch (node.kind) {
    case "object": {
      const made: Record<string, unknown> = {};
      for (const child of children) {
        Object.defineProperty(made, String(child.key), {
          value: read(text, child),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return made;
    }
    case "array":
      return children.map((child) => read(text, child));
    case "string":
      return valueText(text, node);
    default:
      return JSON.parse(valueText(text, node));
  }
}

describe("JSON where it stands", () => {
  it("reads what JSON.parse reads, however it is spaced", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, "\t"), (value, space) => {
        const text = ` ${JSON.stringify(value, null, space)} `;
        const root = parseRoot(text);
        assert.ok(root);
        assert.deepEqual(read(text, root), JSON.parse(text));
      }),
    );
  });

  it("[R15] keeps digits and doubled keys", () => {
    const text = '{"n":9007199254740993,"a":1,"a":2}';
    const root = parseRoot(text);
    assert.ok(root);
    assert.deepEqual(
      childrenOf(text, root).map((node) => [node.key, valueText(text, node)]),
      [
        ["n", "9007199254740993"],
        ["a", "1"],
        ["a", "2"],
      ],
    );
  });

  it("shows what is there of a text that was cut, wherever it was cut", () => {
    const whole = JSON.stringify({ result: { list: [1, 'two " [', { three: null }], deep: [[["x"]]] } });
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length);
      const visit = (node: JsonNode): void => {
        assert.ok(node.end <= text.length);
        for (const child of childrenOf(text, node)) {
          visit(child);
        }
      };
      const root = parseRoot(text);
      assert.ok(root);
      visit(root);
    }
  });

  it("does not take other text for JSON, and ends with all of it", () => {
    assert.equal(parseRoot("DEBUG loading"), undefined);
    assert.equal(parseRoot(""), undefined);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:1 x\\'), maxLength: 40 }), (text) => {
        const visit = (node: JsonNode, depth: number): void => {
          for (const child of childrenOf(text, node)) {
            if (depth < 50) {
              visit(child, depth + 1);
            }
          }
        };
        const root = parseRoot(text);
        if (root !== undefined) {
          visit(root, 0);
        }
      }),
    );
  });

  it("is not brought down by depth", () => {
    const text = "[".repeat(200_000);
    const root = parseRoot(text);
    assert.ok(root);
    assert.equal(childrenOf(text, root).length, 1);
  });
});
