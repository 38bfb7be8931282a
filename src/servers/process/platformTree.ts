import { posixTree } from "./posixTree.ts";
import type { ProcessTree, ServerGroup } from "./processTree.ts";
import { windowsTree } from "./windowsTree.ts";

/** The processes of these servers, in this system's way. */
export function platformTree(groups: readonly ServerGroup[]): ProcessTree {
  return process.platform === "win32" ? windowsTree(groups) : posixTree(groups);
}
