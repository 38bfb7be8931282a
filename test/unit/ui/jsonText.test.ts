import assert from "node:assert/strict";
import fc from "fast-check";
import { differenceOf, entriesAt, mistakeIn, withEntries } from "../../../src/ui/saving/jsonText.ts";

const servers = ["servers"];

describe("Writing entries into JSON", () => {
  it("keeps comments, order, indentation, line ends and the byte order mark", () => {
    const before =
      '\uFEFF{\r\n\t// first\r\n\t"servers": {\r\n\t\t"b": { "command": "y" } // b\'s own\r\n\t},\r\n\t"z": 1\r\n}\r\n';
    const after = withEntries(before, servers, [["a", { command: "x" }]]);
    assert.equal(
      after,
      '\uFEFF{\r\n\t// first\r\n\t"servers": {\r\n\t\t"b": { "command": "y" }, // b\'s own\r\n\t\t"a": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t},\r\n\t"z": 1\r\n}\r\n',
    );
  });

  it("writes short arrays in a line, and into files of one line", () => {
    const entry = { command: "npx", args: ["-y", "x"] };
    assert.equal(
      withEntries('{\n    "x": 1\n}', ["toolwire.servers"], [["a", entry]]),
      '{\n    "x": 1,\n    "toolwire.servers": {\n        "a": {\n            "command": "npx",\n' +
        '            "args": ["-y", "x"]\n        }\n    }\n}',
    );
    const replaced = withEntries('{\n  "servers": {\n    "a": 1, "b": 2\n  }\n}', servers, [["a", entry]]);
    assert.deepEqual(entriesAt(replaced, servers), { a: entry, b: 2 });
    assert.deepEqual(entriesAt(withEntries('{"servers":{"b":2}}', servers, [["a", entry]]), servers), {
      a: entry,
      b: 2,
    });
  });

  it("begins a file that is empty or not there, and removes what it is told to", () => {
    const text = withEntries("", ["mcpServers"], [["a", { command: "x" }]]);
    assert.deepEqual(JSON.parse(text), { mcpServers: { a: { command: "x" } } });
    assert.equal(text, '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n');
    assert.deepEqual(entriesAt(withEntries(text, ["mcpServers"], [["a", undefined]]), ["mcpServers"]), {});
  });

  it("takes an entry away with its comma and its own comment, and leaves all other words", () => {
    const text = [
      "{",
      '  "servers": {',
      "    // about a",
      '    "a": { "command": "x" }, // a itself',
      '    "b": {',
      '      "command": "y"',
      "    }, // b itself",
      "    // about c",
      '    "c": 1 // c itself',
      "    // the end",
      "  }",
      "}",
    ];
    const without = (name: string) => withEntries(text.join("\n"), servers, [[name, undefined]]).split("\n");
    assert.deepEqual(without("a"), text.toSpliced(3, 1));
    assert.deepEqual(without("b"), text.toSpliced(4, 3));
    assert.deepEqual(without("c"), text.toSpliced(6, 3, "    } // b itself", "    // about c"));
    assert.deepEqual(without("d"), text);
    const inLine = (name: string) =>
      withEntries('{"servers": {"a": 1, "b": 2, "a": 3}}', servers, [[name, undefined]]);
    assert.equal(inLine("a"), '{"servers": {"b": 2}}');
    assert.equal(inLine("b"), '{"servers": {"a": 1, "a": 3}}');
    assert.equal(withEntries('{"servers": {"a": 1,}}', servers, [["a", undefined]]), '{"servers": {}}');
  });

  it("takes a setting's name as one key", () => {
    const text = withEntries('{"a.b": 1}', ["settings", "toolwire.servers"], [["x", { command: "c" }]]);
    assert.deepEqual(JSON.parse(text).settings, { "toolwire.servers": { x: { command: "c" } } });
  });

  it("names the place of a mistake", () => {
    assert.deepEqual(mistakeIn('{\n "a": 1 "b"}', servers)?.position, { offset: 10, line: 2, column: 9 });
    assert.match(mistakeIn('{"servers": []}', servers)?.message ?? "", /"servers" is an array/);
    assert.match(mistakeIn("7", servers)?.message ?? "", /the file is 7/);
    assert.equal(mistakeIn("{ /* fine */ }", servers), undefined);
    assert.equal(mistakeIn(" \n", servers), undefined);
  });

  it("writes whatever is given, so that it is read again", () => {
    const entries = fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      fc.record({ command: fc.string(), args: fc.array(fc.string()) }, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(entries, entries, fc.constantFrom(0, 1, 4), (present, added, indent) => {
        const before = JSON.stringify({ servers: present }, undefined, indent);
        const after = withEntries(before, servers, Object.entries(added));
        assert.deepEqual(JSON.parse(after).servers, { ...present, ...added });
        const removed = withEntries(
          after,
          servers,
          Object.keys(added).map((name) => [name, undefined]),
        );
        const kept = Object.entries(present).filter(([name]) => !Object.hasOwn(added, name));
        assert.deepEqual(JSON.parse(removed).servers, Object.fromEntries(kept));
        const { start, end, text } = differenceOf(before, after);
        assert.equal(before.slice(0, start) + text + before.slice(end), after);
      }),
    );
  });
});
