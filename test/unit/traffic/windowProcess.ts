import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { GuardClient } from "../../../src/servers/guard/guardClient.ts";
import { ToolServers } from "../../../src/servers/toolServers.ts";
import { tidySessions } from "../../../src/traffic/store/sessions.ts";
import { TrafficStore } from "../../../src/traffic/store/trafficStore.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { guardScript } from "../../fixtures/process/tools.ts";

/**
 * A window as a process of its own: servers, guard, and traffic stored below the folder that is its argument. It does
 * what each line on its stdin says, and answers with one line of JSON.
 */
const root = process.argv[2] as string;
const echo = fileURLToPath(new URL("../../fixtures/servers/echo.mjs", import.meta.url));
const log = new TrafficLog();
const guard = new GuardClient({ script: guardScript });
const store = new TrafficStore(log, {
  root,
  workspace: "tests",
  memoryBudget: () => 64 * 1024 * 1024,
  diskBudget: () => 64 * 1024 * 1024,
  onProblem: (problem) => {
    throw problem;
  },
});
const servers = new ToolServers({
  log,
  guard,
  roots: () => [],
  clientVersion: "0.1.0",
  maxLineBytes: () => 1024 * 1024,
  prepareLaunch: async ({ command, args }) => ({
    command,
    args,
    cwd: root,
    env: { PATH: process.env.PATH ?? "" },
    secrets: [],
  }),
});
const entry = { command: process.execPath, args: [echo], protocol: "jsonrpc", methods: ["add"] };
servers.update([{ name: "calc", source: "settings", ...parseEntry("calc", entry, { source: "settings" }) }]);

const actions: Record<string, (argument: string) => unknown> = {
  async call(text) {
    const { result, epoch } = await servers.call("calc", "add", { text });
    await store.flush();
    return { result, epoch, pid: servers.status("calc").pid, lines: log.length };
  },
  async clear() {
    const removed = log.clear();
    await store.flush();
    return removed;
  },
  /** As a window does when it opens, where the disk has room for nothing. */
  tidy: () => tidySessions(root, 0, ""),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [action = "", argument = ""] = line.split(" ");
  const answer = (await actions[action]?.(argument)) ?? null;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await servers.dispose();
guard.dispose();
await store.close();
process.stdout.end();
await once(process.stdout, "close").catch(() => {});
