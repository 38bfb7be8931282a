import { type ChildProcess, type StdioOptions, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import { beforeEnding } from "./ending.ts";

const windows = process.platform === "win32";
const patienceMs = 3000;
const living = new Set<ProcessGroup>();

export interface LaunchOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  stdio?: StdioOptions;
}

/**
 * A child in a process group of its own, so that everything it started ends with it.
 * No group outlives this process, however this process ends (short of SIGKILL).
 */
export class ProcessGroup {
  readonly child: ChildProcess;
  /** Settles when the child has ended, with its exit code, or 1 where a signal ended it. */
  readonly exit: Promise<number>;

  constructor(command: string, args: readonly string[], options: LaunchOptions = {}) {
    guardOnce();
    this.child = spawn(command, args, { detached: !windows, windowsHide: true, ...options });
    this.exit = once(this.child, "close").then(([code]) => code ?? 1);
    this.exit.catch(() => {}); // A failed launch is seen by those who wait for `exit`.
    living.add(this);
  }

  /** Asks the whole group to end, and makes it end where asking does not help. */
  async end(): Promise<void> {
    this.#signal("SIGTERM");
    for (let waited = 0; this.#isAlive() && waited < patienceMs; waited += 20) await delay(20);
    this.kill();
  }

  /** Ends the whole group at once. */
  kill(): void {
    this.#signal("SIGKILL");
    living.delete(this);
  }

  #isAlive(): boolean {
    return windows ? this.child.exitCode === null : this.#signal(0);
  }

  /** False where there is no such group (any more). */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.child;
    if (pid === undefined) return false;
    if (windows) return spawnSync("taskkill", ["/pid", `${pid}`, "/t", "/f"]).status === 0;
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}

/** Runs a command to its end, silently; its output is told only where it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: LaunchOptions = {},
): Promise<string> {
  const group = new ProcessGroup(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await group.exit.finally(() => group.kill());
  if (code !== 0) throw new Error(`${output}\n${command} ${args.join(" ")} ended with code ${code}.`);
  return output;
}

let guarded = false;

/** From the first group on, an end of this process is an end of all groups. */
function guardOnce(): void {
  if (guarded) return;
  guarded = true;
  beforeEnding(async () => {
    await Promise.all([...living].map((group) => group.end()));
  });
  process.on("exit", () => {
    for (const group of living) group.kill();
  });
}
