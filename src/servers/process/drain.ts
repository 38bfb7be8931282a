import type { Readable } from "node:stream";
import { setImmediate as loopTurn } from "node:timers/promises";
import { within } from "./until.ts";

/**
 * Waits until both output pipes of an ended process are read to their end. A grandchild that inherited them may keep
 * them open for ever, so after the limit they are destroyed. What lay in them by then is still read: the timer may be
 * late because the loop was blocked, and then the reads are late as well.
 *
 * Resolves after the streams' `close` events, so after every listener of theirs has seen everything.
 */
export async function drain(streams: readonly Readable[], limitMs: number): Promise<void> {
  const closed = Promise.all(streams.map(closing)).then(() => true);
  if (await within(closed, limitMs)) return;
  // One turn goes through the loop's poll phase, which reads more than a pipe can hold.
  await loopTurn();
  await loopTurn();
  for (const stream of streams) stream.destroy();
  await closed;
}

async function closing(stream: Readable): Promise<void> {
  if (!stream.closed) return new Promise((resolve) => stream.once("close", resolve));
  // It says so before it tells its listeners, which a pipe does at the end of the loop's turn.
  await loopTurn();
  await loopTurn();
}
