import assert from "node:assert/strict";
import type { CallOutcome, ServerStatus } from "../../src/servers/status.ts";
import {
  nodeServer,
  pythonServer,
  registerUserServers,
  restoreUserServers,
  run,
  statusOf,
} from "./toolwire.ts";

describe("Servers", () => {
  before(() =>
    registerUserServers({
      python: pythonServer(),
      exits: { ...nodeServer("exit.mjs", "--code", "3", "--stderr", "no config found"), protocol: "mcp" },
      missing: { command: "no-such-command-here" },
    }),
  );
  after(restoreUserServers);

  it("are listed in the contract's order, each with its source", async () => {
    const statuses = await run<ServerStatus[]>("getServers");
    assert.deepEqual(
      statuses.map(({ name, source, shadowedBy }) => [name, source, shadowedBy]),
      [
        ["demo", "settings", undefined],
        ["python", "settings", undefined],
        ["exits", "settings", undefined],
        ["missing", "settings", undefined],
        ["everything", ".vscode/mcp.json", undefined],
        ["filesystem", ".mcp.json", undefined],
      ],
    );
    assert.deepEqual(statuses, JSON.parse(JSON.stringify(statuses)), "plain data, undefined keys left out");
  });

  it("start, restart with a new epoch, and stop", async () => {
    const started = await run<ServerStatus>("startServer", { server: "demo" });
    assert.equal(started.state, "ready");
    assert.equal(started.protocol, "jsonrpc");
    assert.ok(started.pid);
    assert.ok(started.methods?.some(({ name, kind }) => name === "tool.add" && kind === "method"));

    const again = await run<ServerStatus>("startServer", { server: "demo" });
    assert.equal(again.pid, started.pid, "a running server is left alone");
    assert.equal(again.epoch, started.epoch);

    const restarted = await run<ServerStatus>("restartServer", { server: "demo" });
    assert.equal(restarted.state, "ready");
    assert.equal(restarted.epoch, started.epoch + 1);
    assert.notEqual(restarted.pid, started.pid);

    const stopped = await run<ServerStatus>("stopServer", { server: "demo" });
    assert.equal(stopped.state, "stopped");
    assert.equal(stopped.pid, undefined);
    assert.equal((await statusOf("demo"))?.state, "stopped");
  });

  it("that end before the handshake say how, and with what on stderr [R13]", async () => {
    const status = await run<ServerStatus>("startServer", { server: "exits" });
    assert.ok(status.state === "failed" || status.state === "crashed", status.state);
    assert.deepEqual(status.exit, { code: 3, signal: null });
    assert.ok(status.stderrTail?.includes("no config found"));
    assert.match(status.error ?? "", /3/);
  });

  it("that cannot be started say what was not found, and others work [R13]", async () => {
    const status = await run<ServerStatus>("startServer", { server: "missing" });
    assert.equal(status.state, "failed");
    assert.match(status.error ?? "", /no-such-command-here/);
    const outcome = await run<CallOutcome>("call", { server: "missing", method: "tool.add" });
    assert.equal(outcome.status, "notSent");
    assert.equal("id" in outcome, false);
    assert.equal((await run<ServerStatus>("startServer", { server: "python" })).state, "ready");
    await run("stopServer", { server: "python" });
  });

  it("that die in mid-call settle it, with the signal", async () => {
    await run("startServer", { server: "python" });
    const outcome = await run<CallOutcome>("call", {
      server: "python",
      method: "crash",
      params: { signal: "SIGKILL" },
    });
    assert.equal(outcome.status, "serverExited");
    const status = await statusOf("python");
    assert.equal(status?.state, "crashed");
    assert.deepEqual(status?.exit, { code: null, signal: "SIGKILL" });
  });
});
