import { readdir, readFile } from "node:fs/promises";
import { MARK_VARIABLE } from "./mark.ts";

/** How many processes are looked at side by side: enough to be quick, few enough to leave file I/O to others. */
const SIDE_BY_SIDE = 16;

/** A process that carries one of our marks. */
export interface MarkedProcess {
  pid: number;
  groupId: number;
}

/**
 * The living processes with one of these marks in the environment they were started with.
 *
 * Not found: one that was started with a cleaned environment (`env -i`), one that wrote over its environment
 * (`setproctitle`), and one of another user. Zombies have no environment and are not counted.
 */
export async function findMarked(marks: readonly string[]): Promise<MarkedProcess[]> {
  const assignments = marks.map((mark) => `${MARK_VARIABLE}=${mark}`);
  return collect(async (pid) => {
    const environment = await readProcessFile(pid, "environ");
    if (!assignments.some((assignment) => environment?.includes(assignment))) return undefined;
    const stat = await readStat(pid);
    return stat?.alive ? { pid, groupId: stat.groupId } : undefined;
  });
}

/**
 * Whether a process group has a member that still runs. The kernel's own answer (`kill(-group, 0)`) counts zombies,
 * and where nobody reaps orphans (a container without an init) those stay for good.
 */
export async function hasLivingMember(groupId: number): Promise<boolean> {
  if ((await readStat(groupId))?.alive) return true;
  const members = await collect(async (pid) => {
    const stat = await readStat(pid);
    return stat?.alive && stat.groupId === groupId ? pid : undefined;
  });
  return members.length > 0;
}

interface Stat {
  groupId: number;
  /** Neither a zombie nor dead. */
  alive: boolean;
}

async function readStat(pid: number): Promise<Stat | undefined> {
  const text = (await readProcessFile(pid, "stat"))?.toString("latin1");
  if (text === undefined) return undefined;
  // "pid (name) state parent group …": the name may hold blanks and brackets.
  const [state, , groupId] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { groupId: Number(groupId), alive: state !== "Z" && state !== "X" };
}

/** `undefined` where the process is gone or belongs to somebody else. */
async function readProcessFile(pid: number, name: "stat" | "environ"): Promise<Buffer | undefined> {
  try {
    return await readFile(`/proc/${pid}/${name}`);
  } catch {
    return undefined;
  }
}

async function collect<T>(look: (pid: number) => Promise<T | undefined>): Promise<T[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 1);
  const found: T[] = [];
  const worker = async () => {
    for (let pid = pids.pop(); pid !== undefined; pid = pids.pop()) {
      const result = await look(pid);
      if (result !== undefined) found.push(result);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return found;
}
