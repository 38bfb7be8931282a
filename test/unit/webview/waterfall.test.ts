import assert from "node:assert/strict";
import type { PanelRow } from "../../../src/shared/trafficProtocol.ts";
import { place, rangeOf, spanOf } from "../../../src/webview/waterfall.ts";

const request: PanelRow = {
  seq: 1,
  atMicros: 1_000_000,
  server: "calc",
  epoch: 1,
  channel: "stdin",
  kind: "request",
  preview: "",
  bytes: 1,
  findings: [],
};
const answered: PanelRow = { ...request, status: "ok", durationMs: 500 };
const notification: PanelRow = { ...request, kind: "notification", atMicros: 1_250_000 };

describe("waterfall", () => {
  it("a call lasts until its answer, or until now; all else is a moment", () => {
    assert.deepEqual(spanOf(answered, 0), { from: 1_000_000, to: 1_500_000 });
    assert.deepEqual(spanOf({ ...request, status: "pending" }, 3000), { from: 1_000_000, to: 3_000_000 });
    assert.deepEqual(spanOf({ ...request, status: "pending" }, 0), { from: 1_000_000, to: 1_000_000 });
    assert.deepEqual(spanOf({ ...answered, kind: "result" }, 0), { from: 1_000_000, to: 1_000_000 });
  });

  it("is drawn within what is on screen", () => {
    const range = rangeOf([answered, notification], 0);
    assert.deepEqual(range, { from: 1_000_000, to: 1_500_000 });
    assert.deepEqual(place(spanOf(notification, 0), range), { left: 0.5, width: 0 });
    assert.deepEqual(place(spanOf(answered, 0), range), { left: 0, width: 1 });
    assert.deepEqual(place({ from: 1_250_000, to: 9_000_000 }, range), { left: 0.5, width: 0.5 });
  });

  it("has a place for a single moment and for none", () => {
    assert.deepEqual(place({ from: 5, to: 5 }, rangeOf([], 0)), { left: 0, width: 0 });
    assert.deepEqual(place(spanOf(notification, 0), rangeOf([notification], 0)), { left: 0, width: 0 });
  });
});
