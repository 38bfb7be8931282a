import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CallOutcome, InFlightCall, ServerStatus } from "../../src/servers/status.ts";
import { captured, messageOf } from "./capture.ts";
import { environment } from "./environment.ts";
import { registerUserServers, restoreUserServers, run, until } from "./toolwire.ts";

/** The text that a tool answered with. */
function textOf({ status, result, reason }: CallOutcome): string {
  assert.equal(status, "ok", reason);
  return (result as { content: { text: string }[] }).content.map(({ text }) => text).join("\n");
}

describe("server-everything", () => {
  const server = "everything";
  const callTool = (tool: string, args: object, options: object = {}) =>
    run<CallOutcome>("callTool", { server, tool, arguments: args, ...options });
  const long = (duration: number, steps: number) =>
    callTool("trigger-long-running-operation", { duration, steps });
  let status: ServerStatus;

  before(async () => {
    status = await run("startServer", { server });
  });
  after(() => run("stopServer", { server }));

  it("is ready with its version, its name and everything that it lists", () => {
    assert.equal(status.state, "ready", status.error);
    assert.equal(status.protocol, "mcp");
    assert.equal(status.protocolVersion, "2025-11-25");
    assert.match(status.serverInfo?.name ?? "", /everything/);
    assert.ok(status.serverInfo?.version);
    const kinds = new Set(status.methods?.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ["prompt", "resource", "tool"]);
    const echo = status.methods?.find(({ name }) => name === "echo");
    assert.deepEqual([echo?.kind, typeof echo?.description], ["tool", "string"]);
  });

  it("answers a tool call; one that it refuses is a tool error and no failure of the call", async () => {
    const echoed = await callTool("echo", { message: "grüße, 世界" });
    assert.match(textOf(echoed), /grüße, 世界/);
    assert.equal(echoed.isToolError, false);
    const refused = await callTool("echo", { message: 7 });
    assert.ok(refused.isToolError === true || refused.error?.code === -32602, JSON.stringify(refused));
  });

  it("[R11] tells the progress of its long-running tool, in flight and in the outcome", async () => {
    const running = long(1, 4);
    const seen = await until("progress in flight", async () =>
      (await run<InFlightCall[]>("getInFlight", { server })).find(({ progress }) => progress !== undefined),
    );
    assert.equal(seen.method, "tools/call");
    assert.equal(seen.progress?.total, 4);
    const outcome = await running;
    assert.match(textOf(outcome), /completed/);
    assert.equal(outcome.progress, 4);
  });

  it("[R10] is told when a call is cancelled in mid-call, and stays usable", async () => {
    const running = long(60, 600);
    const { id } = await until("progress in flight", async () =>
      (await run<InFlightCall[]>("getInFlight", { server })).find(({ progress }) => progress !== undefined),
    );
    const reason = "seen enough";
    assert.deepEqual(await run("cancel", { server, id, reason }), { cancelled: true });
    const outcome = await running;
    assert.equal(outcome.status, "cancelled");
    assert.equal(outcome.id, id);
    assert.ok(outcome.progress > 0);
    assert.deepEqual(await run("getInFlight", { server }), []);
    assert.match(textOf(await callTool("echo", { message: "still here" })), /still here/);

    const cancellations = (await captured(server)).filter(
      ({ method }) => method === "notifications/cancelled",
    );
    assert.deepEqual(
      cancellations.map(({ channel, kind, ...entry }) => [channel, kind, messageOf(entry as never).params]),
      [["stdin", "notification", { requestId: id, reason }]],
    );
  });
});

describe("server-filesystem", () => {
  const server = "filesystem";
  const callTool = (tool: string, args: object, options: object = {}) =>
    run<CallOutcome>("callTool", { server, tool, arguments: args, ...options });
  const written = () => join(environment().workspace, "notes", "written.txt");

  after(async () => {
    await run("stopServer", { server });
    await rm(written(), { force: true });
  });

  it("reads a file of the workspace", async () => {
    const path = join(environment().workspace, "notes", "groceries.txt");
    assert.equal(textOf(await callTool("read_text_file", { path })), await readFile(path, "utf8"));
  });

  it("[R14] is sent a destructive call only when it is confirmed", async () => {
    const args = { path: written(), content: "by hand" };
    const before = (await captured(server)).length;
    for (const options of [{}, { confirmed: false }]) {
      const refused = await callTool("write_file", args, options);
      assert.equal(refused.status, "notSent");
      assert.equal("id" in refused, false);
      assert.match(refused.reason ?? "", /write_file/);
    }
    const byMethod = await run<CallOutcome>("call", {
      server,
      method: "tools/call",
      params: { name: "write_file", arguments: args },
    });
    assert.equal(byMethod.status, "notSent", "the bare method is the same call");
    await assert.rejects(readFile(written()), { code: "ENOENT" });
    assert.equal((await captured(server)).length, before, "nothing crossed the pipe");

    textOf(await callTool("write_file", args, { confirmed: true }));
    assert.equal(await readFile(written(), "utf8"), "by hand");
  });

  it("[R14] is sent no batch with a destructive call in it", async () => {
    const params = { name: "write_file", arguments: { path: written(), content: "by a batch" } };
    const { outcomes } = await run<{ outcomes: CallOutcome[] }>("sendBatch", {
      server,
      messages: [{ method: "ping" }, { method: "tools/call", params }],
    });
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["notSent", "notSent"],
    );
    assert.equal(await readFile(written(), "utf8"), "by hand");
  });
});

describe("server-memory", () => {
  const server = "memory";
  const file = () => join(environment().workspace, "memory.jsonl");

  before(() =>
    registerUserServers({
      memory: {
        command: environment().node,
        args: [join(environment().project, "node_modules/@modelcontextprotocol/server-memory/dist/index.js")],
        env: { MEMORY_FILE_PATH: file() },
        protocol: "mcp",
      },
    }),
  );
  after(async () => {
    await run("stopServer", { server });
    await restoreUserServers();
    await rm(file(), { force: true });
  });

  it("remembers from one call to the next, in the file that its environment names", async () => {
    const entities = [{ name: "Toolwire", entityType: "extension", observations: ["runs servers"] }];
    textOf(await run("callTool", { server, tool: "create_entities", arguments: { entities } }));
    const read = await run<CallOutcome>("callTool", { server, tool: "read_graph" });
    assert.match(textOf(read), /runs servers/);
    assert.match(await readFile(file(), "utf8"), /Toolwire/);
  });
});
