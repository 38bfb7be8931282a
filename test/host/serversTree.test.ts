import assert from "node:assert/strict";
import type { InFlightCall } from "../../src/servers/status.ts";
import type { ServerRow } from "../../src/servers/toolServers.ts";
import type { TreeNode } from "../../src/ui/servers/nodes.ts";
import { ServersTree, type ShownServers } from "../../src/ui/servers/serversTree.ts";

/** Servers that change as often as the test says. */
class ChangingServers implements ShownServers {
  readonly #calls: InFlightCall[];
  #listener: (key: string | undefined) => void = () => {};

  constructor() {
    this.#calls = ["one", "two"].map((id) => ({
      server: "calc",
      id,
      method: "slow",
      startedAt: new Date().toISOString(),
    }));
  }

  rows(): ServerRow[] {
    return ["calc", "files"].map((name) => ({
      key: name,
      entry: { name, source: "settings" },
      status: { name, source: "settings", state: "ready", epoch: 1 },
      searched: [],
      warnings: [],
    }));
  }

  inFlight(name?: string): InFlightCall[] {
    return this.#calls.filter(({ server }) => name === undefined || server === name);
  }

  onDidChange(listener: (key: string | undefined) => void): { dispose(): void } {
    this.#listener = listener;
    return { dispose: () => {} };
  }

  progress(progress: number): void {
    (this.#calls[1] as InFlightCall).progress = { progress };
    this.#listener("calc");
  }
}

describe("The tree of servers", () => {
  it("draws the one row that changed, at most ten times a second, however often it changes", async () => {
    const servers = new ChangingServers();
    const tree = new ServersTree(async () => servers);
    const [calc] = await tree.getChildren();
    const [group] = await tree.getChildren(calc);
    const rows = await tree.getChildren(group);
    const drawn: TreeNode[][] = [];
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes === undefined ? [] : [nodes].flat()));

    const began = performance.now();
    let changes = 0;
    while (performance.now() - began < 1000) {
      servers.progress(++changes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const seconds = (performance.now() - began) / 1000;
    tree.dispose();

    assert.ok(changes > 100, `${changes} changes`);
    assert.ok(drawn.length >= 2, "it is drawn while it changes");
    assert.ok(drawn.length <= 10 * seconds + 1, `drawn ${drawn.length} times in ${seconds} s`);
    for (const nodes of drawn) {
      assert.deepEqual(nodes, [rows[1]], "the call that got on, and nothing else");
    }
  });
});
