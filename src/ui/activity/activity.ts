import type { ServerRow } from "../../servers/toolServers.ts";
import { isUnusable } from "../servers/nodes.ts";

/** What goes on in the window, in numbers. */
export interface Activity {
  /** Servers that have a process, or are about to. */
  running: number;
  inFlight: number;
  /** Servers that were started and failed or crashed. What can only be listed is no failure of anybody's doing. */
  failed: number;
}

export function activityOf(rows: readonly ServerRow[], inFlight: number): Activity {
  const count = (states: readonly string[], counted: readonly ServerRow[]) =>
    counted.filter(({ status }) => states.includes(status.state)).length;
  return {
    running: count(["starting", "ready", "stopping"], rows),
    inFlight,
    failed: count(
      ["failed", "crashed"],
      rows.filter((row) => !isUnusable(row)),
    ),
  };
}

/** Whether there is anything to tell. */
export function isQuiet({ running, inFlight, failed }: Activity): boolean {
  return running === 0 && inFlight === 0 && failed === 0;
}
