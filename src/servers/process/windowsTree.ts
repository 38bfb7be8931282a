import { spawn } from "node:child_process";
import { win32 } from "node:path";
import type { ProcessTree, ServerGroup } from "./processTree.ts";
import { within } from "./until.ts";

const TASKKILL_LIMIT_MS = 2000;

/** What is different under test, where there is no Windows. */
export interface WindowsCalls {
  /** Runs a program to its end; its outcome does not matter, only what it did. */
  run(program: string, args: string[]): Promise<void>;
  isRunning(pid: number): boolean;
}

/**
 * Servers on Windows, ended by `taskkill /T`. It walks from a parent to its children, so the children of a server
 * that has ended already cannot be found any more: they stay unless they end with their pipes. For the same reason
 * nothing is done about a process that does not run: its id may be another's by now.
 */
export function windowsTree(groups: readonly ServerGroup[], calls: WindowsCalls = realCalls): ProcessTree {
  const pids = groups.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  const running = () => pids.filter((pid) => calls.isRunning(pid));
  const endAll = async (force: boolean) => {
    await Promise.all(running().map((pid) => calls.run(taskkillProgram(), taskkillArguments(pid, force))));
  };
  return {
    terminate: () => endAll(false),
    kill: () => endAll(true),
    isGone: async () => running().length === 0,
  };
}

/** With its full path: a `taskkill` found through PATH or the working directory could be anybody's. */
export function taskkillProgram(environment: NodeJS.ProcessEnv = process.env): string {
  return win32.join(environment.SystemRoot ?? "C:\\Windows", "System32", "taskkill.exe");
}

/** `/T`: with all its descendants. `/F`: unasked. */
export function taskkillArguments(pid: number, force: boolean): string[] {
  return ["/PID", String(pid), "/T", ...(force ? ["/F"] : [])];
}

const realCalls: WindowsCalls = {
  async run(program, args) {
    const ended = new Promise<void>((resolve) => {
      const child = spawn(program, args, { stdio: "ignore", windowsHide: true });
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    await within(ended, TASKKILL_LIMIT_MS);
  },
  isRunning(pid) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
};
