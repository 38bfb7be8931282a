import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { type HostMessage, pageSize } from "../../../src/shared/trafficProtocol.ts";
import type { CaptureEntry, TrafficRow } from "../../../src/traffic/entry.ts";
import { bodyLimit, type FeedLog, PanelFeed } from "../../../src/ui/traffic/panelFeed.ts";

/** A log of requests, made up as they are asked for. */
class FakeLog implements FeedLog {
  length = 0;
  readonly dropped = 0;
  readonly changed = new Map<number, Partial<TrafficRow>>();
  readonly bodies = new Map<number, Buffer>();
  private readonly append = new Set<() => void>();
  private readonly update = new Set<(seq: number) => void>();
  private readonly cleared = new Set<() => void>();

  add(count: number): void {
    for (let index = 0; index < count; index++) {
      this.length++;
      for (const listener of this.append) {
        listener();
      }
    }
  }

  change(seq: number, change: Partial<TrafficRow>): void {
    this.changed.set(seq, { ...this.changed.get(seq), ...change });
    for (const listener of this.update) {
      listener(seq);
    }
  }

  clear(): void {
    this.length = 0;
    for (const listener of this.cleared) {
      listener();
    }
  }

  row(seq: number): TrafficRow | undefined {
    if (seq < 1 || seq > this.length) {
      return undefined;
    }
    const row: TrafficRow = {
      seq,
      atMicros: seq * 1000,
      server: "calc",
      epoch: 1,
      channel: "stdin",
      kind: "request",
      method: "tool.add",
      id: seq,
      bytes: this.rawBytes(seq).length,
      status: "pending",
      findings: [],
      preview: "{",
    };
    return { ...row, ...this.changed.get(seq) };
  }

  view(filter?: { server?: string }) {
    const isEmpty = filter?.server !== undefined && filter.server !== "calc";
    const length = (): number => (isEmpty ? 0 : this.length);
    return {
      dropped: 0,
      get length() {
        return length();
      },
      rows: (start: number, count: number) =>
        Array.from({ length: Math.max(0, Math.min(count, length() - start)) }, (_, index) =>
          this.row(start + index + 1),
        ).filter((row) => row !== undefined),
      indexOf: (seq: number) => (seq >= 1 && seq <= length() ? seq - 1 : -1),
      dispose: () => {},
    };
  }

  entry(): CaptureEntry | undefined {
    return undefined;
  }

  rawBytes(seq: number): Buffer {
    return this.bodies.get(seq) ?? Buffer.from(`line ${seq}`);
  }

  rawHead(seq: number, bytes: number): Buffer {
    return this.rawBytes(seq).subarray(0, bytes);
  }

  onDidDrop() {
    return { dispose: () => {} };
  }

  onDidAppend(listener: () => void) {
    this.append.add(listener);
    return { dispose: () => void this.append.delete(listener) };
  }

  onDidUpdate(listener: (seq: number) => void) {
    this.update.add(listener);
    return { dispose: () => void this.update.delete(listener) };
  }

  onDidClear(listener: () => void) {
    this.cleared.add(listener);
    return { dispose: () => void this.cleared.delete(listener) };
  }
}

describe("panel feed", () => {
  let log: FakeLog;
  let sent: HostMessage[];
  let feed: PanelFeed;
  let next: (() => void) | undefined;

  beforeEach(() => {
    log = new FakeLog();
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

  /** The next message that is sent. */
  async function message(): Promise<HostMessage | undefined> {
    await new Promise<void>((resolve) => {
      next = resolve;
    });
    return sent.at(-1);
  }

  it("sends nothing before the webview is ready, and nothing while it is hidden", async () => {
    log.add(10);
    feed.receive({ type: "ready", filter: {} });
    assert.equal(sent.length, 1);
    feed.setShown(false);
    log.add(10);
    log.change(1, { status: "ok" });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: pageSize }, pages: [0] });
    await wait(80);
    assert.equal(sent.length, 1);
  });

  it("sends the latest whole state when shown again", () => {
    feed.receive({ type: "ready", filter: {} });
    feed.setShown(false);
    log.add(25);
    feed.setShown(true);
    const state = sent.at(-1);
    assert.ok(state?.type === "state");
    assert.equal(state.length, 25);
    assert.deepEqual(state.servers, ["calc", "files"]);
  });

  it("says a hundred thousand entries in one message without a row in it", async () => {
    log.add(3);
    feed.receive({ type: "ready", filter: {} });
    log.add(100_000);
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual([changed.firstChanged, changed.length, changed.updated], [3, 100_003, []]);
    assert.equal(sent.length, 2);
  });

  it("leaves a frame between two messages", async () => {
    feed.receive({ type: "ready", filter: {} });
    const start = performance.now();
    for (let count = 0; count < 4; count++) {
      log.add(1);
      await message();
    }
    // A guard against a message an entry, with room for a coarse timer.
    assert.ok(performance.now() - start > 100);
  });

  it("tells only of updates in the window", async () => {
    log.add(1000);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "rows", view: 1, window: { start: 0, count: pageSize }, pages: [0] });
    log.change(900, { status: "ok" });
    log.change(7, { status: "ok" });
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual(changed.updated, [7]);
  });

  it("answers with the pages asked for, the last one as long as it is", () => {
    log.add(pageSize + 5);
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
    log.add(5);
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
    log.add(5);
    feed.receive({ type: "ready", filter: {} });
    feed.receive({ type: "line", seq: 3 });
    log.clear();
    const state = sent.at(-1);
    assert.ok(state?.type === "state");
    assert.deepEqual([state.length, state.selection], [0, undefined]);
  });

  it("finds a remembered row again, if it is of the same log", () => {
    log.add(5);
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
    log.add(2);
    log.change(1, { status: "error", answeredBy: 2 });
    log.change(2, { channel: "stdout", kind: "error", status: "error", errorCode: -32602, replyTo: 1 });
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
    log.add(2);
    log.bodies.set(2, Buffer.alloc(1_000_000, "x"));
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
    log.add(40);
    log.change(3, { status: "error", errorCode: -32603 });
    log.change(9, { findings: ["late-answer"] });
    log.bodies.set(30, Buffer.from("a needle in it"));
    feed.receive({ type: "ready", filter: { text: "NEEDLE" } });
    const found = sent.at(-1);
    assert.ok(found?.type === "state");
    assert.deepEqual([found.length, found.total, found.problems, found.searching], [1, 40, 2, false]);
    feed.receive({ type: "filter", filter: { pill: "problems" } });
    const problems = sent.at(-1);
    assert.ok(problems?.type === "state");
    assert.equal(problems.length, 2);
    log.change(5, { status: "timedOut" });
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual([changed.length, changed.problems, changed.firstChanged], [3, 3, 1]);
  });

  it("tells where the selected row went when one came before it", async () => {
    log.add(10);
    log.change(8, { status: "error" });
    feed.receive({ type: "ready", filter: { pill: "problems" } });
    feed.receive({ type: "line", seq: 8 });
    log.change(2, { status: "timedOut" });
    const changed = await message();
    assert.ok(changed?.type === "changed");
    assert.deepEqual(changed.selection, { seq: 8, index: 1 });
  });

  it("searches a long log in slices and tells how far it is", async () => {
    log.add(60_000);
    feed.receive({ type: "ready", filter: { text: "line" } });
    const first = sent.at(-1);
    assert.ok(first?.type === "state");
    assert.ok(first.searching && first.length < 60_000);
    for (;;) {
      const changed = await message();
      assert.ok(changed?.type === "changed");
      if (!changed.searching) {
        assert.equal(changed.length, 60_000);
        break;
      }
    }
  });

  it("takes a filter away that hides the row somebody wants to see", () => {
    log.add(10);
    feed.receive({ type: "ready", filter: { server: "calc", text: "no such text" } });
    feed.receive({ type: "reveal", seq: 4 });
    const [state, reveal] = sent.slice(-2);
    assert.ok(state?.type === "state");
    assert.deepEqual([state.filter, state.selection], [{ server: "calc" }, { seq: 4, index: 3 }]);
    assert.deepEqual(reveal, { type: "reveal", seq: 4, index: 3 });
  });
});
