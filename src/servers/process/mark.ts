import { randomUUID } from "node:crypto";

/**
 * The environment variable that every server of ours carries, with a value of its own. Children inherit it, so a
 * descendant that left the server's process group (`setsid`, a double fork) can still be told from a stranger.
 */
export const MARK_VARIABLE = "TOOLWIRE_SERVER_MARK";

/** A value for {@link MARK_VARIABLE} that no other process on this machine carries. */
export function newMark(): string {
  return randomUUID();
}
