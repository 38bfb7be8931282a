import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { HostMessage } from "../../../src/shared/trafficProtocol.ts";
import { PanelFeed } from "../../../src/ui/traffic/panelFeed.ts";
import { request, say, tickingLog } from "../traffic/recorded.ts";

describe("panel feed of a log that is full", () => {
  it("says how far all rows moved up, how many lines are gone, and where the selected one is", async () => {
    const log = tickingLog();
    const source = log.source("calc", 1);
    for (let n = 0; n < 100; n++) {
      say(source, ">", request(n));
    }
    const sent: HostMessage[] = [];
    const feed = new PanelFeed(log, { servers: () => ["calc"], post: (message) => void sent.push(message) });
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "line", seq: 50 });
    log.drop(40);
    const view = sent.find((message) => message.type === "state")?.view ?? 0;
    feed.receive({ type: "rows", view, window: { start: 0, count: 10 }, pages: [0] });
    const changed = sent.find((message) => message.type === "changed");
    assert.deepEqual(
      changed && {
        length: changed.length,
        dropped: changed.dropped,
        gone: changed.gone,
        at: changed.selection,
      },
      { length: 60, dropped: 40, gone: 40, at: { seq: 50, index: 9 } },
    );
    const rows = sent.findLast((message) => message.type === "rows");
    assert.equal(rows?.pages[0]?.rows[0]?.seq, 41);
    assert.ok(sent.indexOf(changed as HostMessage) < sent.indexOf(rows as HostMessage));
    await wait(50);
    assert.equal(sent.filter((message) => message.type === "changed" && message.dropped > 0).length, 1);
    feed.dispose();
  });

  it("moves the rows of a filtered list too", () => {
    const log = tickingLog();
    const source = log.source("calc", 1);
    for (let n = 0; n < 10; n++) {
      say(source, ">", request(n, n % 2 === 0 ? "even" : "odd"));
    }
    const sent: HostMessage[] = [];
    const feed = new PanelFeed(log, { servers: () => ["calc"], post: (message) => void sent.push(message) });
    feed.receive({ type: "ready", filter: { text: "odd" } });
    log.drop(4);
    const view = sent.find((message) => message.type === "state")?.view ?? 0;
    feed.receive({ type: "rows", view, window: { start: 0, count: 10 }, pages: [0] });
    const changed = sent.find((message) => message.type === "changed");
    assert.deepEqual(changed && [changed.length, changed.dropped], [3, 2]);
    feed.dispose();
  });
});
