import assert from "node:assert/strict";
import type { CallOutcome, InFlightCall, ServerStatus } from "../../src/servers/status.ts";
import { pythonServer, registerUserServers, restoreUserServers, run } from "./toolwire.ts";

const names = Array.from({ length: 10 }, (_, index) => `server ${index + 1}`);
const callsEach = 100;

describe("Ten servers at once", () => {
  before(() => registerUserServers(Object.fromEntries(names.map((name) => [name, pythonServer()]))));
  after(async () => {
    await Promise.all(names.map((server) => run("stopServer", { server })));
    await restoreUserServers();
  });

  it("each with 100 calls in flight, answered in another order: every answer is at its own call", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    const statuses = await Promise.all(names.map((server) => run<ServerStatus>("startServer", { server })));
    assert.deepEqual(
      statuses.filter(({ state }) => state !== "ready"),
      [],
    );
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of statuses) {
        process.kill(pid as number, name);
      }
    };
    // None of them reads while it is stopped, so that all calls are in flight in the same moment.
    signal("SIGSTOP");
    const calls = names.flatMap((server) =>
      Array.from({ length: callsEach }, async (_, index) => {
        const value = `${server}, call ${index}`;
        const params = { ms: ((index * 37) % callsEach) * 3, value };
        const outcome = await run<CallOutcome>("call", { server, method: "delay", params });
        return { server, value, outcome };
      }),
    );
    let inFlight: InFlightCall[] = [];
    try {
      while (inFlight.length < calls.length) {
        const seen = await run<InFlightCall[]>("getInFlight");
        assert.ok(seen.length >= inFlight.length, "none is settled while its server is stopped");
        inFlight = seen;
      }
    } finally {
      signal("SIGCONT");
    }
    assert.equal(
      new Set(inFlight.map(({ id }) => id)).size,
      calls.length,
      "ids are unique over servers [R6]",
    );
    const answered = await Promise.all(calls);
    for (const { server, value, outcome } of answered) {
      assert.equal(outcome.result, value, outcome.reason);
      assert.equal(outcome.server, server);
    }
    assert.deepEqual(await run("getInFlight"), []);
  });
});
