import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GuardClient } from "../../../src/servers/guard/guardClient.ts";
import { ServerProcess } from "../../../src/servers/process/serverProcess.ts";
import {
  collectPids,
  eventually,
  firstLines,
  fixtures,
  guardScript,
  isAlive,
  killAll,
  pythonServer,
} from "../../fixtures/process/tools.ts";

/** Nobody may outlive the host by more. */
const LIMIT_MS = 2000;

/** Where the guard is asked before it has booted, on a busy machine. */
const BOOT_AND_LIMIT_MS = 8000;

/** Whether a guard has got as far as handling the signals it is deaf to (Linux). */
function hasBooted(guard: number): boolean {
  const status = readFileSync(`/proc/${guard}/status`, "latin1");
  const mask = BigInt(`0x${/^SigCgt:\t(\w+)/m.exec(status)?.[1]}`);
  return [1n, 2n, 15n].every((signal) => (mask >> (signal - 1n)) & 1n);
}

/** What the servers of the fixture host consist of. */
const stubbornTree = { args: ["tree.py", "3", "stubborn"], processes: 7 };
const politeTree = { args: ["tree.py", "2", "polite"], processes: 3 };
const daemon = { args: ["daemon.py", "stays"], processes: 2 };

describe("guard", () => {
  const seen = new Set<number>();
  const clients: GuardClient[] = [];

  afterEach(() => {
    for (const client of clients.splice(0)) client.dispose();
    killAll([...seen].filter(isAlive));
    seen.clear();
  });

  /** Starts the fixture host, which leads a process group of its own, as a program in a terminal does. */
  async function startHost(...servers: { args: string[]; processes: number }[]) {
    const host: ChildProcess = spawn(
      process.execPath,
      [join(fixtures, "host.ts"), guardScript, JSON.stringify(servers)],
      { stdio: ["ignore", "pipe", "inherit"], detached: true },
    );
    assert.ok(host.pid && host.stdout);
    seen.add(host.pid);
    const [line = ""] = await firstLines(host.stdout, 1);
    const { guard, pids } = JSON.parse(line) as { guard: number; pids: number[] };
    for (const pid of [guard, ...pids]) seen.add(pid);
    assert.deepEqual(pids.filter(isAlive), pids);
    return { host, hostPid: host.pid, guard, pids };
  }

  async function startGuarded(specification = pythonServer("tree.py", "2", "stubborn")) {
    const reports: string[] = [];
    const client = new GuardClient({ script: guardScript, report: (sentence) => reports.push(sentence) });
    clients.push(client);
    const server = await ServerProcess.launch(specification, client);
    const pids = await collectPids(server.stdout, 3);
    for (const pid of pids) seen.add(pid);
    return { client, server, pids, reports };
  }

  it("[R16] ends all servers within 2 s of the host's SIGKILL, grandchildren included", async () => {
    const { host, pids, guard } = await startHost(stubbornTree, politeTree, stubbornTree);
    host.kill("SIGKILL");
    await once(host, "exit");
    await eventually("all servers are gone", () => !pids.some(isAlive), LIMIT_MS);
    await eventually("the guard is gone too", () => !isAlive(guard));
  });

  it("[R16] ends descendants that left the group by setsid", async function () {
    if (process.platform !== "linux") this.skip();
    const { host, pids } = await startHost(daemon);
    host.kill("SIGKILL");
    await once(host, "exit");
    await eventually("server and daemon are gone", () => !pids.some(isAlive), LIMIT_MS);
  });

  it("[R16] ends stopped processes (SIGSTOP)", async () => {
    const { host, pids } = await startHost(politeTree);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    host.kill("SIGKILL");
    await once(host, "exit");
    await eventually("all servers are gone", () => !pids.some(isAlive), LIMIT_MS);
  });

  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) {
    it(`[R16] ends all servers when a ${signal} goes to the host's whole group (Ctrl+C, a closed terminal)`, async () => {
      const { host, hostPid, pids } = await startHost(stubbornTree);
      process.kill(-hostPid, signal);
      await once(host, "exit");
      await eventually("all servers are gone", () => !pids.some(isAlive), LIMIT_MS);
    });
  }

  it("[R16] ends a server of which only the mark was told, the host having died in mid-spawn", async function () {
    if (process.platform !== "linux") this.skip();
    const client = new GuardClient({ script: guardScript });
    clients.push(client);
    const markOnly = {
      expect: (mark: string) => client.expect(mark),
      add: () => {},
      remove: (mark: string) => client.remove(mark),
    };
    const server = await ServerProcess.launch(pythonServer("tree.py", "2", "stubborn"), markOnly);
    const pids = await collectPids(server.stdout, 3);
    for (const pid of pids) seen.add(pid);
    client.dispose();
    await eventually("the server is gone", () => !pids.some(isAlive), BOOT_AND_LIMIT_MS);
  });

  it("[R16] is deaf to INT, HUP and TERM", async function () {
    if (!existsSync("/proc/self/status")) this.skip();
    const { client, pids, reports } = await startGuarded();
    const guard = client.pid;
    assert.ok(guard);
    await eventually("the guard has booted", () => hasBooted(guard));
    for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.kill(guard, signal);
    client.dispose();
    await eventually("the guard did its work", () => !pids.some(isAlive), LIMIT_MS);
    assert.deepEqual(reports, []);
  });

  it("[R16] is started anew when it dies, and told of the servers that run", async () => {
    const { client, pids, reports } = await startGuarded();
    const first = client.pid;
    assert.ok(first);
    process.kill(first, "SIGKILL");
    await eventually("there is another", () => client.pid !== undefined && client.pid !== first);
    assert.deepEqual(reports, ["The guard process is gone (it ended with SIGKILL); starting another."]);
    client.dispose();
    await eventually("the new one knew the servers", () => !pids.some(isAlive), BOOT_AND_LIMIT_MS);
  });

  it("[R16] that is gone at the very end is started once more", async () => {
    const { client, pids, reports } = await startGuarded();
    // To signal 0 would be to signal our own group, the test run itself.
    assert.ok(client.pid);
    process.kill(client.pid, "SIGKILL");
    await eventually("it was noticed", () => reports.length > 0);
    client.dispose();
    await eventually("the servers are gone", () => !pids.some(isAlive), BOOT_AND_LIMIT_MS);
  });

  it("leaves a server alone that is not its business any more", async () => {
    const { client, server, pids } = await startGuarded(pythonServer("tree.py", "2", "polite"));
    await server.stop({ polite: true });
    const stranger = spawn("python3", ["tree.py", "1", "polite"], { cwd: fixtures, detached: true });
    const [pid] = await collectPids(stranger.stdout, 1);
    assert.ok(pid);
    seen.add(pid);
    const guard = client.pid;
    assert.ok(guard);
    client.dispose();
    await eventually("the guard has ended", () => !isAlive(guard));
    assert.deepEqual([...pids, pid].filter(isAlive), [pid]);
    stranger.kill("SIGKILL");
  });

  it("starts with the first server and not before; none after it was disposed", async () => {
    const client = new GuardClient({ script: guardScript });
    assert.equal(client.pid, undefined);
    client.dispose();
    await assert.rejects(ServerProcess.launch(pythonServer("ends.py", "code", "0"), client), /shutting down/);
  });

  it("that cannot be started is reported, and the server runs without it", async () => {
    const reports: string[] = [];
    const client = new GuardClient({
      script: guardScript,
      execPath: join(fixtures, "no-such-node"),
      report: (sentence) => reports.push(sentence),
    });
    clients.push(client);
    const server = await ServerProcess.launch(pythonServer("ends.py", "code", "4"), client);
    assert.deepEqual(await server.exited, { code: 4, signal: null });
    await eventually("it is reported", () => reports.length > 0);
    assert.match(reports[0] ?? "", /ENOENT/);
  });
});
