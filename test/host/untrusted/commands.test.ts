import assert from "node:assert/strict";
import type { ServerStatus } from "../../../src/servers/status.ts";
import { problemOf, run } from "../toolwire.ts";

describe("Commands in a workspace that is not trusted", () => {
  const acting: [command: string, rest: object][] = [
    ["startServer", {}],
    ["restartServer", {}],
    ["call", { method: "tool.add" }],
    ["callTool", { tool: "tool.add" }],
    ["notify", { method: "tool.add" }],
    ["sendBatch", { messages: [{ method: "tool.add" }] }],
    ["sendRaw", { text: "{}" }],
  ];

  for (const [command, rest] of acting) {
    it(`${command} rejects and names the way out`, async () => {
      const message = await problemOf(command, { server: "demo", ...rest });
      assert.match(message, /not trusted/);
      assert.match(message, /Manage Workspace Trust/);
    });
  }

  it("the entries are listed all the same, and none is started", async () => {
    const statuses = await run<ServerStatus[]>("getServers", {});
    assert.deepEqual(
      statuses.map(({ name }) => name),
      ["demo", "everything", "filesystem"],
    );
    assert.ok(statuses.every(({ pid, epoch }) => pid === undefined && epoch === 0));
  });

  it("what only looks works", async () => {
    assert.deepEqual(await run("getInFlight", {}), []);
    assert.deepEqual(await run("clearTraffic", {}), { removed: 0 });
  });
});
