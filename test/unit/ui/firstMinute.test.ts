import assert from "node:assert/strict";
import { type ParseError, parse } from "jsonc-parser";
import { methods } from "../../../src/demo/methods.ts";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { parseDefinitionFile } from "../../../src/servers/definitions/file.ts";
import { demoEntry, demoName, firstCall } from "../../../src/ui/firstMinute/demoEntry.ts";
import { cursorMark, mcpJsonTemplate } from "../../../src/ui/firstMinute/mcpJsonTemplate.ts";

const demo = { name: "demo", definition: { args: demoEntry.args } };

describe("The demo server's entry", () => {
  it("can be used, and names nothing that an update of the extension moves", () => {
    const parsed = parseEntry("demo", demoEntry, { source: "settings" });
    assert.ok("definition" in parsed);
    assert.match(JSON.stringify(demoEntry), /\$\{command:toolwire\.demo\.script\}/);
  });

  it("is registered once, under a name of its own", () => {
    assert.deepEqual(demoName([]), { name: "demo", registered: false });
    assert.deepEqual(demoName([demo]), { name: "demo", registered: true });
    const foreign = { name: "demo", definition: { args: ["demo.js"] } };
    assert.deepEqual(demoName([foreign]), { name: "demo-2", registered: false });
    assert.deepEqual(demoName([foreign, { ...demo, shadowedBy: "settings" }]).registered, false);
  });

  it("has the method that is offered first", () => {
    assert.ok(methods.some(({ name }) => name === firstCall.method));
  });
});

describe("A new mcp.json", () => {
  const text = mcpJsonTemplate.replace(cursorMark, "");

  it("is valid, and registers nothing until a comment is opened", () => {
    assert.deepEqual(parseDefinitionFile(text, ".vscode/mcp.json").entries, []);
    assert.equal(parseDefinitionFile(text, ".vscode/mcp.json").problem, undefined);
  });

  it("shows examples that are valid once they are uncommented", () => {
    const examples = text.replace(/^(\s*)\/\/ (?=["{}\]]| {2})/gm, "$1");
    const errors: ParseError[] = [];
    const { servers, inputs } = parse(examples, errors, { allowTrailingComma: true });
    assert.deepEqual(errors, []);
    assert.deepEqual(Object.keys(servers), ["everything", "search"]);
    assert.equal(inputs[0].id, "token");
    assert.deepEqual(parseDefinitionFile(examples, ".vscode/mcp.json").problem, undefined);
  });
});
