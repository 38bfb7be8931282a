import assert from "node:assert/strict";
import type { InFlightCall, ServerStatus } from "../../../src/servers/status.ts";
import type { ServerRow } from "../../../src/servers/toolServers.ts";
import { DrawnRows } from "../../../src/ui/servers/drawnRows.ts";

function row(status: Partial<ServerStatus> = {}): ServerRow {
  return {
    key: "calc",
    entry: { name: "calc", source: "settings" },
    status: { name: "calc", source: "settings", state: "ready", epoch: 1, ...status },
    searched: [],
    warnings: [],
  };
}

function call(id: string, progress?: number): InFlightCall {
  return {
    server: "calc",
    id,
    method: "slow",
    startedAt: "2026-01-01T00:00:00.000Z",
    ...(progress !== undefined && { progress: { progress } }),
  };
}

describe("What of a server is drawn again", () => {
  it("is nothing where nothing that is shown has changed", () => {
    const drawn = new DrawnRows();
    assert.equal(drawn.update(row(), []).server, true);
    assert.deepEqual(drawn.update(row(), []), { server: false, calls: [] });
    const noisy = row({ stderrTail: ["a line of a server that works is not shown"] });
    assert.deepEqual(drawn.update(noisy, []), { server: false, calls: [] });
  });

  it("is its row where its state, its list or its calls changed", () => {
    const drawn = new DrawnRows();
    drawn.update(row(), []);
    assert.equal(drawn.update(row({ state: "crashed", error: "gone" }), []).server, true);
    assert.equal(drawn.update(row(), []).server, true);
    assert.equal(drawn.update(row({ methods: [{ name: "add", kind: "tool" }] }), []).server, true);
    assert.equal(drawn.update(row(), [call("1")]).server, true);
    assert.equal(drawn.update(row(), [call("2")]).server, true, "another call, though as many");
  });

  it("is the row of the call alone where only the call got on", () => {
    const drawn = new DrawnRows();
    drawn.update(row(), [call("1"), call("2")]);
    const { server, calls } = drawn.update(row(), [call("1"), call("2", 5)]);
    assert.equal(server, false);
    assert.deepEqual(
      calls.map((node) => node.call.progress),
      [{ progress: 5 }],
    );
    assert.equal(calls[0], drawn.callNodes()[1], "the same object, by which VS Code knows the row");
  });
});
