import assert from "node:assert/strict";
import fc from "fast-check";
import {
  listTop,
  maxListTop,
  maxScrollHeight,
  positionAt,
  rowHeight,
  type ScrollGeometry,
  type ScrollPosition,
  scrolledTo,
  scrollHeight,
  topToReveal,
  visibleRows,
} from "../../../src/webview/virtualScroll.ts";

const small: ScrollGeometry = { rows: 1000, viewport: 440 };
const huge: ScrollGeometry = { rows: 10_000_000, viewport: 440 };

describe("virtual scroll", () => {
  it("is the browser's own scrolling while the browser can hold the list", () => {
    assert.equal(scrollHeight(small), 22_000);
    assert.deepEqual(positionAt(small, 5000), { scrollTop: 5000, offset: 0 });
    assert.deepEqual(scrolledTo(small, { scrollTop: 0, offset: 0 }, 21_000), {
      scrollTop: 21_000,
      offset: 0,
    });
  });

  it("stays below the browser's height limit and reaches both ends", () => {
    assert.equal(scrollHeight(huge), maxScrollHeight);
    assert.deepEqual(positionAt(huge, 0), { scrollTop: 0, offset: 0 });
    const end = positionAt(huge, Number.MAX_SAFE_INTEGER);
    assert.equal(end.scrollTop, maxScrollHeight - huge.viewport);
    assert.equal(listTop(end), maxListTop(huge));
  });

  it("a thumb dragged to the middle shows the middle", () => {
    const position = scrolledTo(huge, { scrollTop: 0, offset: 0 }, (maxScrollHeight - huge.viewport) / 2);
    assert.ok(Math.abs(listTop(position) - maxListTop(huge) / 2) < rowHeight);
  });

  it("the wheel moves pixel by pixel past the limit too, and gets to every row down to the last", () => {
    const geometry = { rows: 380_000, viewport: 440 };
    let position: ScrollPosition = positionAt(geometry, 0);
    let turns = 0;
    while (listTop(position) < maxListTop(geometry) && turns < 100_000) {
      const before = listTop(position);
      const limit = scrollHeight(geometry) - geometry.viewport;
      const asked = Math.min(position.scrollTop + 120, limit);
      position = scrolledTo(geometry, position, asked);
      const moved = listTop(position) - before;
      assert.ok(moved === 120 || listTop(position) === maxListTop(geometry), `moved ${moved} at ${before}`);
      turns++;
    }
    assert.equal(listTop(position), maxListTop(geometry));
  });

  it("the wheel gets from a thumb let go near the end to the last row", () => {
    const limit = scrollHeight(huge) - huge.viewport;
    let position = scrolledTo(huge, { scrollTop: 0, offset: 0 }, limit - 50);
    const turnsNeeded = (maxListTop(huge) - listTop(position)) / 120;
    for (let turn = 0; turn < turnsNeeded + 2; turn++) {
      position = scrolledTo(huge, position, Math.min(limit, position.scrollTop + 120));
    }
    assert.equal(listTop(position), maxListTop(huge));
  });

  it("whatever is done, the list never leaves its bounds", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.array(
          fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -8_000_000, max: 8_000_000 })),
        ),
        (rows, moves) => {
          const geometry = { rows, viewport: 300 };
          const limit = Math.max(0, scrollHeight(geometry) - geometry.viewport);
          let position = positionAt(geometry, 0);
          for (const move of moves) {
            const asked = Math.min(limit, Math.max(0, position.scrollTop + move));
            position = scrolledTo(geometry, position, asked);
            assert.ok(position.scrollTop >= 0 && position.scrollTop <= limit);
            assert.ok(listTop(position) >= 0 && listTop(position) <= maxListTop(geometry));
          }
        },
      ),
    );
  });

  it("draws the rows that are visible in part, and none outside the list", () => {
    assert.deepEqual(visibleRows(small, 33), { start: 1, count: 21 });
    assert.deepEqual(visibleRows(small, 0, 8), { start: 0, count: 28 });
    assert.deepEqual(visibleRows({ rows: 3, viewport: 440 }, 0, 8), { start: 0, count: 3 });
    assert.deepEqual(visibleRows({ rows: 0, viewport: 440 }, 0, 8), { start: 0, count: 0 });
  });

  it("moves no further than it takes to show a row", () => {
    assert.equal(topToReveal(small, 220, 15), 220);
    assert.equal(topToReveal(small, 220, 5), 110);
    assert.equal(topToReveal(small, 0, 20), 22);
  });
});
