import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOutcome, InFlightCall, ServerStatus } from "../../src/servers/status.ts";
import { captured } from "./capture.ts";
import { environment } from "./environment.ts";
import {
  nodeServer,
  pythonServer,
  registerUserServers,
  restoreUserServers,
  run,
  statusOf,
  until,
} from "./toolwire.ts";

function mcp(...flags: string[]): Record<string, unknown> {
  return { ...nodeServer("mcp.mjs", ...flags), protocol: "mcp" };
}

function start(server: string): Promise<ServerStatus> {
  return run("startServer", { server });
}

function call(server: string, method: string, params?: object): Promise<CallOutcome> {
  return run("call", { server, method, params });
}

/** Registers one server for one test. */
async function register(server: string, entry: Record<string, unknown>): Promise<void> {
  await registerUserServers({ [server]: entry });
}

/** Waits until that many calls are in flight. */
async function inFlight(server: string, count: number): Promise<InFlightCall[]> {
  return until(`${count} in flight`, async () => {
    const calls = await run<InFlightCall[]>("getInFlight", { server });
    return calls.length === count ? calls : undefined;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  await until(`process ${pid} is gone`, async () => (isAlive(pid) ? undefined : true));
}

describe("Servers that fail", () => {
  afterEach(async () => {
    const statuses = await run<ServerStatus[]>("getServers");
    await Promise.all(
      statuses
        .filter(({ state }) => state === "ready" || state === "starting")
        .map(({ name }) => run("stopServer", { server: name })),
    );
    await restoreUserServers();
  });

  describe("A server that dies in mid-call", () => {
    it("settles every call, says code and stderr, keeps its traffic, and starts again", async () => {
      await register("dying", pythonServer());
      const { epoch } = await start("dying");
      const waiting = [1, 2, 3].map(() => call("dying", "silent"));
      await inFlight("dying", 3);
      const outcomes = await Promise.all([...waiting, call("dying", "crash", { code: 7, partial: true })]);
      for (const outcome of outcomes) {
        assert.equal(outcome.status, "serverExited");
        assert.equal(outcome.epoch, epoch);
        assert.match(outcome.reason ?? "", /exited with code 7.*crashing in mid-call/);
      }
      assert.deepEqual(await run("getInFlight"), []);

      const status = await statusOf("dying");
      assert.equal(status?.state, "crashed");
      assert.equal(status?.pid, undefined);
      assert.deepEqual(status?.exit, { code: 7, signal: null });
      assert.equal(status?.stderrTail?.at(-1), "plain_server: crashing in mid-call");
      assert.match(status?.error ?? "", /^dying: .*exited with code 7 .*plain_server: crashing in mid-call$/);

      const again = await start("dying");
      assert.deepEqual([again.state, again.epoch], ["ready", epoch + 1]);
      assert.equal("exit" in again || "error" in again, false, "the old end is no news any more");
      assert.equal((await call("dying", "add", { a: 1, b: 2 })).result, 3);

      const entries = await captured("dying");
      const first = entries.filter((entry) => entry.epoch === epoch);
      const half = first.find(({ terminator }) => terminator === "");
      assert.equal(half?.raw, '{"jsonrpc":"2.0","id":', "[R2] the half line is kept");
      assert.deepEqual(first.at(-1)?.event, { type: "exited", code: 7, signal: null });
      assert.ok(entries.some((entry) => entry.epoch === epoch + 1));
    });

    it("of MCP: says the signal, and a later call starts it anew", async () => {
      await register("dying", mcp());
      await start("dying");
      const params = { name: "die", arguments: { signal: "SIGSEGV" } };
      const outcome = await call("dying", "tools/call", params);
      assert.equal(outcome.status, "serverExited");
      assert.match(outcome.reason ?? "", /SIGSEGV/);
      const status = await statusOf("dying");
      assert.deepEqual([status?.state, status?.exit], ["crashed", { code: null, signal: "SIGSEGV" }]);
      const echoed = await call("dying", "tools/call", { name: "echo", arguments: { a: 1 } });
      assert.deepEqual([echoed.status, echoed.epoch], ["ok", outcome.epoch + 1]);
    });

    it("that is stopped by a person says so: no crash", async () => {
      await register("stopped", pythonServer());
      await start("stopped");
      const waiting = call("stopped", "silent");
      // A server that sees the call and the end of its input at once may still answer that it is cancelled.
      await call("stopped", "tool.list");
      const status = await run<ServerStatus>("stopServer", { server: "stopped" });
      const outcome = await waiting;
      assert.deepEqual([outcome.status, outcome.reason], ["serverExited", "stopped was stopped."]);
      assert.deepEqual([status.state, status.error], ["stopped", undefined]);
    });
  });

  describe("A server that ends before it is ready", () => {
    it("before it answers initialize: failed, with what it left unanswered and its last words", async () => {
      await register("early", mcp("--exit-before-initialize", "4"));
      const status = await start("early");
      assert.equal(status.state, "failed");
      assert.deepEqual(status.exit, { code: 4, signal: null });
      assert.match(
        status.error ?? "",
        /^early: .*code 4 before answering `initialize`.*leaving before the handshake/,
      );
      assert.equal(status.stderrTail?.at(-1), "mcp: leaving before the handshake");
      const events = (await captured("early")).flatMap(({ event }) => (event ? [event.type] : []));
      assert.deepEqual(events, ["spawned", "exited"], "it never was ready");
    });

    it("right after initialize: failed, though the code is 0", async () => {
      for (const code of ["0", "5"]) {
        await register(`after ${code}`, mcp("--exit-after-initialize", code));
        const status = await start(`after ${code}`);
        assert.equal(status.state, "failed", JSON.stringify(status));
        assert.deepEqual(status.exit, { code: Number(code), signal: null });
        assert.match(status.error ?? "", new RegExp(`code ${code}`));
        assert.match(status.stderrTail?.join("\n") ?? "", /leaving after the handshake/);
      }
    });

    it("by a signal, at once: failed, and a call is not sent", async () => {
      await register("killed", { ...nodeServer("exit.mjs", "--signal", "SIGTERM"), protocol: "jsonrpc" });
      const outcome = await call("killed", "add");
      assert.equal(outcome.status, "notSent");
      assert.match(outcome.reason ?? "", /^killed: .*SIGTERM.*exit: cannot start/);
      assert.deepEqual((await statusOf("killed"))?.exit, { code: null, signal: "SIGTERM" });
    });
  });

  describe("[R13] A server that cannot be started says why, in a person's words", () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "toolwire-endings-"));
      await writeFile(join(folder, "not-executable.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o644 });
    });
    after(() => rm(folder, { recursive: true, force: true }));

    const cases: [title: string, entry: () => Record<string, unknown>, error: RegExp][] = [
      [
        "its command is not in PATH",
        () => ({ command: "no-such-tool" }),
        /"no-such-tool" was not found in PATH/,
      ],
      ["its command does not exist", () => ({ command: join(folder, "none") }), /none" does not exist/],
      ["its command is a folder", () => ({ command: folder }), /is a folder/],
      [
        "its command may not be executed",
        () => ({ command: join(folder, "not-executable.sh") }),
        /not-executable\.sh" may not be executed/,
      ],
      [
        "its cwd is missing",
        () => ({ ...mcp(), cwd: join(folder, "gone") }),
        /working directory .*gone does not exist/,
      ],
      ["its envFile is missing", () => ({ ...mcp(), envFile: join(folder, "none.env") }), /none\.env/],
    ];
    for (const [title, entry, error] of cases) {
      it(title, async () => {
        await register("broken", entry());
        const status = await start("broken");
        assert.equal(status.state, "failed");
        assert.equal(status.pid, undefined);
        assert.match(status.error ?? "", /^broken: /);
        assert.match(status.error ?? "", error);
        assert.equal((await call("broken", "add")).status, "notSent");
      });
    }
  });

  describe("A server that does not get ready", () => {
    it("is ended after startTimeoutMs, with the reason", async () => {
      await register("slow", { ...mcp("--initialize-silent"), startTimeoutMs: 500 });
      const starting = start("slow");
      const { pid } = await until("it runs", async () => {
        const status = await statusOf("slow");
        return status?.pid === undefined ? undefined : status;
      });
      const status = await starting;
      assert.equal(status.state, "failed");
      assert.match(status.error ?? "", /^slow: not ready within 0\.5 s \(startTimeoutMs\)/);
      await gone(pid as number);
      const outcome = await call("slow", "tools/list");
      assert.deepEqual(
        [outcome.status, outcome.epoch],
        ["notSent", status.epoch + 1],
        "a call tries one start",
      );
    });

    it("can be stopped while it starts", async () => {
      await register("slow", mcp("--initialize-silent"));
      const starting = start("slow");
      const { pid, state } = await until("it runs", async () => {
        const status = await statusOf("slow");
        return status?.pid === undefined ? undefined : status;
      });
      assert.equal(state, "starting");
      const stopped = await run<ServerStatus>("stopServer", { server: "slow" });
      assert.equal(stopped.state, "stopped");
      assert.equal(isAlive(pid as number), false);
      const status = await starting;
      assert.deepEqual([status.state, status.error], ["stopped", undefined]);
    });

    it("can be restarted while it starts, also twice at once: each has the newest process", async () => {
      await register("twice", mcp("--initialize-silent"));
      const first = start("twice");
      const { pid } = await until("it runs", async () => {
        const status = await statusOf("twice");
        return status?.pid === undefined ? undefined : status;
      });
      await register("twice", mcp());
      const restarted = await Promise.all(
        [1, 2].map(() => run<ServerStatus>("restartServer", { server: "twice" })),
      );
      assert.deepEqual(
        restarted.map(({ state, epoch }) => [state, epoch]),
        [
          ["ready", 2],
          ["ready", 2],
        ],
        JSON.stringify(restarted),
      );
      assert.equal(isAlive(pid as number), false);
      await first;
      assert.equal((await call("twice", "tools/call", { name: "echo" })).status, "ok");
    });

    it("takes calls all the same: they wait for it, and it is started once", async () => {
      await register("late", mcp("--initialize-late", "700"));
      const [outcome, status] = await Promise.all([
        call("late", "tools/call", { name: "echo" }),
        start("late"),
      ]);
      assert.equal(outcome.status, "ok");
      assert.deepEqual([status.state, status.epoch], ["ready", 1]);
    });
  });

  describe("A definition that changes while its server runs", () => {
    it("counts from the next start; the running process is left alone", async () => {
      await register("changing", pythonServer("old"));
      const { pid, epoch } = await start("changing");
      await register("changing", pythonServer("new"));
      const argv = async () => ((await call("changing", "environment")).result as { argv: string[] }).argv;
      assert.deepEqual(await argv(), ["old"]);
      assert.equal((await statusOf("changing"))?.pid, pid);
      const restarted = await run<ServerStatus>("restartServer", { server: "changing" });
      assert.equal(restarted.epoch, epoch + 1);
      assert.deepEqual(await argv(), ["new"]);
    });

    it("that is removed: its calls settle and its process ends; added again, the epochs go on", async () => {
      await register("removed", pythonServer());
      const { pid, epoch } = await start("removed");
      const waiting = call("removed", "silent");
      await inFlight("removed", 1);
      await restoreUserServers();
      const outcome = await waiting;
      assert.equal(outcome.status, "serverExited");
      assert.equal(outcome.reason, "removed was stopped: its entry was removed.");
      await gone(pid as number);
      assert.equal(await statusOf("removed"), undefined);
      assert.deepEqual(await run("getInFlight"), []);

      await register("removed", pythonServer());
      const again = await start("removed");
      assert.deepEqual([again.state, again.epoch], ["ready", epoch + 1]);
    });

    it("to one that cannot be used: it runs on; a restart ends it and says what is wrong", async () => {
      await register("spoilt", pythonServer());
      await start("spoilt");
      await register("spoilt", { args: [] });
      assert.equal((await statusOf("spoilt"))?.state, "ready");
      assert.equal((await call("spoilt", "add", { a: 1, b: 2 })).result, 3);
      const restarted = await run<ServerStatus>("restartServer", { server: "spoilt" });
      assert.equal(restarted.state, "failed");
      assert.match(restarted.error ?? "", /command/);
      assert.equal(restarted.pid, undefined);
    });
  });

  describe("A handshake that fails", () => {
    const cases: [title: string, flags: string[], error: RegExp][] = [
      [
        "names both sides' versions where there is none in common",
        ["--version", "unknown"],
        /speaks MCP 1999-12-31; Toolwire speaks 2024-11-05 to 2025-11-25/,
      ],
      ["quotes the server's error", ["--initialize-error", "-32001"], /-32001.*Unsupported protocol version/],
    ];
    for (const [title, flags, error] of cases) {
      it(title, async () => {
        await register("wrong", mcp(...flags));
        const status = await start("wrong");
        assert.equal(status.state, "failed");
        assert.match(status.error ?? "", error);
        assert.equal(status.pid, undefined);
        const answer = (await captured("wrong")).find(
          ({ method, channel }) => method === "initialize" && channel === "stdout",
        );
        assert.ok(answer, "the answer stays in the traffic");
      });
    }

    it("speaks an older version where the server does", async () => {
      await register("older", mcp("--version", "2024-11-05"));
      const status = await start("older");
      assert.deepEqual([status.state, status.protocolVersion], ["ready", "2024-11-05"], status.error);
    });

    it("auto: silence on initialize means plain, after 5 s, and its probe is marked as ours", async () => {
      await register("quiet", { ...mcp("--initialize-silent"), protocol: "auto", methods: ["ping"] });
      const status = await start("quiet");
      assert.deepEqual([status.state, status.protocol], ["ready", "jsonrpc"], status.error);
      assert.deepEqual(status.methods, [{ name: "ping", kind: "method" }]);
      assert.deepEqual((await call("quiet", "ping")).result, {});
      const events = (await captured("quiet")).flatMap(({ event }) => (event ? [event.type] : []));
      assert.deepEqual(events, ["spawned", "probe", "warning", "ready"]);
    });

    it("auto: -32601 on initialize means plain at once", async () => {
      await register("plain", { ...nodeServer("stubborn.mjs"), methods: [] });
      const status = await start("plain");
      assert.deepEqual([status.state, status.protocol], ["ready", "jsonrpc"], status.error);
    });

    it("auto finds MCP", async () => {
      const { node, project } = environment();
      const server = join(project, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
      await register("real", { command: node, args: [server, "stdio"] });
      const status = await start("real");
      assert.deepEqual([status.state, status.protocol], ["ready", "mcp"], status.error);
    });
  });
});
