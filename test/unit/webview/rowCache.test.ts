import assert from "node:assert/strict";
import { type PanelRow, pageSize } from "../../../src/shared/trafficProtocol.ts";
import { RowCache, type Wanted } from "../../../src/webview/rowCache.ts";

function row(seq: number): PanelRow {
  return {
    seq,
    atMicros: 0,
    server: "calc",
    epoch: 1,
    channel: "stdout",
    kind: "result",
    preview: "",
    bytes: 1,
    findings: [],
  };
}

/** Answers as a host whose row at index i is seq i + 1. */
function fill(cache: RowCache, wanted: Wanted | undefined, length: number): void {
  for (const start of wanted?.pages ?? []) {
    const count = Math.min(pageSize, length - start);
    cache.put(
      start,
      Array.from({ length: count }, (_, index) => row(start + index + 1)),
    );
  }
}

describe("row cache", () => {
  it("asks for the visible pages first, then for their neighbours, once", () => {
    const cache = new RowCache();
    cache.reset(1000);
    const visible = { start: 5 * pageSize + 3, count: 20 };
    const wanted = cache.want(visible);
    assert.deepEqual(wanted, {
      window: { start: 3 * pageSize, count: 5 * pageSize },
      pages: [5, 3, 4, 6, 7].map((page) => page * pageSize),
    });
    fill(cache, wanted, 1000);
    assert.equal(cache.want(visible), undefined);
    assert.equal(cache.row(5 * pageSize + 3)?.seq, 5 * pageSize + 4);
  });

  it("forgets what is far from the visible rows", () => {
    const cache = new RowCache();
    cache.reset(100_000);
    fill(cache, cache.want({ start: 0, count: 20 }), 100_000);
    cache.want({ start: 50_000, count: 20 });
    assert.equal(cache.row(0), undefined);
  });

  it("asks again for a page that has grown, and only for that", () => {
    const cache = new RowCache();
    cache.reset(pageSize + 5);
    const visible = { start: 0, count: pageSize + 5 };
    fill(cache, cache.want(visible), pageSize + 5);
    cache.change(pageSize + 6, pageSize + 5, []);
    assert.deepEqual(cache.want(visible)?.pages, [pageSize]);
  });

  it("shows the old row of an updated one until the new one is here", () => {
    const cache = new RowCache();
    cache.reset(100);
    const visible = { start: 0, count: 20 };
    fill(cache, cache.want(visible), 100);
    cache.change(100, 100, [3]);
    assert.equal(cache.row(2)?.seq, 3);
    assert.deepEqual(cache.want(visible)?.pages, [0]);
  });

  it("rows that moved are asked for again, rows that are gone are gone", () => {
    const cache = new RowCache();
    cache.reset(100);
    const visible = { start: 0, count: 100 };
    fill(cache, cache.want(visible), 100);
    cache.change(40, 10, []);
    assert.equal(cache.row(70), undefined);
    assert.equal(cache.row(50), undefined);
    assert.deepEqual(cache.want({ start: 0, count: 40 })?.pages, [0, pageSize]);
  });

  it("wants nothing of an empty view", () => {
    const cache = new RowCache();
    cache.reset(0);
    assert.equal(cache.want({ start: 0, count: 0 }), undefined);
  });
});
