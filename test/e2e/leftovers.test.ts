import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { type EmbeddedServer, startEmbeddedServer, windowAddress } from "../vscode/embeddedServer.ts";
import { fixtures } from "../vscode/paths.ts";
import { makeWorkspace } from "../vscode/workspace.ts";
import { type MarkedProcess, markedProcesses, type Role } from "./markedProcesses.ts";
import { session } from "./session.ts";

/** How long a server may outlive its window, on a machine that has time for it. */
const limitMs = 2000;

/** A machine on which Node takes more than a 25th of the limit to start is busy, and everything takes longer there. */
const startsOfNode = 25;

/** A guard against hanging: a busy machine takes its time to open a window. */
const longestMs = 180_000;

/** What the servers of the workspace consist of, most of it deaf to every signal that can be ignored. */
const serverProcesses = 2 + 7 + 2 + 1;

describe("[R16] No server process is left behind, grandchildren included", () => {
  /** In the environment of this VS Code, and so of everything that it starts. */
  const mark = `TOOLWIRE_LEFTOVERS=${randomUUID()}`;
  let server: EmbeddedServer | undefined;
  let workspace: string;
  let page: Page;
  let patienceMs = limitMs;

  before(async function () {
    if (process.platform !== "linux") this.skip();
    const { demo } = session();
    workspace = await makeWorkspace("bare-workspace", { demo });
  });

  beforeEach(async () => {
    server ??= await start();
    page = await session().browser.newPage();
    await page.goto(windowAddress(server, workspace), { timeout: longestMs });
    await serversRun();
    const before = performance.now();
    await promisify(execFile)(process.execPath, ["--eval", ""]);
    patienceMs = Math.max(limitMs, startsOfNode * (performance.now() - before));
  });

  afterEach(() => page.close());

  after(async () => {
    await server?.end();
    for (const { pid } of await markedProcesses(mark)) process.kill(pid, "SIGKILL");
  });

  it("the window closes", async () => {
    await page.goto("about:blank");
    await areGone();
  });

  it("the window reloads: the old ones end, and what starts by itself starts anew", async () => {
    const old = await ours();
    await page.reload({ timeout: longestMs, waitUntil: "commit" });
    await areGone(old);
    await serversRun();
  });

  it("the extension host is killed; VS Code may start another with servers of its own", async () => {
    const old = await ours();
    const [host] = await ofRole("extension host");
    assert.ok(host);
    process.kill(host.pid, "SIGKILL");
    await areGone(old);
  });

  for (const [what, signal] of [
    ["VS Code is ended with Ctrl+C in its terminal", "SIGINT"],
    ["VS Code is killed, and its extension host with it", "SIGKILL"],
  ] as const) {
    it(what, async () => {
      assert.ok(server);
      const { pid } = server;
      server = undefined;
      process.kill(-pid, signal);
      await areGone();
    });
  }

  function start(): Promise<EmbeddedServer> {
    const [name = "", value = ""] = mark.split("=");
    return startEmbeddedServer({
      vsix: session().vsix,
      trust: true,
      env: { [name]: value },
      // What a workspace wants to start by itself would be asked about.
      settings: settings(mark),
    });
  }

  async function ofRole(...roles: Role[]): Promise<MarkedProcess[]> {
    return (await markedProcesses(mark)).filter(({ role }) => roles.includes(role));
  }

  function ours(): Promise<MarkedProcess[]> {
    return ofRole("server", "guard");
  }

  async function serversRun(): Promise<void> {
    await within(longestMs, "all servers run under a guard", async () => {
      const servers = (await ofRole("server")).length;
      const guards = (await ofRole("guard")).length;
      return servers === serverProcesses && guards === 1 ? [] : [`${servers} servers, ${guards} guards`];
    });
  }

  /** These servers, or all, end in time; the guard has done its work then and ends as well. */
  async function areGone(old?: MarkedProcess[]): Promise<void> {
    const left = async (role: Role) => {
      const living = await ofRole(role);
      return living
        .filter(({ pid }) => old?.some((process) => process.pid === pid) ?? true)
        .map(({ pid, command }) => `${pid} ${command}`);
    };
    await within(patienceMs, "no server is left", () => left("server"));
    await within(longestMs, "no guard is left", () => left("guard"));
  }
});

/** The person's servers that start by themselves: stubborn ones with grandchildren, one with a daemon, one of MCP's. */
function settings(mark: string): object {
  const { node, python } = { node: process.execPath, python: session().python };
  const [name = "", value = ""] = mark.split("=");
  const entry = (command: string, file: string, ...args: string[]) => ({
    command,
    args: [join(fixtures, file), ...args],
    env: { [name]: value },
    autoStart: true,
  });
  return {
    "toolwire.servers": {
      stubborn: entry(node, "servers/stubborn.mjs", "--grandchild"),
      tree: { ...entry(python, "process/tree.py", "3", "stubborn"), protocol: "jsonrpc" },
      daemon: { ...entry(python, "process/daemon.py", "stays"), protocol: "jsonrpc" },
      mcp: { ...entry(node, "servers/mcp.mjs"), protocol: "mcp" },
    },
  };
}

/** Waits until a list is empty, and says what is still on it when that takes too long. */
async function within(ms: number, what: string, rest: () => Promise<unknown[]>): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    const left = await rest();
    if (left.length === 0) return;
    if (performance.now() > end) assert.fail(`not within ${ms} ms: ${what}; there is ${left.join(", ")}`);
    await delay(20);
  }
}
