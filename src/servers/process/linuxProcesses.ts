import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { setImmediate as loopTurn } from "node:timers/promises";
import { MARK_VARIABLE } from "./mark.ts";

/**
 * How many processes are looked at before the loop gets its turn: about a millisecond. The files of `/proc` are made
 * up in memory, so reading them at once costs a fifth of what a trip through the thread pool costs.
 */
const SLICE = 64;

/** A process that carries one of our marks. */
export interface MarkedProcess {
  pid: number;
  groupId: number;
  /** In the kernel's ticks since boot: with the id it names a process for good, the id alone is reused. */
  startedAt: number;
}

/**
 * The living processes with one of these marks in the environment they were started with.
 *
 * Not found: one that was started with a cleaned environment (`env -i`), one that wrote over its environment
 * (`setproctitle`), and one of another user. Zombies have no environment and are not counted.
 */
export async function findMarked(marks: readonly string[]): Promise<MarkedProcess[]> {
  const assignments = marks.map((mark) => `${MARK_VARIABLE}=${mark}`);
  return collect((pid) => {
    const environment = readProcessFile(pid, "environ");
    if (!assignments.some((assignment) => environment?.includes(assignment))) return undefined;
    const stat = readStat(pid);
    return stat?.alive ? { pid, groupId: stat.groupId, startedAt: stat.startedAt } : undefined;
  });
}

/** Also while it is dying: it has no environment any more by then, so {@link findMarked} does not see it. */
export function stillRuns(found: MarkedProcess): boolean {
  const stat = readStat(found.pid);
  return stat?.alive === true && stat.startedAt === found.startedAt;
}

/**
 * Whether a process group has a member that still runs. The kernel's own answer (`kill(-group, 0)`) counts zombies,
 * and where nobody reaps orphans (a container without an init) those stay for good.
 */
export async function hasLivingMember(groupId: number): Promise<boolean> {
  if (readStat(groupId)?.alive) return true;
  const members = await collect((pid) => {
    const stat = readStat(pid);
    return stat?.alive && stat.groupId === groupId ? pid : undefined;
  });
  return members.length > 0;
}

interface Stat {
  groupId: number;
  startedAt: number;
  /** Neither a zombie nor dead. */
  alive: boolean;
}

function readStat(pid: number): Stat | undefined {
  const text = readProcessFile(pid, "stat")?.toString("latin1");
  if (text === undefined) return undefined;
  // "pid (name) state parent group … start time …": the name may hold blanks and brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, , groupId] = fields;
  return { groupId: Number(groupId), startedAt: Number(fields[19]), alive: state !== "Z" && state !== "X" };
}

/** Long enough for nearly every environment; `/proc` does not tell the size of a file. */
let space = Buffer.alloc(64 * 1024);

/**
 * @returns the file's bytes, good until the next call; `undefined` where the process is gone or somebody else's.
 */
function readProcessFile(pid: number, name: "stat" | "environ"): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/${name}`, "r");
    let length = 0;
    for (;;) {
      const count = readSync(file, space, length, space.length - length, null);
      if (count === 0) return space.subarray(0, length);
      length += count;
      if (length === space.length) space = Buffer.concat([space, Buffer.alloc(length)]);
    }
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function collect<T>(look: (pid: number) => T | undefined): Promise<T[]> {
  const found: T[] = [];
  const pids = processIds();
  for (let start = 0; start < pids.length; start += SLICE) {
    if (start > 0) await loopTurn();
    for (const pid of pids.slice(start, start + SLICE)) {
      const result = look(pid);
      if (result !== undefined) found.push(result);
    }
  }
  return found;
}

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 1);
  } catch {
    return [];
  }
}
