import { readdir, readFile } from "node:fs/promises";
import { MARK_VARIABLE } from "../../src/servers/process/mark.ts";

/** What a process of a marked VS Code is to Toolwire. */
export type Role = "server" | "guard" | "extension host" | "VS Code";

export interface MarkedProcess {
  pid: number;
  role: Role;
  command: string;
}

/** The living processes that were started with this assignment in their environment. Linux only. */
export async function markedProcesses(assignment: string): Promise<MarkedProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => look(pid, assignment)));
  return found.filter((process) => process !== undefined);
}

async function look(pid: string, assignment: string): Promise<MarkedProcess | undefined> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, "latin1")).split("\0");
    // A zombie has no environment, so it is not found.
    if (!environment.includes(assignment)) return undefined;
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return { pid: Number(pid), role: roleOf(environment, command), command };
  } catch {
    return undefined; // It has just ended, or is somebody else's.
  }
}

function roleOf(environment: string[], command: string): Role {
  if (environment.some((variable) => variable.startsWith(`${MARK_VARIABLE}=`))) return "server";
  if (command.includes("guard.cjs")) return "guard";
  return command.includes("--type=extensionHost") ? "extension host" : "VS Code";
}
