import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { type HostMessage, pageSize } from "../../../src/shared/trafficProtocol.ts";
import type { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import type { TrafficSource } from "../../../src/traffic/trafficSource.ts";
import { bodyLimit, PanelFeed } from "../../../src/ui/traffic/panelFeed.ts";
import { error, lineOf, request, result, say, tickingLog } from "../traffic/recorded.ts";

describe("panel feed", () => {
  let log: TrafficLog;
  let source: TrafficSource;
  let sent: HostMessage[];
  let feed: PanelFeed;
  let next: (() => void) | undefined;

  beforeEach(() => {
    log = tickingLog();
    source = log.source("calc", 1);
    sent = [];
    feed = new PanelFeed(log, {
      servers: () => ["calc", "files"],
      post: (message) => {
        sent.push(message);
        next?.();
      },
    });
  });

  afterEach(() => feed.dispose());

  /** Sends so many requests whose ids are their seqs. */
  function add(count: number): void {
    for (let index = 0; index < count; index++) {
      say(source, ">", request(log.length + 1));
    }
  }

  /** The next message that is sent. */
  async function message(): Promise<HostMessage | undefined> {
    await new Promise<void>((resolve) => {
      next = resolve;
    });
    return sent.at(-1);
  }

  it("sends nothing before the webview is ready, and nothing while it is hidden", async () => {
    add(10);
    feed.receive({ type: "ready", filter: {} });
    assert.equal(sent.length, 1);
    feed.setShown(false);
    add(10);
    say(source, "<", result(1));
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: pageSize }, pages: [0] });
    await wait(80);
    assert.equal(sent.length, 1);
  });

  it("sends the latest whole state when shown again", () => {
    feed.receive({ type: "ready", filter: {} });
    feed.setShown(false);
    add(25);
    feed.setShown(true);
    const state = sent.at(-1);
    assert.ok(state?.type === "state");
    assert.equal(state.length, 25);
    assert.deepEqual(state.servers, ["calc", "files"]);
  });

  it("says a hundred thousand entries in one message without a row in it", async () => {
    add(3);
    feed.receive({ type: "ready", filter: {} });
    add(100_000);
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual([changed.firstChanged, changed.length, changed.updated], [3, 100_003, []]);
    assert.equal(sent.length, 2);
  });

  it("leaves a frame between two messages", async () => {
    feed.receive({ type: "ready", filter: {} });
    const start = performance.now();
    for (let count = 0; count < 4; count++) {
      add(1);
      await message();
    }
    // A guard against a message an entry, with room for a coarse timer.
    assert.ok(performance.now() - start > 100);
  });

  it("tells only of updates in the window", async () => {
    add(1000);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: pageSize }, pages: [0] });
    say(source, "<", result(900));
    say(source, "<", result(7));
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual(changed.updated, [7]);
  });

  it("answers with the pages asked for, the last one as long as it is", () => {
    add(pageSize + 5);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: pageSize + 5 }, pages: [pageSize, 0] });
    const rows = sent.at(-1);
    assert.ok(rows?.type === "rows");
    assert.deepEqual(
      rows.pages.map(({ start, rows }) => [start, rows.length, rows[0]?.seq]),
      [
        [pageSize, 5, pageSize + 1],
        [0, pageSize, 1],
      ],
    );
  });

  it("does not answer for a view that is no more", () => {
    add(5);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "filter", filter: { server: "files" } });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: 5 }, pages: [0] });
    assert.deepEqual(
      sent.map((message) => message.type),
      ["state", "state"],
    );
    const state = sent.at(-1);
    assert.ok(state?.type === "state");
    assert.deepEqual([state.length, state.filter.server, state.view], [0, "files", 2]);
  });

  it("starts anew when the log is cleared", () => {
    add(5);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "line", seq: 3 });
    log.clear();
    const state = sent.at(-1);
    assert.ok(state?.type === "state");
    assert.deepEqual([state.length, state.selection], [0, undefined]);
  });

  it("finds a remembered row again, if it is of the same log", () => {
    add(5);
    feed.receive({ type: "ready", filter: {}, selected: 3, session: "of another window" });
    const first = sent.at(-1);
    assert.ok(first?.type === "state");
    assert.equal(first.selection, undefined);
    feed.receive({ type: "ready", filter: {}, selected: 3, session: first.session });
    const second = sent.at(-1);
    assert.ok(second?.type === "state");
    assert.deepEqual(second.selection, { seq: 3, index: 2 });
  });

  it("[R3] puts the meaning of an error's code beside it, on the request too", () => {
    add(1);
    say(source, "<", error(1, -32602));
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: 2 }, pages: [0] });
    const rows = sent.at(-1);
    assert.ok(rows?.type === "rows");
    assert.deepEqual(
      rows.pages[0]?.rows.map((row) => [row.errorCode, row.errorMeaning, row.partner]),
      [
        [-32602, "invalid params", 2],
        [-32602, "invalid params", 1],
      ],
    );
  });

  it("sends the head of a long line and says how much it is", () => {
    source.stderr(lineOf("line 1"));
    source.stderr(lineOf("x".repeat(1_000_000)));
    feed.receive({ type: "line", seq: 1 });
    feed.receive({ type: "line", seq: 2 });
    feed.receive({ type: "line", seq: 99 });
    assert.deepEqual(sent[0], { type: "line", seq: 1, text: "line 1", bytes: 6, shown: 6, findings: [] });
    const cut = sent[1];
    assert.ok(cut?.type === "line");
    assert.deepEqual([cut.text?.length, cut.shown, cut.bytes], [bodyLimit, bodyLimit, 1_000_000]);
    assert.deepEqual(sent[2], { type: "line", seq: 99, bytes: 0, shown: 0, findings: [] });
  });

  it("lists what a pill and a text let pass, with the whole number and that of problems", async () => {
    add(40);
    say(source, "<", error(3));
    say(source, "<", "a needle in it");
    feed.receive({ type: "ready", filter: { text: "NEEDLE" } });
    const found = sent.at(-1);
    assert.ok(found?.type === "state");
    assert.deepEqual([found.length, found.total, found.problems, found.searching], [1, 42, 3, false]);
    feed.receive({ type: "filter", filter: { pill: "problems" } });
    const problems = sent.at(-1);
    assert.ok(problems?.type === "state");
    assert.equal(problems.length, 3);
    source.settle(5, "timedOut");
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual([changed.length, changed.problems, changed.firstChanged], [4, 4, 1]);
  });

  it("tells where the selected row went when one came before it", async () => {
    add(10);
    say(source, "<", error(8));
    feed.receive({ type: "ready", filter: { pill: "problems" } });
    feed.receive({ type: "line", seq: 8 });
    source.settle(2, "timedOut");
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual(changed.selection, { seq: 8, index: 1 });
  });

  it("searches a long log in slices and tells how far it is", async () => {
    const lines = 500_000;
    for (let n = 0; n < lines; n++) {
      source.stdout.record(lineOf(`line ${n}`));
    }
    feed.receive({ type: "ready", filter: { text: "line" } });
    const first = sent.at(-1);
    assert.ok(first?.type === "state");
    assert.ok(first.searching && first.length < lines);
    for (;;) {
      const changed = await message();
      assert.ok(changed?.type === "changed");
      if (!changed.searching) {
        assert.equal(changed.length, lines);
        break;
      }
    }
  });

  it("takes a filter away that hides the row somebody wants to see", () => {
    add(10);
    feed.receive({ type: "ready", filter: { server: "calc", text: "no such text" } });
    feed.receive({ type: "reveal", seq: 4 });
    const [state, reveal] = sent.slice(-2);
    assert.ok(state?.type === "state");
    assert.deepEqual([state.filter, state.selection], [{ server: "calc" }, { seq: 4, index: 3 }]);
    assert.deepEqual(reveal, { type: "reveal", seq: 4, index: 3 });
  });
});
