import { findMarked, hasLivingMember, type MarkedProcess, stillRuns } from "./linuxProcesses.ts";
import type { ProcessTree, ServerGroup } from "./processTree.ts";

/**
 * Servers that lead a process group each. On Linux descendants that left the group are found by their mark;
 * macOS shows nobody another process' environment, so there the group is all there is.
 */
export function posixTree(groups: readonly ServerGroup[]): ProcessTree {
  const marks = groups.map((group) => group.mark);
  /** Groups that may still have members. One that was seen gone is never signalled again: its id may be reused. */
  const groupIds = new Set(groups.flatMap(({ pid }) => (pid === undefined ? [] : [checkedGroupId(pid)])));

  /** Descendants outside their group, as far as they were seen. */
  let strays: MarkedProcess[] = [];

  const lookForStrays = async () => {
    if (process.platform !== "linux") return;
    const found = (await findMarked(marks)).filter(({ groupId }) => !groupIds.has(groupId));
    const seen = new Set(found.map(({ pid }) => pid));
    strays = [...found, ...strays.filter((stray) => !seen.has(stray.pid) && stillRuns(stray))];
  };
  const signal = async (...signals: NodeJS.Signals[]) => {
    for (const groupId of groupIds) for (const name of signals) send(-groupId, name);
    await lookForStrays();
    for (const { pid } of strays) for (const name of signals) send(pid, name);
  };

  return {
    // A stopped process (SIGSTOP, SIGTSTP) gets its SIGTERM only once it goes on.
    terminate: () => signal("SIGTERM", "SIGCONT"),
    kill: () => signal("SIGKILL"),
    async isGone() {
      for (const groupId of groupIds) {
        if (await groupIsAlive(groupId)) return false;
        groupIds.delete(groupId);
      }
      await lookForStrays();
      return strays.length === 0;
    },
  };
}

/** @throws for ids that mean "my own group" or "everybody" to `kill(2)`. */
function checkedGroupId(pid: number): number {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new RangeError(`${pid} is not the id of a process group`);
  return pid;
}

async function groupIsAlive(groupId: number): Promise<boolean> {
  const answer = send(-groupId, 0);
  if (answer === "ESRCH") return false;
  if (process.platform === "linux") return hasLivingMember(groupId);
  // macOS answers EPERM for a group that consists of zombies.
  return answer !== "EPERM";
}

/** @returns the error's code, if there is one: the process is gone, or another user's. */
function send(pid: number, signal: NodeJS.Signals | 0): string | undefined {
  try {
    process.kill(pid, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}
