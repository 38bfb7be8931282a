import assert from "node:assert/strict";
import type { CallOutcome, InFlightCall } from "../../src/servers/status.ts";
import { pythonServer, registerUserServers, restoreUserServers, run, statusOf, until } from "./toolwire.ts";

interface BatchOutcome {
  outcomes: CallOutcome[];
  notifications: number;
}

function call(server: string, method: string, params?: object, options: object = {}): Promise<CallOutcome> {
  return run("call", { server, method, params, ...options });
}

describe("Calls", () => {
  before(() => registerUserServers({ python: pythonServer() }));
  after(async () => {
    for (const server of ["demo", "python", "everything", "filesystem"]) {
      await run("stopServer", { server });
    }
    await restoreUserServers();
  });

  it("start a stopped server", async () => {
    await run("stopServer", { server: "demo" });
    const outcome = await call("demo", "tool.add", { a: 3, b: 4 });
    assert.equal(outcome.status, "ok");
    assert.equal(outcome.result, 7);
    assert.equal(outcome.server, "demo");
    assert.equal(outcome.method, "tool.add");
    assert.equal(typeof outcome.id, "string");
    assert.equal(outcome.progress, 0);
    assert.equal((await statusOf("demo"))?.state, "ready");
    assert.equal("error" in outcome || "reason" in outcome, false, "absent keys are absent");
  });

  it("bring back an error with its data [R3]", async () => {
    const outcome = await call("demo", "tool.add", { a: "x" });
    assert.equal(outcome.status, "error");
    assert.equal(outcome.error?.code, -32602);
    assert.ok(outcome.error?.data);
    for (const code of [-32700, -32600, -32601, -32602, -32603]) {
      const each = await call("python", "error", { code, message: "as asked" });
      assert.deepEqual(each.error, { code, message: "as asked" });
    }
  });

  it("are answered out of order, each at its own", async () => {
    const [slow, quick] = await Promise.all([
      call("python", "delay", { ms: 300, value: "slow" }),
      call("python", "delay", { ms: 1, value: "quick" }),
    ]);
    assert.equal(slow.result, "slow");
    assert.equal(quick.result, "quick");
    assert.ok(slow.durationMs > quick.durationMs);
  });

  it("count progress and show it in flight [R11]", async () => {
    const running = call("demo", "tool.slow", { steps: 3, stepMs: 200 });
    const seen = await until("progress in flight", async () => {
      const [inFlight] = await run<InFlightCall[]>("getInFlight", { server: "demo" });
      return inFlight?.progress === undefined ? undefined : inFlight;
    });
    assert.equal(seen.method, "tool.slow");
    assert.equal(seen.progress?.total, 3);
    const outcome = await running;
    assert.equal(outcome.status, "ok");
    assert.equal(outcome.progress, 3);
    assert.deepEqual(await run("getInFlight"), []);
  });

  it("are cancelled by id, and the server stays usable [R10]", async () => {
    const running = call("demo", "tool.silent");
    const { id } = await until(
      "the call in flight",
      async () => (await run<InFlightCall[]>("getInFlight", {}))[0],
    );
    assert.deepEqual(await run("cancel", { server: "demo", id: `${id}?` }), { cancelled: false });
    assert.deepEqual(await run("cancel", { server: "demo", id, reason: "enough" }), { cancelled: true });
    const outcome = await running;
    assert.equal(outcome.status, "cancelled");
    assert.equal(outcome.id, id);
    assert.deepEqual(await run("cancel", { server: "demo", id }), { cancelled: false });
    assert.equal((await call("demo", "tool.add", { a: 1, b: 1 })).result, 2);
  });

  it("time out without an answer [R9]", async () => {
    const outcome = await call("demo", "tool.silent", undefined, { timeoutMs: 100 });
    assert.equal(outcome.status, "timedOut");
    assert.ok(outcome.reason);
  });

  it("take params by position [R7]", async () => {
    const { id: _, ...outcome } = await call("demo", "tool.add", [1, 2]);
    assert.ok(outcome.status === "ok" || outcome.error?.code === -32602);
  });

  it("go out as one batch with a failing member and a notification [R5]", async () => {
    const { outcomes, notifications } = await run<BatchOutcome>("sendBatch", {
      server: "python",
      messages: [
        { method: "delay", params: { ms: 50, value: "first" } },
        { method: "no.such.method" },
        { method: "echo", params: { told: true }, notification: true },
        { method: "add", params: { a: 1, b: 2 } },
      ],
    });
    assert.equal(notifications, 1);
    assert.deepEqual(
      outcomes.map(({ method, status }) => [method, status]),
      [
        ["delay", "ok"],
        ["no.such.method", "error"],
        ["add", "ok"],
      ],
    );
    assert.equal(outcomes[0]?.result, "first");
    assert.equal(outcomes[1]?.error?.code, -32601);
    assert.equal(outcomes[2]?.result, 3);
  });

  it("are not notifications: those only get the seq of their entry [R4]", async () => {
    const sent = await run<{ seq: number }>("notify", { server: "python", method: "echo", params: {} });
    assert.deepEqual(Object.keys(sent), ["seq"]);
    const raw = await run<{ seq: number }>("sendRaw", { server: "python", text: "this is not JSON" });
    assert.ok(raw.seq > sent.seq);
    assert.equal((await call("python", "add", { a: 1, b: 2 })).result, 3, "a bad line poisons nothing");
  });

  it("reach the tools of real MCP servers", async () => {
    const echoed = await run<CallOutcome>("callTool", {
      server: "everything",
      tool: "echo",
      arguments: { message: "hello" },
    });
    assert.equal(echoed.status, "ok");
    assert.match(JSON.stringify(echoed.result), /hello/);
    assert.equal((await statusOf("everything"))?.protocol, "mcp");
  });

  it("carry arguments that are JSON only", async () => {
    await assert.rejects(
      run("call", { server: "demo", method: "tool.echo", params: { n: Number.NaN } }),
      /params\.n/,
    );
    const outcome = await call("demo", "tool.echo", { kept: null, gone: undefined });
    assert.deepEqual(outcome.result, { kept: null });
  });
});
