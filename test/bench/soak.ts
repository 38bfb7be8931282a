import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEntry } from "../../src/servers/definitions/entry.ts";
import { GuardClient } from "../../src/servers/guard/guardClient.ts";
import type { CallOutcome } from "../../src/servers/status.ts";
import { ToolServers } from "../../src/servers/toolServers.ts";
import { TrafficStore } from "../../src/traffic/store/trafficStore.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import type { Figure } from "./table.ts";

const megabyte = 1024 * 1024;
/** Small, so that the log is full long before the middle. */
const memoryBudget = 8 * megabyte;
const diskBudget = 32 * megabyte;
/** What a person does in half an hour: a round is what they do in twenty seconds, at least. */
const rounds = 90;
const warmUpRounds = 20;
const callsInRound = 1500;
/** What the heap may have grown by from the start to the end: calls whose lines are still there are not the log's bytes. */
const heapTolerance = 4 * megabyte;

const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
const entries = {
  mcp: { args: [fixture("servers/mcp.mjs"), "--list-changed-after", "call"], protocol: "mcp" },
  plain: { args: [fixture("servers/echo.mjs")], protocol: "jsonrpc", methods: ["echo"] },
  odd: {
    args: [fixture("hostile/server.mjs"), "late-answer"],
    protocol: "jsonrpc",
    methods: ["odd", "good"],
  },
  background: {
    args: [fixture("hostile/server.mjs"), "forks-into-background"],
    protocol: "jsonrpc",
    methods: ["odd", "good"],
  },
};
type Name = keyof typeof entries;

/** What must not grow. */
interface Sample {
  /** Heap and buffers. */
  memory: number;
  /** Of that, the log's own. */
  log: number;
  resources: number;
  descriptors: number;
  listeners: number;
  children: number;
}

/**
 * Half an hour of calls, progress, cancellations, timeouts, batches, restarts and crashes at four servers, one after
 * the other without the pauses, in a window whose log is full: what is held at the start, in the middle, at the end.
 */
export async function soakBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolwire-soak-"));
  const window = openWindow(folder);
  const counted = new Map<CallOutcome["status"], number>();
  window.servers.onDidSettle(({ status }) => counted.set(status, (counted.get(status) ?? 0) + 1));
  try {
    for (let round = 0; round < warmUpRounds; round++) {
      await oneRound(window, round);
    }
    const start = await sample(window);
    for (let round = 0; round < rounds / 2; round++) {
      await oneRound(window, round);
    }
    const middle = await sample(window);
    for (let round = 0; round < rounds / 2; round++) {
      await oneRound(window, round);
    }
    const end = await sample(window);
    const restarts = window.servers.statuses().reduce((sum, { epoch }) => sum + epoch - 1, 0);
    return [...figuresOf([start, middle, end]), processFigure(), ...workDone(counted, restarts, window.log)];
  } finally {
    await window.servers.dispose();
    window.guard.dispose();
    await window.store.close();
    await rm(folder, { recursive: true });
  }
}

type Window = ReturnType<typeof openWindow>;

function openWindow(folder: string) {
  const log = new TrafficLog();
  const store = new TrafficStore(log, {
    root: folder,
    workspace: "soak",
    memoryBudget: () => memoryBudget,
    diskBudget: () => diskBudget,
    onProblem: (problem) => {
      if (problem !== undefined) {
        throw problem;
      }
    },
  });
  const guard = new GuardClient({
    script: fileURLToPath(new URL("../../src/servers/guard/main.ts", import.meta.url)),
  });
  const servers = new ToolServers({
    log,
    guard,
    clientVersion: "0.0.0",
    maxLineBytes: () => 64 * megabyte,
    roots: () => [],
    prepareLaunch: async ({ command, args }) => ({
      command,
      args,
      cwd: homedir(),
      env: { PATH: process.env.PATH ?? "" },
      secrets: [],
    }),
  });
  servers.update(
    Object.entries(entries).map(([name, entry]) => {
      const parsed = parseEntry(name, { command: process.execPath, ...entry }, { source: "settings" });
      return { name, source: "settings", ...parsed };
    }),
  );
  return { folder, log, store, guard, servers };
}

/** Some of everything, with one server started anew each time; what a call ends as is checked. */
async function oneRound({ log, servers }: Window, round: number): Promise<void> {
  const call = (name: Name, method: string, params?: object, timeoutMs = 30_000) =>
    servers.call(name, method, params as Record<string, never>, { timeoutMs });
  const view = log.view({ server: "plain" });
  const text = "tool server ".repeat(10);
  const echoed = Array.from({ length: callsInRound }, (_, n) => call("plain", "echo", { n, text }));
  const cancelled = new AbortController();
  const slow = { name: "slow", arguments: { steps: 1000, stepMs: 5 } };
  const progressing = servers.call("mcp", "tools/call", slow, {
    signal: cancelled.signal,
    onProgress: ({ progress }) => {
      if (progress >= 3) {
        cancelled.abort("seen enough");
      }
    },
  });
  expect(await progressing, "cancelled");
  expect(await call("mcp", "tools/call", { name: "echo", arguments: { round } }), "ok");
  expect(await call("odd", "odd", undefined, 20), "timedOut");
  expect(await call("odd", "good"), "ok");
  const messages = [{ method: "echo" }, { method: "n", notification: true }, { method: "echo" }];
  const { outcomes } = await servers.sendBatch("plain", messages, { timeoutMs: 20 });
  outcomes.forEach((outcome) => void expect(outcome, "timedOut"));
  await servers.notify("plain", "n");
  await servers.sendRaw("odd", `{"jsonrpc":"2.0","id":"raw ${round}","method":"good"}`);
  for (const outcome of await Promise.all(echoed)) {
    expect(outcome, "ok");
  }
  if (round % 3 === 0) {
    expect(
      await call("mcp", "tools/call", { name: "die", arguments: { signal: "SIGKILL" } }),
      "serverExited",
    );
  }
  if (round % 5 === 0) {
    expect(await call("background", "odd"), "ok");
  }
  const names = Object.keys(entries) as Name[];
  await servers.restart(names[round % names.length] as Name);
  view.dispose();
}

function expect({ server, method, status, reason }: CallOutcome, expected: CallOutcome["status"]): void {
  if (status !== expected) {
    throw new Error(`${method} of ${server} ended as ${status} instead of ${expected}: ${reason}`);
  }
}

/** With every server running and quiet, all lines written, and garbage collected. */
async function sample({ folder, log, store, servers }: Window): Promise<Sample> {
  await Promise.all(Object.keys(entries).map((name) => servers.restart(name)));
  await store.flush();
  await store.flush();
  // Buffers are let go of after the objects that had them, some time later.
  globalThis.gc?.();
  await setTimeout(200);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return {
    memory: heapUsed + external,
    log: log.heldBytes,
    resources: process.getActiveResourcesInfo().filter((name) => name !== "Immediate").length,
    descriptors: await countDescriptors(folder),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    children: await countChildren(),
  };
}

/** Without those of the stored log: the disk budget is for them. */
async function countDescriptors(folder: string): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => !target.startsWith(folder)).length;
}

/** What a server's process leaves in a log that its lines are gone from, in bytes. */
function leftOfProcess(): number {
  const processes = 1000;
  const log = new TrafficLog();
  const held = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  for (let epoch = 1; epoch <= processes; epoch++) {
    const source = log.source("soak", epoch);
    source.lifecycle({ type: "exited" });
    source.exited();
  }
  log.clear();
  return (held() - before) / processes;
}

async function countChildren(): Promise<number> {
  const tasks = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  return tasks.split(" ").filter((pid) => pid !== "").length;
}

function figuresOf(samples: readonly Sample[]): Figure[] {
  const bench = "soak: start, middle, end";
  const [start, middle, end] = samples as [Sample, Sample, Sample];
  const besidesLog = ({ memory, log }: Sample): number => memory - log;
  const megabytes = (of: (sample: Sample) => number): string =>
    `${samples.map((one) => (of(one) / megabyte).toFixed(1)).join(", ")} MB`;
  const same = (what: string, of: (sample: Sample) => number): Figure => ({
    bench,
    what,
    value: samples.map(of).join(", "),
    goal: "not more than at the start",
    met: of(end) <= of(start),
  });
  return [
    {
      bench,
      what: "log in memory",
      value: megabytes(({ log }) => log),
      goal: `≤ its budget of ${memoryBudget / megabyte} MB`,
      met: Math.max(middle.log, end.log) <= memoryBudget,
    },
    {
      bench,
      what: "heap and buffers besides the log",
      value: megabytes(besidesLog),
      goal: `end ≤ start + ${heapTolerance / megabyte} MB`,
      met: besidesLog(end) <= besidesLog(start) + heapTolerance,
    },
    same("active handles and requests", ({ resources }) => resources),
    same("open file descriptors", ({ descriptors }) => descriptors),
    same("listeners of the process", ({ listeners }) => listeners),
    same("child processes", ({ children }) => children),
  ];
}

function processFigure(): Figure {
  const bytes = leftOfProcess();
  return {
    bench: "soak: a server's process",
    what: "memory left once its lines are gone",
    value: `${(bytes / 1024).toFixed(1)} KB`,
    goal: "≤ 6 KB",
    met: bytes <= 6 * 1024,
  };
}

function workDone(counted: ReadonlyMap<string, number>, restarts: number, log: TrafficLog): Figure[] {
  const value = [...counted].map(([status, count]) => `${count} ${status}`).join(", ");
  return [
    { bench: "soak: work done", what: "calls", value },
    { bench: "soak: work done", what: "lines, starts anew", value: `${log.length}, ${restarts}` },
  ];
}
