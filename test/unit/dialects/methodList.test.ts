import assert from "node:assert/strict";
import { readMethodList } from "../../../src/dialects/methodList.ts";

describe("what a plain server's discovery lists", () => {
  const names = (result: Parameters<typeof readMethodList>[0]) =>
    readMethodList(result)?.listed.map(({ name }) => name);

  it("is an array of strings or objects, bare or under methods or tools, doubles kept", () => {
    assert.deepEqual(names(["a", { name: "b" }, "a"]), ["a", "b", "a"]);
    assert.deepEqual(names({ methods: ["a"] }), ["a"]);
    assert.deepEqual(names({ tools: [{ name: " b ü" }] }), [" b ü"]);
    assert.deepEqual(names([]), []);
  });

  it("is nothing where there is no such array", () => {
    for (const result of [undefined, null, 1, "a", {}, { methods: {} }]) {
      assert.equal(readMethodList(result), undefined);
    }
  });

  it("counts what has no name and leaves out what has the wrong shape", () => {
    const list = readMethodList([null, 1, [], { name: 1 }, { name: "a", description: 1, params: null }]);
    assert.deepEqual(list, { listed: [{ name: "a", kind: "method" }], nameless: 4 });
  });

  it("takes inputSchema, or params that are one, as they are", () => {
    const schema = { type: "object" };
    const list = readMethodList([
      { name: "a", description: "A.", inputSchema: schema, params: ["x"] },
      { name: "b", params: schema },
    ]);
    assert.deepEqual(list?.listed, [
      { name: "a", kind: "method", description: "A.", inputSchema: schema },
      { name: "b", kind: "method", inputSchema: schema },
    ]);
  });

  it("takes a schema that is nested as deep as a server likes", () => {
    const schema = JSON.parse(`${'{"not":'.repeat(100_000)}true${"}".repeat(100_000)}`);
    const list = readMethodList([{ name: "a", params: [{ name: "p", schema }] }]);
    assert.deepEqual(
      list?.listed.map(({ name }) => name),
      ["a"],
    );
  });

  it("makes a schema of OpenRPC's params", () => {
    const list = readMethodList({
      openrpc: "1.3.2",
      methods: [
        {
          name: "add",
          summary: "Adds.",
          params: [
            { name: "a", required: true, description: "First.", schema: { type: "number" } },
            { name: "b", schema: true },
            "__proto__",
            { schema: {} },
          ],
        },
      ],
    });
    assert.deepEqual(list?.listed, [
      {
        name: "add",
        kind: "method",
        description: "Adds.",
        inputSchema: {
          type: "object",
          properties: Object.fromEntries([
            ["a", { type: "number", description: "First." }],
            ["b", true],
            ["__proto__", {}],
          ]),
          required: ["a"],
        },
      },
    ]);
  });

  it("makes a schema of an array where OpenRPC takes params by position only", () => {
    const list = readMethodList({
      methods: [
        {
          name: "add",
          paramStructure: "by-position",
          params: [{ name: "a", required: true, schema: { type: "number" } }, { name: "b" }],
        },
      ],
    });
    assert.deepEqual(list?.listed[0]?.inputSchema, {
      type: "array",
      prefixItems: [{ type: "number" }, {}],
      minItems: 1,
    });
  });

  it("resolves OpenRPC's references to components, and brings along what schemas refer to", () => {
    const components = {
      contentDescriptors: { A: { name: "a", schema: { $ref: "#/components/schemas/Number" } } },
      schemas: { Number: { type: "number" } },
    };
    const params = [
      { $ref: "#/components/contentDescriptors/A" },
      { $ref: "#/components/contentDescriptors/missing" },
    ];
    const list = readMethodList({ components, methods: [{ name: "add", params }] });
    assert.deepEqual(list?.listed[0]?.inputSchema, {
      type: "object",
      properties: { a: { $ref: "#/components/schemas/Number" } },
      required: [],
      components,
    });
  });
});
