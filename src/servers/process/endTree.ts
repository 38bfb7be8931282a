import type { ProcessTree } from "./processTree.ts";
import { until, within } from "./until.ts";

/** How long after a kill the processes may take to vanish. One in an uninterruptible system call takes longer. */
const KILL_LIMIT_MS = 1500;

/** How long sending signals may take before it is left behind. */
const SIGNAL_LIMIT_MS = 500;

/**
 * Ends processes: asks, waits, kills. Killing is repeated until none is left, because one may have been started
 * while the others were looked for.
 *
 * @param graceMs time to end by themselves once asked; it may shrink while they are waited for.
 * @returns whether all are gone. `false` after a bounded time: they cannot be killed (another user's, stuck in a driver).
 */
export async function endTree(tree: ProcessTree, graceMs: () => number): Promise<boolean> {
  if (
    await until(
      () => tree.isGone(),
      () => 0,
    )
  )
    return true;
  await within(tree.terminate(), SIGNAL_LIMIT_MS);
  if (await until(() => tree.isGone(), graceMs)) return true;
  const killedAndGone = async () => {
    await within(tree.kill(), SIGNAL_LIMIT_MS);
    return tree.isGone();
  };
  return until(killedAndGone, () => KILL_LIMIT_MS);
}
