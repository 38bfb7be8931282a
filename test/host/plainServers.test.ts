import assert from "node:assert/strict";
import type { CallOutcome, InFlightCall } from "../../src/servers/status.ts";
import { captured, messageOf } from "./capture.ts";
import { pythonServer, registerUserServers, restoreUserServers, run, statusOf, until } from "./toolwire.ts";

interface BatchOutcome {
  outcomes: CallOutcome[];
  notifications: number;
}

function call(server: string, method: string, params?: object, options: object = {}): Promise<CallOutcome> {
  return run("call", { server, method, params, ...options });
}

/** The id of the call in flight; what the handshake asks is not meant. */
async function idInFlight(server: string, method: string): Promise<string | number> {
  const { id } = await until("the call in flight", async () =>
    (await run<InFlightCall[]>("getInFlight", { server })).find((call) => call.method === method),
  );
  return id;
}

describe("Plain JSON-RPC servers", () => {
  before(() =>
    registerUserServers({
      python: pythonServer(),
      counting: { ...pythonServer(), requestIds: "integer" },
      custom: { ...pythonServer(), cancel: { method: "tool.cancel", idParam: "call" } },
      terse: pythonServer("--no-jsonrpc"),
    }),
  );
  after(async () => {
    for (const server of ["demo", "python", "counting", "custom", "terse"]) {
      await run("stopServer", { server });
    }
    await restoreUserServers();
  });

  it("answer two calls out of order: the demo as well", async () => {
    const order: string[] = [];
    const delayed = async (ms: number, value: string) => {
      const outcome = await call("demo", "tool.delay", { ms, value });
      order.push(value);
      return outcome.result;
    };
    assert.deepEqual(await Promise.all([delayed(400, "first sent"), delayed(1, "second sent")]), [
      "first sent",
      "second sent",
    ]);
    assert.deepEqual(order, ["second sent", "first sent"]);
  });

  it("[R5] answer a batch in one line each way; only members with an id get an outcome", async () => {
    const { outcomes, notifications } = await run<BatchOutcome>("sendBatch", {
      server: "demo",
      messages: [
        { method: "tool.delay", params: { ms: 100, value: "late" } },
        { method: "tool.echo", params: { heard: true }, notification: true },
        { method: "tool.fail", params: { message: "on purpose" } },
        { method: "tool.add", params: { a: 1, b: 2 } },
      ],
    });
    assert.equal(notifications, 1);
    assert.deepEqual(
      outcomes.map(({ method, result, error }) => [method, result ?? error?.code]),
      [
        ["tool.delay", "late"],
        ["tool.fail", -32603],
        ["tool.add", 3],
      ],
    );
    const batches = (await captured("demo")).filter(({ kind }) => kind === "batch");
    assert.deepEqual(
      batches.map(({ channel, members }) => [channel, members?.length]),
      [
        ["stdin", 4],
        ["stdout", 3],
      ],
    );
  });

  it("[R4] [R5] answer nothing to a batch of notifications", async () => {
    const messages = [1, 2].map(() => ({ method: "echo", notification: true }));
    assert.deepEqual(await run("sendBatch", { server: "python", messages }), {
      outcomes: [],
      notifications: 2,
    });
  });

  it("[R3] give the five error codes for what earns them", async () => {
    const code = async (method: string, params?: object) =>
      (await call("python", method, params)).error?.code;
    assert.equal(await code("no.such.method"), -32601);
    assert.equal(await code("add", { a: 1 }), -32602);
    assert.equal(await code("fail"), -32603);

    await run("sendRaw", { server: "python", text: '{"jsonrpc":"2.0","id":"unfinished","method":' });
    await run("sendRaw", { server: "python", text: '{"jsonrpc":"1.0","id":"old","method":"add"}' });
    // Answers come in the order of the lines, so both are recorded by now.
    assert.equal((await call("python", "add", { a: 1, b: 2 })).result, 3);
    const errors = (await captured("python")).filter(({ kind }) => kind === "error");
    const [parse, invalid] = errors.slice(-2).map((entry) => JSON.parse(entry.raw ?? ""));
    assert.deepEqual([parse.id, parse.error.code], [null, -32700]);
    assert.deepEqual([invalid.id, invalid.error.code], ["old", -32600]);
  });

  it("[R2] a bad line of the server's is kept, and the good ones after it are read", async () => {
    const text = 'Traceback (most recent call last):\n{"half": \n';
    const outcome = await call("python", "raw", { text });
    assert.equal(outcome.status, "ok");
    const kept = (await captured("python")).filter(({ kind }) => kind === "unparsed").slice(-2);
    assert.deepEqual(
      kept.map(({ channel, raw, findings }) => [channel, raw, findings]),
      [
        ["stdout", "Traceback (most recent call last):", ["stray-output"]],
        ["stdout", '{"half": ', ["invalid-json"]],
      ],
    );
    const printed = await call("demo", "tool.print", { text: "oops" });
    assert.deepEqual(printed.result, { printed: "oops" });
  });

  it("[R2] a 64 MB answer in one line arrives whole", async function () {
    this.timeout(180_000);
    const bytes = 64 * 1024 * 1024;
    const outcome = await call("python", "big", { bytes }, { timeoutMs: 120_000 });
    assert.equal(outcome.status, "ok", outcome.reason);
    const result = outcome.result as string;
    assert.equal(result.length, bytes);
    assert.equal(/[^x]/.test(result), false);
    const entry = (await captured("python")).find((candidate) => candidate.bytes > bytes);
    assert.equal(entry?.channel, "stdout");
    assert.equal(entry?.id, outcome.id);
    await run("clearTraffic", { server: "python" });
  });

  it("[R2] a code point that is split over two chunks arrives right", async () => {
    const text = "20 € for the 😀";
    assert.equal((await call("python", "split", { text })).result, text);
    assert.equal((await call("python", "split", { text: "naïve" })).result, "naïve");
  });

  it("[R6] get integer ids where their definition asks for them", async () => {
    const first = await call("counting", "add", { a: 1, b: 2 });
    const second = await call("counting", "add", { a: 3, b: 4 });
    assert.deepEqual([first.result, second.result], [3, 7]);
    assert.ok(Number.isInteger(first.id));
    assert.equal(second.id, (first.id as number) + 1);
    const requests = (await captured("counting")).filter(
      ({ kind, method }) => kind === "request" && method === "add",
    );
    assert.deepEqual(
      requests.map((entry) => messageOf(entry).id),
      [first.id, second.id],
    );
  });

  it("[R10] are cancelled with $/cancelRequest; their late answer is flagged and harms nothing", async () => {
    const running = call("python", "delay", { ms: 60_000 });
    const id = await idInFlight("python", "delay");
    assert.deepEqual(await run("cancel", { server: "python", id }), { cancelled: true });
    assert.equal((await running).status, "cancelled");
    const late = await until("the late answer", async () =>
      (await captured("python")).find((entry) => entry.id === id && entry.kind === "error"),
    );
    assert.deepEqual(late.findings, ["late-answer"]);
    assert.equal((await call("python", "add", { a: 1, b: 2 })).result, 3);
  });

  it("[R10] are cancelled in the way that their definition names", async () => {
    const running = call("custom", "delay", { ms: 60_000 });
    const id = await idInFlight("custom", "delay");
    assert.deepEqual(await run("cancel", { server: "custom", id }), { cancelled: true });
    assert.equal((await running).status, "cancelled");
    const sent = (await captured("custom")).find(({ method }) => method === "tool.cancel");
    assert.equal(sent?.channel, "stdin");
    assert.deepEqual(sent && messageOf(sent).params, { call: id });
  });

  it("[R11] progress by the id of its call belongs to that call", async () => {
    const [two, three] = await Promise.all([
      call("python", "slow", { steps: 2, stepMs: 20 }),
      call("python", "slow", { steps: 3, stepMs: 20 }),
    ]);
    assert.deepEqual([two.progress, three.progress], [2, 3]);
  });

  it('work without "jsonrpc", with a finding', async () => {
    assert.equal((await call("terse", "add", { a: 1, b: 2 })).result, 3);
    assert.equal((await statusOf("terse"))?.state, "ready");
    const answer = (await captured("terse")).findLast(({ kind }) => kind === "result");
    assert.deepEqual(answer?.findings, ["missing-jsonrpc"]);
  });
});
