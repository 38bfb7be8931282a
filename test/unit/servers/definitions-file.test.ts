import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { DefinitionFiles } from "../../../src/servers/definitions/definitionFiles.ts";
import { parseDefinitionFile } from "../../../src/servers/definitions/file.ts";
import { readDefinitionFile } from "../../../src/servers/definitions/fileContent.ts";

const vscode = ".vscode/mcp.json";
const root = ".mcp.json";

describe("parseDefinitionFile", () => {
  it("contract: .vscode/mcp.json holds servers and inputs, as JSON with comments", () => {
    const text = `\uFEFF{
  // the servers
  "servers": {
    "one": { "command": "a" }, /* and */
    "two": { "command": "b", },
  },
  "inputs": [
    { "type": "promptString", "id": "token", "description": "The token", "password": true },
    { "type": "pickString", "id": "level", "options": ["low", { "label": "High", "value": "high" }], "default": "low" },
    { "type": "command", "id": "port", "command": "ext.port", "args": { "kind": "free" } },
  ],
}`;
    const file = parseDefinitionFile(text, vscode);
    assert.equal(file.problem, undefined);
    assert.deepEqual(
      file.entries.map(({ name, position }) => [name, position.line, position.column]),
      [
        ["one", 4, 5],
        ["two", 5, 5],
      ],
    );
    for (const { name, position } of file.entries) {
      assert.equal(text.slice(1).startsWith(JSON.stringify(name), position.offset), true);
    }
    assert.deepEqual(
      [...file.inputs.inputs.values()].map((input) => ({ ...input })),
      [
        { type: "promptString", id: "token", description: "The token", password: true },
        {
          type: "pickString",
          id: "level",
          default: "low",
          options: ["low", { label: "High", value: "high" }],
        },
        {
          type: "command",
          id: "port",
          command: "ext.port",
          args: Object.assign(Object.create(null), { kind: "free" }),
        },
      ],
    );
  });

  it("contract: .mcp.json holds mcpServers", () => {
    const file = parseDefinitionFile('{"mcpServers":{"m":{"command":"x"}},"servers":{"no":{}}}', root);
    assert.deepEqual(
      file.entries.map(({ name }) => name),
      ["m"],
    );
  });

  it("keeps the order of the file, doubles and names that are numbers included", () => {
    const file = parseDefinitionFile('{"servers":{"b":{},"2":{},"1":{},"b":{}}}', vscode);
    assert.deepEqual(
      file.entries.map(({ name }) => name),
      ["b", "2", "1", "b"],
    );
  });

  it("counts lines by any terminator", () => {
    const file = parseDefinitionFile('{\r\n"servers":\r{\n  "a": {}}}', vscode);
    assert.deepEqual(file.entries[0]?.position, { offset: 18, line: 4, column: 3 });
  });

  const mistakes: [text: string, message: string][] = [
    [
      '{\n  "servers": {\n    "a" {}\n  }\n}',
      ".vscode/mcp.json, line 3, column 9: not valid JSON: expected a colon",
    ],
    [
      '{"servers": {"a": {} "b": {}}}',
      ".vscode/mcp.json, line 1, column 22: not valid JSON: expected a comma",
    ],
    ['{"servers": {', ".vscode/mcp.json, line 1, column 14: not valid JSON: expected a comma or }"],
    [
      '{"servers": nope}',
      ".vscode/mcp.json, line 1, column 13: not valid JSON: expected a text in double quotes, a number, true, false or null",
    ],
    [
      '{"servers": "open\n}',
      ".vscode/mcp.json, line 1, column 13: not valid JSON: expected a double quote at the end of the text",
    ],
    ["{} {}", ".vscode/mcp.json, line 1, column 4: not valid JSON: expected the end of the file"],
    ["[]", '.vscode/mcp.json, line 1, column 1: found an array, expected an object with "servers"'],
    ['{"servers": []}', '.vscode/mcp.json, line 1, column 13: "servers" is an array: expected an object'],
    [
      '{"mcpServers": {}}',
      '.vscode/mcp.json, line 1, column 2: found "mcpServers", expected "servers", as it is called in this file',
    ],
  ];
  for (const [text, message] of mistakes) {
    it(`[R13] ${JSON.stringify(text)} is a problem with its place and what was expected`, () => {
      assert.equal(parseDefinitionFile(text, vscode).problem?.message, message);
    });
  }

  it("an empty file, one of blanks, and one without servers hold no entries and are no problem", () => {
    for (const text of ["", " \n", "{}", '{"inputs":[]}']) {
      const file = parseDefinitionFile(text, vscode);
      assert.deepEqual([file.entries, file.problem], [[], undefined], text);
    }
  });

  it("[R13] a file nested too deeply for the parser is a problem, not a crash", () => {
    const file = parseDefinitionFile("[".repeat(500_000), vscode);
    assert.match(file.problem?.message ?? "", /nested too deeply/);
  });

  it("[R13] a wrong input harms no other input", () => {
    const { inputs } = parseDefinitionFile(
      JSON.stringify({
        inputs: [
          5,
          { id: "none" },
          { id: "odd", type: "promptNumber" },
          { id: "empty", type: "pickString", options: [] },
          { id: "command", type: "command" },
          { id: "good", type: "promptString" },
          { id: "good", type: "pickString", options: ["second"] },
        ],
      }),
      vscode,
    );
    assert.deepEqual([...inputs.inputs.values()], [{ type: "promptString", id: "good" }]);
    assert.deepEqual([...inputs.problems.keys()], ["none", "odd", "empty", "command"]);
    assert.match(inputs.problems.get("odd") ?? "", /"type" is "promptNumber": expected "promptString"/);
  });

  it("property: any text: nothing throws", () => {
    const fragment = fc.constantFrom(
      ...'{ } [ ] , : " // /* */ null \\u \n'.split(" "),
      ...['"servers"', '"inputs"', '"id"', '"type"', '"promptString"', '"a"'],
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fragment).map((parts) => parts.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(vscode, root), (content, source) => {
        parseDefinitionFile(content, source as typeof vscode);
      }),
      { numRuns: 2000 },
    );
  });

  it("property: any servers and inputs: every entry is found, in its order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.jsonValue())), fc.jsonValue(), (entries, inputs) => {
        const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
        const text = `{"inputs":${JSON.stringify(inputs)},"servers":{${members.join(",\n")}}}`;
        const file = parseDefinitionFile(text, vscode);
        assert.deepEqual(
          file.entries.map(({ name }) => name),
          entries.map(([name]) => name),
        );
        for (const { name, position } of file.entries) {
          assert.equal(text.startsWith(JSON.stringify(name), position.offset), true);
        }
      }),
    );
  });
});

describe("readDefinitionFile", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire-files-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("reads a file; a missing one is no problem, an unreadable one is [R13]", async () => {
    await writeFile(join(folder, "a.json"), "{}");
    await mkdir(join(folder, "b.json"));
    assert.deepEqual(await readDefinitionFile(join(folder, "a.json")), { text: "{}" });
    assert.equal(await readDefinitionFile(join(folder, "none.json")), undefined);
    assert.equal(await readDefinitionFile(join(folder, "a.json", "none.json")), undefined);
    assert.deepEqual(await readDefinitionFile(join(folder, "b.json")), {
      problem: "EISDIR",
    });
  });

  it("remembers what a file said before a mistake, until it is right again or gone", async () => {
    const files = new DefinitionFiles();
    const path = join(folder, "mcp.json");
    const read = async (text: string) => {
      await writeFile(path, text);
      return files.read(path, ".mcp.json");
    };
    const good = '{ "mcpServers": {} }';
    assert.deepEqual(await read("{"), { text: "{" });
    assert.deepEqual(await read(good), { text: good });
    assert.deepEqual(await read("{"), { text: "{", lastReadable: good });
    assert.deepEqual(await read("[]"), { text: "[]", lastReadable: good });
    const better = '{ "mcpServers": { "a": {} } }';
    assert.deepEqual(await read(better), { text: better });
    assert.deepEqual(await read("{{"), { text: "{{", lastReadable: better });
    await rm(path);
    assert.equal(await files.read(path, ".mcp.json"), undefined);
    assert.deepEqual(await read("{"), { text: "{" });
  });
});
