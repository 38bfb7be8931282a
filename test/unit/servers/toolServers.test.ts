import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { LaunchSpecification, ListedEntry, ServerDefinition } from "../../../src/servers/definition.ts";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { GuardClient } from "../../../src/servers/guard/guardClient.ts";
import { ToolServers } from "../../../src/servers/toolServers.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { eventually, guardScript, isAlive } from "../../fixtures/process/tools.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));
const filesystem = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", import.meta.url),
);

/** An entry whose program Node runs. */
function entryOf(script: string, protocol: "mcp" | "jsonrpc", ...flags: string[]): ListedEntry {
  const entry = { command: process.execPath, args: [script, ...flags], protocol, methods: ["tool.add"] };
  return { name: "calc", source: "settings", ...parseEntry("calc", entry, { source: "settings" }) };
}

const plain = entryOf(`${fixtures}echo.mjs`, "jsonrpc");
const slowToEnd = entryOf(`${fixtures}stubborn.mjs`, "jsonrpc");
const mcp = entryOf(`${fixtures}mcp.mjs`, "mcp");
const silent = entryOf(`${fixtures}mcp.mjs`, "mcp", "--initialize-silent");
const ends = entryOf(`${fixtures}exit.mjs`, "mcp");
const files = entryOf(filesystem, "mcp", fixtures);

describe("ToolServers", () => {
  const guard = new GuardClient({ script: guardScript });
  let log: TrafficLog;
  let servers: ToolServers;
  /** What a launch waits for: as for the person's environment, or for an answer to an input. */
  let beforeLaunch: Promise<unknown>;

  beforeEach(() => {
    log = new TrafficLog();
    beforeLaunch = Promise.resolve();
    servers = new ToolServers({
      log,
      guard,
      roots: () => [],
      clientVersion: "0.1.0",
      maxLineBytes: () => 1024 * 1024,
      prepareLaunch: async ({ command, args }: ServerDefinition): Promise<LaunchSpecification> => {
        await beforeLaunch;
        return {
          command,
          args,
          cwd: process.cwd(),
          env: { PATH: process.env.PATH ?? "" },
          secrets: [],
        };
      },
    });
  });
  afterEach(() => servers.dispose());
  after(() => guard.dispose());

  /** Launches wait until what it returns is called. */
  function holdLaunch(): () => void {
    let goOn = () => {};
    beforeLaunch = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return goOn;
  }
  const stateOf = (name: string) => servers.statuses().find((status) => status.name === name)?.state;
  const pidOf = (name: string) => servers.statuses().find((status) => status.name === name)?.pid;

  describe("An entry that is removed while its server starts", () => {
    const gone = /^The entry of "calc" was removed while it started\. Add it again to use it\.$/;

    it("settles the calls that wait for the start: not sent, and why", async () => {
      servers.update([silent]);
      const waiting = [
        servers.call("calc", "tools/list"),
        servers.callTool("calc", "echo", {}),
        servers.sendBatch("calc", [{ method: "a" }, { method: "b", notification: true }, { method: "c" }]),
      ] as const;
      await eventually("it runs", () => pidOf("calc") !== undefined);
      const pid = pidOf("calc") as number;
      servers.update([]);
      const [call, tool, batch] = await Promise.all(waiting);
      for (const outcome of [call, tool, ...batch.outcomes]) {
        assert.deepEqual([outcome.server, outcome.status, outcome.epoch], ["calc", "notSent", 1]);
        assert.match(outcome.reason ?? "", gone);
        assert.equal(outcome.id, undefined);
      }
      assert.deepEqual(
        [call.method, tool.method, ...batch.outcomes.map(({ method }) => method)],
        ["tools/list", "echo", "a", "c"],
      );
      await eventually("its process is gone", () => !isAlive(pid));
    });

    it("also before there is a process: none is spawned", async () => {
      const goOn = holdLaunch();
      servers.update([plain]);
      const waiting = servers.call("calc", "tool.add");
      servers.update([]);
      const outcome = await waiting;
      assert.deepEqual([outcome.status, outcome.epoch], ["notSent", 0]);
      assert.match(outcome.reason ?? "", gone);
      goOn();
      servers.update([plain]);
      assert.equal((await servers.start("calc")).epoch, 1);
    });

    it("is why the start failed, for who asked for it", async () => {
      servers.update([silent]);
      const waiting = [servers.start("calc"), servers.restart("calc")];
      await eventually("it runs", () => pidOf("calc") !== undefined);
      servers.update([]);
      for (const status of await Promise.all(waiting)) {
        assert.deepEqual([status.name, status.source, status.state], ["calc", "settings", "failed"]);
        assert.match(status.error ?? "", gone);
      }
    });

    it("keeps what is no call from being sent", async () => {
      servers.update([plain]);
      const goOn = holdLaunch();
      const waiting = [servers.notify("calc", "n"), servers.sendRaw("calc", "{}")];
      servers.update([]);
      goOn();
      for (const sent of waiting) {
        await assert.rejects(sent, { message: gone });
      }
    });

    it("while the one before it ends: it is not started any more", async () => {
      servers.update([slowToEnd]);
      await servers.start("calc");
      const stopping = servers.stop("calc");
      const waiting = [servers.call("calc", "tool.add"), servers.restart("calc")] as const;
      servers.update([]);
      const [outcome, restarted] = await Promise.all(waiting);
      assert.equal(outcome.status, "notSent");
      assert.match(outcome.reason ?? "", gone);
      assert.equal(restarted.state, "failed");
      assert.deepEqual([(await stopping).state, outcome.epoch, restarted.epoch], ["stopped", 1, 1]);
    });
  });

  describe("Stops, starts and restarts at the same time", () => {
    it("a stop during a restart has the last word", async () => {
      servers.update([mcp]);
      await servers.start("calc");
      const restarting = servers.restart("calc");
      assert.equal((await servers.stop("calc")).state, "stopped");
      assert.equal((await restarting).state, "stopped");
      assert.equal(stateOf("calc"), "stopped");
    });

    it("nothing is started once the window has closed", async () => {
      servers.update([mcp]);
      await servers.start("calc");
      const restarting = servers.restart("calc");
      await servers.dispose();
      await restarting;
      assert.deepEqual([stateOf("calc"), pidOf("calc")], ["stopped", undefined]);
    });

    it("who waits for a start waits for the restart that interrupts it", async () => {
      servers.update([mcp]);
      const goOn = holdLaunch();
      const calling = servers.call("calc", "tools/list");
      await eventually("it starts", () => stateOf("calc") === "starting");
      const restarting = servers.restart("calc");
      goOn();
      assert.equal((await calling).status, "ok");
      assert.equal((await restarting).state, "ready");
    });

    it("who wants it started is told how the start after a stop ended", async () => {
      servers.update([mcp]);
      await servers.start("calc");
      const stopping = servers.stop("calc");
      const first = servers.start("calc");
      const stoppedAgain = servers.stop("calc");
      const second = servers.start("calc");
      await Promise.all([stopping, stoppedAgain]);
      assert.deepEqual([(await first).state, (await second).state], ["ready", "ready"]);
    });
  });

  it("an entry that is changed while its server runs: the row says so until it is restarted, or changed back", async () => {
    const changed = entryOf(`${fixtures}echo.mjs`, "jsonrpc", "--other");
    const warnings = () => servers.rows()[0]?.warnings;
    servers.update([plain]);
    await servers.start("calc");
    servers.update([entryOf(`${fixtures}echo.mjs`, "jsonrpc")]);
    assert.deepEqual(warnings(), [], "it was read again, and is the same");
    servers.update([changed]);
    assert.match(warnings()?.[0] ?? "", /^Its entry was changed since it was started\. Restart it/);
    servers.update([plain]);
    assert.deepEqual(warnings(), []);
    servers.update([changed]);
    await servers.restart("calc");
    assert.deepEqual(warnings(), []);
  });

  describe("An entry that is removed while its server runs", () => {
    it("ends the server, settles its calls with that reason, and leaves its traffic", async () => {
      servers.update([mcp]);
      const { pid } = await servers.start("calc");
      const calling = servers.call("calc", "tools/call", {
        name: "slow",
        arguments: { steps: 1, stepMs: 60_000 },
      });
      await eventually("it is sent", () => servers.inFlight("calc").length === 1);
      servers.update([]);
      const outcome = await calling;
      assert.equal(outcome.status, "serverExited");
      assert.equal(outcome.reason, "calc was stopped: its entry was removed.");
      await eventually("its process is gone", () => !isAlive(pid as number));
      assert.deepEqual(servers.statuses(), []);
      const rows = Array.from({ length: log.length }, (_, index) => log.row(index + 1));
      assert.equal(rows.find((row) => row?.method === "tools/call")?.status, "serverExited");
    });

    it("the stop that somebody waits for ends as stopped", async () => {
      servers.update([slowToEnd]);
      await servers.start("calc");
      const stopping = servers.stop("calc");
      servers.update([]);
      const { state, error } = await stopping;
      assert.deepEqual([state, error], ["stopped", undefined]);
    });
  });

  it("[R14] a server that ends while a person is asked whether to send: not sent, also as a batch", async () => {
    servers.update([files]);
    const dies = async () => {
      process.kill(servers.status("calc").pid as number, "SIGKILL");
      await eventually("it is gone", () => stateOf("calc") === "crashed");
      return true;
    };
    const params = { name: "write_file" };
    await servers.start("calc");
    const call = await servers.callTool("calc", "write_file", undefined, { confirm: dies });
    await servers.start("calc");
    const messages = [
      { method: "tools/call", params },
      { method: "n", notification: true },
    ];
    const { outcomes, notifications } = await servers.sendBatch("calc", messages, { confirm: dies });
    for (const outcome of [call, ...outcomes]) {
      assert.deepEqual([outcome.status, outcome.method], ["notSent", "tools/call"]);
      assert.match(outcome.reason ?? "", /^calc was ended by SIGKILL\./);
    }
    assert.deepEqual([outcomes.length, notifications], [1, 1]);
  });

  it("a tool call whose server cannot start tries it once", async () => {
    servers.update([ends]);
    const outcome = await servers.callTool("calc", "echo", {});
    assert.deepEqual([outcome.status, outcome.epoch], ["notSent", 1]);
  });

  it("a start that waits for a stop does nothing where somebody stops it again", async () => {
    servers.update([slowToEnd]);
    await servers.start("calc");
    const asked = [servers.stop("calc"), servers.start("calc"), servers.stop("calc")];
    assert.deepEqual(
      (await Promise.all(asked)).map(({ state, epoch }) => [state, epoch]),
      Array(3).fill(["stopped", 1]),
    );
    assert.equal(stateOf("calc"), "stopped");
  });

  it("a name that nobody registered rejects, and says which there are", async () => {
    servers.update([plain]);
    for (const asked of [
      servers.call("none", "m"),
      servers.callTool("none", "t"),
      servers.sendBatch("none", [{ method: "m" }]),
      servers.start("none"),
      servers.stop("none"),
    ]) {
      await assert.rejects(asked, /No server is named "none"\. Known: calc\./);
    }
  });
});
