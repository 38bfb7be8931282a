import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { endTree } from "../process/endTree.ts";
import { platformTree } from "../process/platformTree.ts";
import { GuardList } from "./guardLines.ts";

/**
 * From SIGTERM to SIGKILL: a quarter of what nobody may outlive the host by, because finding and killing them takes
 * longest on a busy machine. [R16]
 */
const GRACE_MS = 500;

/** What a process may take from fork to exec. */
const SPAWN_MS = 200;

/** What a terminal or a person sends to a whole group; the guard has to work just then. */
const IGNORED_SIGNALS: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * The guard's whole life: listens to the host, and when the host's end of the pipe closes, for whatever reason, ends
 * the servers that are left. The servers' stdin has closed at the same time as ours, so they are asked at once.
 *
 * A process id is safe to signal here: the system keeps it until the host has reaped the process, and the host takes
 * it off the list in the same moment; a host that died can no longer reap.
 */
export async function runGuard(host: Readable): Promise<void> {
  for (const signal of IGNORED_SIGNALS) process.on(signal, () => {});
  const list = new GuardList();
  host.setEncoding("utf8");
  host.on("data", (text: string) => list.read(text));
  await new Promise<void>((resolve) => {
    for (const ending of ["end", "close", "error"]) host.once(ending, () => resolve());
  });
  const groups = list.groups;
  // The host died in mid-spawn: the new process carries its mark only once it has become the server.
  if (groups.some(({ pid }) => pid === undefined)) await delay(SPAWN_MS);
  await endTree(platformTree(groups), () => GRACE_MS);
}
