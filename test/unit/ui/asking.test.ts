import assert from "node:assert/strict";
import { withoutSecrets } from "../../../src/ui/ask/lastArguments.ts";
import { describeRawLine } from "../../../src/ui/ask/rawLine.ts";
import { argumentsSchema, requestFor } from "../../../src/ui/ask/target.ts";
import { expandTemplate, templateVariables } from "../../../src/ui/ask/uriTemplate.ts";
import { readRequest } from "../../../src/ui/requests/request.ts";
import { firstValue, readText } from "../../../src/ui/requests/requestText.ts";

describe("Last arguments", () => {
  it("are kept without texts whose names look secret", () => {
    const { params, incomplete } = withoutSecrets({
      user: "u",
      apiKey: "k",
      maxTokens: 5,
      key: "name",
      inner: [{ password: "p", ok: true }],
    });
    assert.deepEqual(params, { user: "u", maxTokens: 5, key: "name", inner: [{ ok: true }] });
    assert.ok(incomplete);
    assert.ok(!withoutSecrets({ a: 1 }).incomplete);
  });
});

describe("A URI template", () => {
  it("has variables, and those of a query may be left out", () => {
    assert.deepEqual(templateVariables("file:///{+path}{?limit,q*}{#path}"), [
      { name: "path", required: true },
      { name: "limit", required: false },
      { name: "q", required: false },
    ]);
  });

  it("is expanded as RFC 6570 has it", () => {
    const values = { path: "a/b c", id: "1/2", q: "x y" };
    assert.equal(expandTemplate("file:///{+path}", values), "file:///a/b%20c");
    assert.equal(expandTemplate("res://{id}{?q,none}", values), "res://1%2F2?q=x%20y");
    assert.equal(expandTemplate("res:{/id}{#path}", values), "res:/1%2F2#a/b%20c");
    assert.equal(expandTemplate("res://{none}", values), "res://");
  });
});

describe("What goes to the server", () => {
  it("is prompts/get for a prompt and resources/read for a resource", () => {
    assert.deepEqual(requestFor({ kind: "prompt", name: "p" }, { a: "1" }), {
      method: "prompts/get",
      params: { name: "p", arguments: { a: "1" } },
    });
    assert.deepEqual(requestFor({ kind: "prompt", name: "p" }, {}), {
      method: "prompts/get",
      params: { name: "p" },
    });
    assert.deepEqual(requestFor({ kind: "resource", name: "r", uri: "x://{id}" }, { id: "7" }), {
      method: "resources/read",
      params: { uri: "x://7" },
    });
  });

  it("asks for a template's variables", () => {
    const schema = argumentsSchema({ listed: () => [] }, "s", {
      kind: "resource",
      name: "r",
      uri: "x://{id}",
    });
    assert.deepEqual((schema as { required: string[] }).required, ["id"]);
  });
});

describe("A raw line", () => {
  it("is named, whatever it is", () => {
    assert.equal(describeRawLine(""), "An empty line.");
    assert.match(describeRawLine("{"), /^Not JSON/);
    assert.match(
      describeRawLine('{"jsonrpc":"2.0","id":1,"method":"a"}'),
      /^A request of a with the id 1\.$/,
    );
    assert.match(describeRawLine('{"method":"a"}'), /^A notification of a.*missing-jsonrpc/);
    assert.match(describeRawLine("[]"), /^A batch of 0.*empty-batch/);
    assert.match(describeRawLine('{"jsonrpc":"2.0","id":1,"result":1}'), /^The answer \(result\)/);
    assert.match(describeRawLine("7"), /none of JSON-RPC/);
  });
});

describe("A request's document", () => {
  it("may have comments and commas too many", () => {
    assert.deepEqual(readText('// note\n{"a": 1,}'), { value: { a: 1 } });
    assert.deepEqual(readText(""), { value: undefined });
    assert.deepEqual(readText('{"a" 1}'), { problem: "colon expected", offset: 5 });
  });

  it("begins with its first value selected", () => {
    assert.deepEqual(firstValue('{"a": {"b": "xy"}}'), { start: 13, end: 15 });
    assert.deepEqual(firstValue('{"a": 12}'), { start: 6, end: 8 });
    assert.equal(firstValue("{}"), undefined);
  });

  it("says in its address what it sends", () => {
    const request = { kind: "call", server: "s", target: { name: "t", kind: "tool" } } as const;
    assert.deepEqual(readRequest(JSON.stringify(request)), request);
    assert.equal(readRequest("{}"), undefined);
    assert.equal(readRequest("x"), undefined);
  });
});
