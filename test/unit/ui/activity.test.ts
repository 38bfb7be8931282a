import assert from "node:assert/strict";
import type { ServerState } from "../../../src/servers/status.ts";
import type { ServerRow } from "../../../src/servers/toolServers.ts";
import { activityOf, isQuiet } from "../../../src/ui/activity/activity.ts";

function row(state: ServerState, usable = true): ServerRow {
  return {
    key: state,
    entry: {
      name: state,
      source: "settings",
      ...(usable && { definition: {} as NonNullable<ServerRow["entry"]["definition"]> }),
    },
    status: { name: state, source: "settings", state, epoch: 0 },
    searched: [],
    warnings: [],
  };
}

describe("What goes on in the window", () => {
  it("counts what runs, what is in flight and what failed when it was started", () => {
    const rows = [row("ready"), row("starting"), row("crashed"), row("failed"), row("stopped")];
    assert.deepEqual(activityOf(rows, 3), { running: 2, inFlight: 3, failed: 2 });
  });

  it("is nothing where servers are only listed, usable or not", () => {
    assert.ok(isQuiet(activityOf([row("stopped"), row("failed", false)], 0)));
  });
});
