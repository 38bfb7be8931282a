import assert from "node:assert/strict";
import type { LineProcess, Received } from "../fixtures/lineProcess.ts";
import { startDemo } from "../fixtures/servers.ts";

describe("demo server", () => {
  let demo: LineProcess;

  before(() => {
    demo = startDemo();
  });

  after(() => demo.kill());

  it("lists every method with a description and an input schema", async () => {
    const { result } = await demo.call(1, "tool.list");
    assert.deepEqual(
      result.map((method: { name: string }) => method.name),
      [
        "tool.list",
        "tool.add",
        "tool.echo",
        "tool.slow",
        "tool.delay",
        "tool.fail",
        "tool.print",
        "tool.silent",
      ],
    );
    for (const { name, description, inputSchema } of result) {
      assert.ok(description.length > 0, name);
      assert.equal(inputSchema.type, "object", name);
    }
  });

  it("[R7] takes parameters by name and by position", async () => {
    assert.equal((await demo.call("a", "tool.add", { a: 1, b: 2 })).result, 3);
    assert.equal((await demo.call("b", "tool.add", [0.5, 2])).result, 2.5);
    assert.deepEqual((await demo.call("c", "tool.echo", { any: ["thing"] })).result, { any: ["thing"] });
    assert.deepEqual((await demo.call("d", "tool.echo", [1, null])).result, [1, null]);
    assert.deepEqual((await demo.call("e", "tool.echo")).result, {});
  });

  it("[R3] -32602 names every problem and the schema in error.data", async () => {
    const { error } = await demo.call(1, "tool.add", { a: "one", sum: 2 });
    assert.equal(error?.code, -32602);
    assert.deepEqual(error?.data.problems, ['a: expected a number, got "one"', "b: is missing"]);
    assert.deepEqual(error?.data.unknown, ["sum"]);
    assert.deepEqual(error?.data.inputSchema.required, ["a", "b"]);
  });

  it("[R3] -32602 for a number out of range", async () => {
    const { error } = await demo.call(1, "tool.slow", { steps: 0, stepMs: 1.5 });
    assert.deepEqual(error?.data.problems, [
      "steps: must be at least 1, got 0",
      "stepMs: expected an integer, got 1.5",
    ]);
  });

  it("[R2] [R8] a bad line gets -32700 with id null, and good lines follow", async () => {
    demo.send('{"jsonrpc":"2.0","id":1,"method":');
    const bad = await demo.next();
    assert.equal(bad.id, null);
    assert.equal(bad.error?.code, -32700);
    assert.equal((await demo.call(2, "tool.add", { a: 1, b: 1 })).result, 2);
  });

  it("[R3] -32600 for what is not an envelope", async () => {
    const cases: [string, string | number | null][] = [
      ['{"id":1,"method":"tool.list"}', 1],
      ['{"jsonrpc":"2.0","id":2,"method":5}', 2],
      ['{"jsonrpc":"2.0","id":{},"method":"tool.list"}', null],
      ['{"jsonrpc":"2.0","id":null,"method":"tool.list"}', null],
      ['{"jsonrpc":"2.0","id":3,"method":"tool.list","params":"x"}', 3],
      ['{"jsonrpc":"2.0","id":4,"method":"tool.list","result":1}', 4],
      ["17", null],
      ["[]", null],
    ];
    for (const [line, id] of cases) {
      demo.send(line);
      const { id: answered, error } = await demo.next();
      assert.equal(error?.code, -32600, line);
      assert.equal(answered, id, line);
    }
  });

  it("[R3] -32601 for an unknown method, with the known ones", async () => {
    const { error } = await demo.call(1, "initialize", {});
    assert.equal(error?.code, -32601);
    assert.ok(error?.data.methods.includes("tool.add"));
  });

  it("[R12] what a method throws is -32603 with its class in data.exception, its stack on stderr", async () => {
    const { error } = await demo.call(1, "tool.fail", { message: "broken" });
    assert.deepEqual(error, { code: -32603, message: "broken", data: { exception: "TypeError" } });
    await demo.until(() => demo.stderr.includes("TypeError: broken\n    at "));
  });

  it("[R4] a notification gets no answer, whatever becomes of it", async () => {
    demo.send({ jsonrpc: "2.0", method: "tool.add", params: { a: 1, b: 2 } });
    demo.send({ jsonrpc: "2.0", method: "tool.unknown" });
    demo.send({ jsonrpc: "2.0", method: "tool.fail" });
    demo.send({ jsonrpc: "2.0", id: "theirs", result: 1 });
    assert.equal((await demo.call("next", "tool.echo")).id, "next");
  });

  it("[R11] a slow call reports progress under its id and logs, before it answers", async () => {
    demo.send({ jsonrpc: "2.0", id: "s", method: "tool.slow", params: { steps: 2, stepMs: 1 } });
    const messages: Received[] = [];
    while (messages.length < 5) {
      messages.push(await demo.next());
    }
    assert.deepEqual(
      messages.map((message) => message.method ?? "answer"),
      ["log.message", "$/progress", "$/progress", "log.message", "answer"],
    );
    assert.deepEqual(messages[0]?.params, { level: "info", text: "slow: 2 steps of 1 ms" });
    assert.deepEqual(messages[2]?.params, {
      token: "s",
      value: { progress: 2, total: 2, message: "step 2 of 2" },
    });
    assert.deepEqual(messages[4]?.result, { steps: 2, stepMs: 1 });
  });

  it("[R10] $/cancelRequest ends a call at once, by value and type of its id", async () => {
    demo.send({ jsonrpc: "2.0", id: 1, method: "tool.slow", params: { steps: 2, stepMs: 3_600_000 } });
    demo.send({ jsonrpc: "2.0", id: "1", method: "tool.delay", params: { ms: 3_600_000 } });
    assert.equal((await demo.next()).method, "log.message");
    demo.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: "1" } });
    const first = await demo.next();
    assert.deepEqual([first.id, first.error], ["1", { code: -32800, message: "cancelled" }]);
    demo.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
    const second = await demo.next();
    assert.deepEqual([second.id, second.error?.code], [1, -32800]);
    demo.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: "unknown" } });
    demo.send({ jsonrpc: "2.0", method: "$/cancelRequest" });
    assert.equal((await demo.call(2, "tool.add", [1, 1])).result, 2);
  });

  it("[R6] two calls are answered out of order", async () => {
    demo.send({ jsonrpc: "2.0", id: "late", method: "tool.delay", params: { ms: 100, value: "late" } });
    demo.send({ jsonrpc: "2.0", id: "early", method: "tool.delay", params: { ms: 0, value: "early" } });
    assert.deepEqual([(await demo.next()).result, (await demo.next()).result], ["early", "late"]);
  });

  it("prints a stray line before it answers", async () => {
    demo.send({ jsonrpc: "2.0", id: 1, method: "tool.print", params: { text: "oops" } });
    assert.equal(await demo.nextLine(), "oops");
    assert.deepEqual((await demo.next()).result, { printed: "oops" });
  });

  it("[R5] the members of a batch run together and share one answer", async () => {
    demo.send([
      { jsonrpc: "2.0", id: 1, method: "tool.delay", params: { ms: 20, value: "waited" } },
      { jsonrpc: "2.0", method: "tool.add", params: { a: 1, b: 2 } },
      { jsonrpc: "2.0", id: "2", method: "tool.fail" },
      { jsonrpc: "2.0", id: 3, method: "tool.silent" },
      "nonsense",
    ]);
    const answers = JSON.parse(await demo.nextLine());
    assert.deepEqual(
      answers.map(({ id, result, error }: { id: unknown; result?: unknown; error?: { code: number } }) => [
        id,
        result ?? error?.code,
      ]),
      [
        [1, "waited"],
        ["2", -32603],
        [null, -32600],
      ],
    );
  });

  it("[R5] a batch of notifications only gets no reply", async () => {
    demo.send([
      { jsonrpc: "2.0", method: "tool.echo" },
      { jsonrpc: "2.0", method: "tool.fail" },
    ]);
    assert.equal((await demo.call("next", "tool.echo")).id, "next");
  });

  it("[R2] a code point that lies in two chunks and U+2028 arrive as they are", async () => {
    const line = Buffer.from(
      '{"jsonrpc":"2.0","id":1,"method":"tool.echo","params":["\u20ac\u2028\u{1f600}"]}\r\n',
    );
    const middle = line.indexOf(0xf0) + 2;
    await demo.until(() => demo.stderr.includes("ready"));
    demo.child.stdin.write(line.subarray(0, middle));
    await new Promise((resolve) => setTimeout(resolve, 30));
    demo.child.stdin.write(line.subarray(middle));
    assert.deepEqual((await demo.next()).result, ["\u20ac\u2028\u{1f600}"]);
  });
});

describe("demo server, a process of its own", () => {
  let demo: LineProcess;

  beforeEach(() => {
    demo = startDemo();
  });

  afterEach(() => demo.kill());

  it("[R9] a silent call is never answered, cancelled or not", async () => {
    demo.send({ jsonrpc: "2.0", id: 1, method: "tool.silent" });
    demo.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
    assert.equal((await demo.call(2, "tool.echo")).id, 2);
    await demo.end();
    assert.equal(demo.lines.length, 1);
  });

  it("ends by itself when its stdin ends, and answers what still runs as cancelled", async () => {
    demo.send({ jsonrpc: "2.0", id: 1, method: "tool.delay", params: { ms: 3_600_000 } });
    demo.child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"tool.add","params":[1,2]}');
    assert.deepEqual(await demo.exit, { code: 0, signal: null });
    assert.deepEqual(
      demo.lines.map((line) => JSON.parse(line)).map(({ id, result, error }) => [id, result ?? error.code]),
      [
        [2, 3],
        [1, -32800],
      ],
    );
    assert.match(demo.stderr, /^demo: ready.*\ndemo: end of input, goodbye\n$/);
  });
});
