import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchSpecification } from "../../../src/servers/definition.ts";
import type { GroupGuard } from "../../../src/servers/process/groupGuard.ts";
import { LaunchFailure } from "../../../src/servers/process/launchFailure.ts";
import { MARK_VARIABLE } from "../../../src/servers/process/mark.ts";
import { ServerProcess } from "../../../src/servers/process/serverProcess.ts";
import {
  collectPids,
  eventually,
  firstLines,
  isAlive,
  killAll,
  launchSpecification,
  pythonServer,
} from "../../fixtures/process/tools.ts";

const node = (...args: string[]) => launchSpecification(process.execPath, ...args);

/** What a polite stop of a stubborn server takes at least: 500 ms after closing stdin, 500 ms after SIGTERM. */
const POLITE_MS = 990;

describe("ServerProcess", () => {
  const seen = new Set<number>();
  const launch = async (specification: LaunchSpecification, guard?: GroupGuard) => {
    const server = await ServerProcess.launch(specification, guard);
    seen.add(server.pid);
    return server;
  };
  /** The ids of the processes a fixture consists of. */
  const processesOf = async (server: ServerProcess, count: number) => {
    const pids = await collectPids(server.stdout, count);
    for (const pid of pids) seen.add(pid);
    return pids;
  };
  const assertGone = (pids: number[]) => assert.deepEqual(pids.filter(isAlive), []);
  const output = (server: ServerProcess) => {
    const chunks: Buffer[] = [];
    server.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  };

  afterEach(() => {
    killAll([...seen].filter(isAlive));
    seen.clear();
  });

  describe("an exit", () => {
    it("tells the exit code", async () => {
      const server = await launch(pythonServer("ends.py", "code", "7"));
      assert.deepEqual(await server.exited, { code: 7, signal: null });
    });

    it("tells the signal", async () => {
      const server = await launch(pythonServer("ends.py", "signal", "SEGV"));
      assert.deepEqual(await server.exited, { code: null, signal: "SIGSEGV" });
    });

    it("comes after both pipes are drained to their end, their close events included", async () => {
      const server = await launch(pythonServer("ends.py", "code", "0"));
      const texts = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        server[name].on("data", (chunk: Buffer) => {
          texts[name] += chunk;
        });
        server[name].on("close", () => {
          texts[name] += "[close]";
        });
      }
      await server.exited;
      assert.deepEqual(texts, {
        stdout: "last words\n[close]",
        stderr: "last words on stderr\n[close]",
      });
    });

    it("loses nothing of a last long line", async () => {
      const server = await launch(pythonServer("large.py", String(8 << 20)));
      const text = output(server);
      assert.deepEqual(await server.exited, { code: 0, signal: null });
      assert.equal(text().length, 8 << 20);
    });

    it("comes 200 ms after the process' when a grandchild keeps the pipes open", async () => {
      const server = await launch(pythonServer("leaves.py"));
      const [grandchild = 0] = await processesOf(server, 1);
      await eventually("the server has ended", () => !isAlive(server.pid));
      const endedAt = performance.now();
      assert.deepEqual(await server.exited, { code: 3, signal: null });
      const took = performance.now() - endedAt;
      assert.ok(took > 150 && took < 2000, `took ${took} ms`);
      assert.ok(server.stdout.destroyed && server.stderr.destroyed);
      assert.ok(isAlive(grandchild), "only the pipes went so far");
    });

    it("[R16] ends the grandchildren that were left behind", async () => {
      const server = await launch(pythonServer("leaves.py"));
      const pids = await processesOf(server, 1);
      await server.exited;
      await eventually("the grandchild is gone", () => !pids.some(isAlive));
    });

    it("[R16] ends a daemon that was left behind, though it left the group by setsid", async function () {
      if (process.platform !== "linux") this.skip();
      const server = await launch(pythonServer("daemon.py", "leaves"));
      const pids = await processesOf(server, 2);
      assert.deepEqual(await server.exited, { code: 3, signal: null });
      await eventually("the daemon is gone", () => !pids.some(isAlive));
    });
  });

  describe("stop", () => {
    it("closes stdin and gives the server time to exit by itself", async () => {
      const server = await launch(launchSpecification("cat"));
      const lines = firstLines(server.stdout, 1);
      server.stdin.write("up\n");
      await lines;
      assert.equal(await server.stop({ polite: true }), true);
      assert.deepEqual(await server.exited, { code: 0, signal: null });
      assertGone([server.pid]);
    });

    it("ends a server that ignores the end of its stdin by SIGTERM", async () => {
      const server = await launch(node("-e", "console.log('up'); setInterval(() => {}, 60_000)"));
      await firstLines(server.stdout, 1);
      assert.equal(await server.stop({ polite: true }), true);
      assert.deepEqual(await server.exited, { code: null, signal: "SIGTERM" });
    });

    it("kills three levels of processes that ignore both", async () => {
      const server = await launch(pythonServer("tree.py", "3", "stubborn"));
      const pids = await processesOf(server, 7);
      const startedAt = performance.now();
      assert.equal(await server.stop({ polite: true }), true);
      const took = performance.now() - startedAt;
      assert.deepEqual(await server.exited, { code: null, signal: "SIGKILL" });
      assertGone(pids);
      assert.ok(took >= POLITE_MS, `it was given time: ${took} ms`);
    });

    it("does not wait for politeness where a restart waits", async () => {
      const server = await launch(pythonServer("tree.py", "3", "stubborn"));
      const pids = await processesOf(server, 7);
      const startedAt = performance.now();
      assert.equal(await server.stop({ polite: false }), true);
      const took = performance.now() - startedAt;
      assertGone(pids);
      assert.ok(took < POLITE_MS, `took ${took} ms`);
    });

    it("is hurried by a second, impolite call", async () => {
      const server = await launch(pythonServer("tree.py", "1", "stubborn"));
      await processesOf(server, 1);
      const startedAt = performance.now();
      const stops = [server.stop({ polite: true }), server.stop({ polite: false })];
      assert.deepEqual(await Promise.all(stops), [true, true]);
      const took = performance.now() - startedAt;
      assert.ok(took < POLITE_MS, `took ${took} ms`);
    });

    it("ends a stopped process (SIGSTOP), and by SIGTERM", async () => {
      const server = await launch(node("-e", "console.log('up'); setInterval(() => {}, 60_000)"));
      await firstLines(server.stdout, 1);
      process.kill(server.pid, "SIGSTOP");
      assert.equal(await server.stop({ polite: true }), true);
      assert.deepEqual(await server.exited, { code: null, signal: "SIGTERM" });
    });

    it("ends a daemon of a double fork with setsid", async function () {
      if (process.platform !== "linux") this.skip();
      const server = await launch(pythonServer("daemon.py", "stays"));
      const pids = await processesOf(server, 2);
      assert.equal(await server.stop({ polite: true }), true);
      assertGone(pids);
    });

    it("leaves the processes of other servers alone", async () => {
      const [one, other] = await Promise.all(
        [0, 1].map(() => launch(pythonServer("tree.py", "2", "polite"))),
      );
      assert.ok(one && other);
      const [, others] = await Promise.all([processesOf(one, 3), processesOf(other, 3)]);
      await one.stop({ polite: false });
      assert.deepEqual(others.filter(isAlive), others);
      await other.stop({ polite: true });
      assertGone(others);
    });

    it("after an exit only answers", async () => {
      const server = await launch(pythonServer("ends.py", "code", "0"));
      await server.exited;
      assert.equal(await server.stop({ polite: true }), true);
      assert.equal(await server.stop({ polite: false }), true);
    });
  });

  describe("the pipes", () => {
    it("carry bytes both ways", async () => {
      const server = await launch(node("-e", "process.stdin.pipe(process.stdout)"));
      const lines = firstLines(server.stdout, 1);
      server.stdin.write("häh?\n");
      assert.deepEqual(await lines, ["häh?"]);
      await server.stop({ polite: true });
    });

    it("fail a write that nobody reads in its callback and nowhere else", async () => {
      const server = await launch(node("deaf.mjs"));
      await firstLines(server.stdout, 1);
      const error = await new Promise((resolve) => server.stdin.write("hello\n", resolve));
      assert.equal((error as NodeJS.ErrnoException).code, "EPIPE");
      await server.stop({ polite: false });
      const late = await new Promise((resolve) => server.stdin.write("still there?\n", resolve));
      assert.ok(late instanceof Error);
      server.stdin.write("no callback\n");
    });
  });

  describe("the launch", () => {
    let folder: string;
    const script = (name: string, text: string, mode: number) => {
      const file = join(folder, name);
      writeFileSync(file, text);
      chmodSync(file, mode);
      return file;
    };
    const failure = async (specification: LaunchSpecification) => {
      const error = await launch(specification).then(
        () => assert.fail("it was started"),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof LaunchFailure);
      return { code: error.code, message: error.message };
    };

    before(() => {
      folder = mkdtempSync(join(tmpdir(), "toolwire-process-"));
    });
    after(() => rmSync(folder, { recursive: true }));

    it("gives the server its environment and its mark, and nothing of ours", async () => {
      const specification = node("-e", "console.log(JSON.stringify(process.env))");
      specification.env = { ONLY: "this" };
      const server = await launch(specification);
      const [line = ""] = await firstLines(server.stdout, 1);
      const { [MARK_VARIABLE]: mark, ...rest } = JSON.parse(line) as Record<string, string>;
      assert.match(mark ?? "", /^[0-9a-f-]{36}$/);
      assert.equal(rest.ONLY, "this");
      assert.equal(rest.PATH, undefined);
    });

    it("passes arguments without a shell", async () => {
      const odd = ["a b", '"', "$HOME", "*", "", "ä;exit"];
      const server = await launch(
        node("-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd),
      );
      const [line = ""] = await firstLines(server.stdout, 1);
      assert.deepEqual(JSON.parse(line), odd);
    });

    it("[R13] says that a command was not found in PATH", async () => {
      assert.deepEqual(await failure(launchSpecification("no-such-command-here")), {
        code: "ENOENT",
        message: '"no-such-command-here" was not found in PATH',
      });
    });

    it("[R13] says that a file does not exist", async () => {
      const file = join(folder, "missing");
      assert.equal((await failure(launchSpecification(file))).message, `"${file}" does not exist`);
    });

    it("[R13] says that the working directory does not exist", async () => {
      const cwd = join(folder, "nowhere");
      const { message } = await failure({ ...node("-v"), cwd });
      assert.equal(message, `the working directory "${cwd}" (cwd) does not exist`);
    });

    it("[R13] says that the working directory is a file", async () => {
      const cwd = script("file", "", 0o644);
      const { message } = await failure({ ...node("-v"), cwd });
      assert.equal(message, `the working directory "${cwd}" (cwd) is not a folder`);
    });

    it("[R13] says that a script's interpreter was not found", async () => {
      const file = script("odd.py", "#!/usr/bin/no-such-python\n", 0o755);
      const { message } = await failure(launchSpecification(file));
      assert.equal(
        message,
        `"${file}" wants to be run by "/usr/bin/no-such-python" (its first line), which was not found`,
      );
    });

    it("[R13] says that a file may not be executed", async () => {
      const file = script("plain.py", "#!/bin/sh\n", 0o644);
      const { code, message } = await failure(launchSpecification(file));
      assert.equal(code, "EACCES");
      assert.match(message, /may not be executed/);
    });

    it("[R13] says that the arguments are too long", async () => {
      const { code, message } = await failure(node("-e", "", "x".repeat(8 << 20)));
      assert.equal(code, "E2BIG");
      assert.match(message, /longer than this system allows/);
    });

    it("[R13] says that an argument holds a null character", async () => {
      assert.match((await failure(node("-e", "a\0b"))).message, /null character/);
    });

    it("[R16] announces the mark before the spawn, the id right after, and takes both back once all is gone", async () => {
      const told: string[] = [];
      const guard: GroupGuard = {
        expect: () => told.push("expect"),
        add: (pid) => told.push(`add ${pid}`),
        remove: () => told.push(`remove, leftovers alive: ${[...seen].some(isAlive)}`),
      };
      const server = await launch(pythonServer("leaves.py"), guard);
      await processesOf(server, 1);
      await server.stop({ polite: true });
      assert.deepEqual(told, ["expect", `add ${server.pid}`, "remove, leftovers alive: false"]);
    });

    it("[R16] takes the mark back where nothing was started", async () => {
      const told: string[] = [];
      const guard: GroupGuard = {
        expect: (mark) => told.push(`expect ${mark}`),
        add: () => told.push("add"),
        remove: (mark) => told.push(`remove ${mark}`),
      };
      await assert.rejects(ServerProcess.launch(launchSpecification("no-such-command-here"), guard));
      assert.deepEqual(told, [told[0], told[0]?.replace("expect", "remove")]);
    });
  });
});
