import type { ShownCall } from "../../servers/status.ts";
import type { ServerRow } from "../../servers/toolServers.ts";
import { callRows, type TreeNode } from "./nodes.ts";

type CallNode = Extract<TreeNode, { kind: "call" }>;

/**
 * What of a server must be drawn again. VS Code draws a row together with all that is open below it, so the server's
 * own row is drawn only where it says something else; a call that got on is one row.
 */
export interface Redraw {
  server: boolean;
  calls: CallNode[];
}

/** What the rows of one server said when they were drawn last. */
export class DrawnRows {
  #said: string | undefined;
  /** VS Code knows a row by its object, so those of calls are kept as long as the call is in flight. */
  #calls = new Map<string, { node: CallNode; said: string }>();

  /** Notes what the rows say now, and tells what of it is new. */
  update(row: ServerRow, calls: readonly ShownCall[]): Redraw {
    const drawn = this.#calls;
    this.#calls = new Map();
    const changed: CallNode[] = [];
    for (const fresh of callRows(row.key, calls)) {
      if (fresh.kind !== "call") {
        continue;
      }
      const said = JSON.stringify(fresh.call.progress);
      const before = drawn.get(fresh.id);
      const node = before?.node ?? fresh;
      node.call = fresh.call;
      this.#calls.set(fresh.id, { node, said });
      if (before !== undefined && before.said !== said) {
        changed.push(node);
      }
    }
    const { stderrTail, ...status } = row.status;
    const said = JSON.stringify([
      status,
      row.entry.error,
      row.searched,
      row.warnings,
      // Nobody sees the lines of a server that works.
      status.state === "failed" || status.state === "crashed" ? stderrTail : [],
      calls.length,
      [...this.#calls.keys()],
    ]);
    const server = said !== this.#said;
    this.#said = said;
    return { server, calls: server ? [] : changed };
  }

  /** The rows of calls that are drawn now. */
  callNodes(): CallNode[] {
    return [...this.#calls.values()].map(({ node }) => node);
  }

  /** The row of a call as VS Code knows it. */
  kept(node: TreeNode): TreeNode {
    return this.#calls.get(node.id)?.node ?? node;
  }
}
