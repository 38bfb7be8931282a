import assert from "node:assert/strict";
import { keyTarget } from "../../../src/webview/listKeys.ts";

const place = { current: 20, firstVisible: 15, last: 99, page: 10 };

describe("The keys of the traffic list", () => {
  it("go by row, by page and to the ends", () => {
    const targets = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"].map((key) =>
      keyTarget(key, place),
    );
    assert.deepEqual(targets, [19, 21, 10, 30, 0, 99]);
  });

  it("select a visible row where none is selected", () => {
    const none = { ...place, current: place.firstVisible - 1 };
    assert.equal(keyTarget("Enter", none), 15);
    assert.equal(keyTarget(" ", none), 15);
    assert.equal(keyTarget("ArrowDown", none), 15);
  });

  it("leave all other keys to others", () => {
    assert.equal(keyTarget("a", place), undefined);
    assert.equal(keyTarget("constructor", place), undefined);
  });
});
