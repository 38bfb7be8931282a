import assert from "node:assert/strict";
import fc from "fast-check";
import { findingsIn } from "../../../src/wire/findings.ts";
import { JsonScan } from "../../../src/wire/jsonScan.ts";

const scan = new JsonScan();

function found(text: string, pieces: readonly number[] = [text.length]): string[] {
  scan.begin(Buffer.from(text));
  for (let turn = 0; !scan.isDone; turn++) {
    const before = scan.at;
    scan.advance(pieces[turn % pieces.length] as number);
    assert.ok(scan.at > before, "it comes to an end");
  }
  return findingsIn(scan.findings);
}

/** JSON as a tree that can hold a key twice, and numbers as texts. */
type Tree =
  | { kind: "leaf"; text: string; isUnsafe: boolean }
  | { kind: "array"; items: Tree[] }
  | { kind: "object"; members: [key: string, spelling: string, value: Tree][] };

const blank = fc.constantFrom("", " ", "\t ", "\r\n");
/** A text between quotes, with each character as it is or escaped. */
const spelt = (text: string): fc.Arbitrary<[string, string]> =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((escapes) => {
    const units = text.split("");
    const spelling = units.map((unit, index) => {
      const must = unit === '"' || unit === "\\" || /[\ud800-\udfff]/.test(unit);
      return must || escapes[index] ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : unit;
    });
    return [text, `"${spelling.join("")}"`];
  });
const key = fc
  .constantFrom(
    "",
    "a",
    "b",
    "id",
    "di",
    "ii",
    "ä",
    '"',
    "\\",
    "a:",
    "{",
    "\ud83d\ude00",
    "a key that is long",
  )
  .chain(spelt);
const numbers: [string, boolean][] = [
  ["0", false],
  ["-12.5e3", false],
  ["9007199254740991", false],
  ["9007199254740992", true],
  ["-9007199254740993", true],
  ["12345678901234567890", true],
  ["3.14159265358979323846", false],
  ["1e400", true],
  ["-1E+400", true],
  ["1e-400", false],
  [`1${"0".repeat(320)}.5`, true],
];
const leaf: fc.Arbitrary<Tree> = fc.oneof(
  fc.constantFrom(...numbers).map(([text, isUnsafe]): Tree => ({ kind: "leaf", text, isUnsafe })),
  fc
    .constantFrom("true", "false", "null", '"a\\"b"', '"\\\\"', '"{\\"a\\":1e400}"', '"12345678901234567890"')
    .map((text): Tree => ({ kind: "leaf", text, isUnsafe: false })),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }).map((items): Tree => ({ kind: "array", items })),
    fc.array(fc.tuple(key, tie("tree")), { maxLength: 24 }).map(
      (members): Tree => ({
        kind: "object",
        members: members.map(([[name, spelling], value]) => [name, spelling, value]),
      }),
    ),
  ),
}));

function textOf(of: Tree, space: string): string {
  switch (of.kind) {
    case "leaf":
      return `${space}${of.text}`;
    case "array":
      return `[${of.items.map((item) => textOf(item, space)).join(",")}${space}]`;
    default:
      return `{${of.members.map(([, spelling, value]) => `${space}${spelling}${space}:${textOf(value, space)}`).join(`${space},`)}}`;
  }
}

function hasDuplicate(of: Tree): boolean {
  if (of.kind === "leaf") {
    return false;
  }
  const children = of.kind === "array" ? of.items : of.members.map(([, , value]) => value);
  const names = of.kind === "array" ? [] : of.members.map(([name]) => name);
  return new Set(names).size < names.length || children.some(hasDuplicate);
}

function hasUnsafe(of: Tree): boolean {
  switch (of.kind) {
    case "leaf":
      return of.isUnsafe;
    case "array":
      return of.items.some(hasUnsafe);
    default:
      return of.members.some(([, , value]) => hasUnsafe(value));
  }
}

describe("JsonScan", () => {
  const cases: [text: string, expected: string[]][] = [
    ['{"a":1,"a":2}', ["duplicate-key"]],
    ['{"a":1,"\\u0061":2}', ["duplicate-key"]],
    ['{"":1,"":2}', ["duplicate-key"]],
    ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', []],
    ['[[{"x":0,"b":{"c":1},"x":0}]]', ["duplicate-key"]],
    ['{"a":"a","b":"a\\":","c":"{\\"a\\":1,\\"a\\":2}"}', []],
    ['{"a" : 1 ,\t"a" : 2}', ["duplicate-key"]],
    ['{"id":9007199254740993,"id":1}', ["unsafe-integer", "duplicate-key"]],
    ["9007199254740993", ["unsafe-integer"]],
    ['\ufeff{"a":1}', []],
  ];
  for (const [text, expected] of cases) {
    it(`finds ${expected.join(" and ") || "nothing"} in ${text}`, () => {
      assert.deepEqual(found(text), expected);
    });
  }

  it("agrees with a look at the tree, wherever it stops on the way", () => {
    fc.assert(
      fc.property(
        tree,
        blank,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (of, space, pieces) => {
          const text = textOf(of, space);
          JSON.parse(text);
          const expected = [
            ...(hasUnsafe(of) ? ["unsafe-integer"] : []),
            ...(hasDuplicate(of) ? ["duplicate-key"] : []),
          ];
          assert.deepEqual(found(text), expected);
          assert.deepEqual(found(text, pieces), expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never throws and comes to an end, whatever the bytes", () => {
    const brackets = fc.array(fc.constantFrom('"', "\\", "{", "}", ":", "\\u", "1e", "a"));
    fc.assert(fc.property(brackets, (pieces) => void found(pieces.join(""), [1])));
  });

  it("finds one key of many that stands twice, in time that grows with their number", () => {
    const keys = Array.from({ length: 200_000 }, (_, index) => `"key${index}":${index}`);
    assert.deepEqual(found(`{${keys.join(",")}}`), []);
    const began = performance.now();
    assert.deepEqual(found(`{${keys.join(",")},"key77":0}`), ["duplicate-key"]);
    // Comparing each with each would take minutes.
    assert.ok(performance.now() - began < 5000);
  });

  it("reads 100,000 levels of nesting", () => {
    const depth = 100_000;
    assert.deepEqual(found(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`), []);
    assert.deepEqual(found(`${'{"a":'.repeat(depth)}{"b":1,"b":2}${"}".repeat(depth)}`), ["duplicate-key"]);
  });
});
