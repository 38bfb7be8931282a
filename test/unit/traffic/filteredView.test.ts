import assert from "node:assert/strict";
import fc from "fast-check";
import { SeqList } from "../../../src/traffic/columns/seqList.ts";
import { FilteredView } from "../../../src/traffic/query/filteredView.ts";
import type { RowFilter } from "../../../src/traffic/query/rowFilter.ts";
import type { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { callOfLine } from "../../../src/ui/traffic/callOfLine.ts";
import { error, notification, recorded, request, result, say } from "./recorded.ts";

function seqs(view: FilteredView): number[] {
  view.advance(() => false);
  return view.rows(0, view.length).map(({ seq }) => seq);
}

function found(log: TrafficLog, filter: RowFilter): number[] {
  const view = new FilteredView(log, filter);
  view.advance(() => false);
  const rows = seqs(view);
  view.dispose();
  return rows;
}

describe("a filtered view", () => {
  it("lets pass by kind, by problem and by text in the line, the method or the id", () => {
    const { log } = recorded(
      [">", request("a1", "tool.add", { text: "Grüße" })],
      ["<", result("a1", "Needle")],
      ["!", "needle on stderr"],
      [">", request("b2", "tool.fail")],
      ["<", error("b2", -32603)],
      ["<", "stray"],
    );
    assert.deepEqual(found(log, { kinds: ["request"] }), [1, 4]);
    assert.deepEqual(found(log, { text: "NEEDLE" }), [2, 3]);
    assert.deepEqual(found(log, { text: "Grüße" }), [1]);
    assert.deepEqual(found(log, { text: "TOOL.FAIL" }), [4, 5], "an answer is found by its request's method");
    assert.deepEqual(found(log, { text: "a1" }), [1, 2]);
    assert.deepEqual(found(log, { problems: true }), [4, 5, 6]);
    assert.deepEqual(found(log, { server: "other" }), []);
  });

  it("takes it for no problem that a server lacks what a probe of ours asked for", () => {
    const { log, source } = recorded();
    source.lifecycle({ type: "probe", method: "initialize" });
    say(source, ">", request("p", "initialize"));
    say(source, "<", error("p", -32601));
    // The same error to a person's call, and another one to a probe.
    say(source, ">", request("q", "initialize"));
    say(source, "<", error("q", -32601));
    source.lifecycle({ type: "probe", method: "rpc.discover" });
    say(source, ">", request("r", "rpc.discover"));
    say(source, "<", error("r", -32603));
    assert.deepEqual(found(log, { problems: true }), [4, 5, 7, 8]);
    assert.deepEqual([log.row(2)?.status, log.row(3)?.status], ["error", "error"], "it was one all the same");
  });

  it("puts a row where it belongs that comes to pass later", () => {
    const { log, source } = recorded([">", request("a")], [">", request("b")], ["<", "stray"]);
    const view = new FilteredView(log, { problems: true });
    assert.deepEqual(seqs(view), [3]);
    view.takeFirstChanged();
    say(source, "<", error("a"));
    assert.deepEqual(seqs(view), [1, 3, 4]);
    assert.equal(view.takeFirstChanged(), 0);
    view.dispose();
  });

  it("stops when it is told to, in the midst of a long line too", () => {
    const { log } = recorded(["<", `"${"x".repeat(3_000_000)}needle"`], ["<", result("a")]);
    const view = new FilteredView(log, { text: "needle" });
    let slices = 0;
    while (view.isBehind) {
      view.advance(() => true);
      slices++;
    }
    assert.ok(slices >= 4, `${slices}`);
    assert.equal(view.length, 1);
    view.dispose();
  });

  it("its list is what a sorted set is", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(600)), { maxLength: 800 }), (changes) => {
        const list = new SeqList();
        const expected = new Set<number>();
        for (const [adds, seq] of changes) {
          assert.equal((adds ? list.insert(seq) : list.remove(seq)) !== -1, adds !== expected.has(seq));
          if (adds) {
            expected.add(seq);
          } else {
            expected.delete(seq);
          }
        }
        const sorted = [...expected].sort((a, b) => a - b);
        assert.deepEqual(
          Array.from({ length: list.length }, (_, index) => list.at(index)),
          sorted,
        );
        for (const [index, seq] of sorted.entries()) {
          assert.equal(list.indexOf(seq), index);
        }
      }),
    );
  });
});

describe("the call of a line", () => {
  const { log } = recorded(
    [">", request("a", "tool.slow")],
    [">", request("b", "tool.slow")],
    ["<", notification("$/progress", { token: "a", value: 1 })],
    ["<", notification("$/progress", { token: "b", value: 1 })],
    ["<", notification("log.message", { text: "working" })],
    ["!", "stderr says something"],
    ["<", result("a")],
    ["<", notification("log.message", { text: "later" })],
    [">", notification("$/cancelRequest", { id: "b" })],
  );
  const callOf = async (seq: number) => {
    const row = log.row(seq);
    assert.ok(row);
    const { request: asked, answer, during } = await callOfLine(log, row);
    return [asked?.seq, answer?.seq, during.map((other) => other.seq)];
  };

  it("[R11] holds the progress that names it, and what was said while it ran", async () => {
    assert.deepEqual(await callOf(1), [1, 7, [3, 5, 6]]);
    assert.deepEqual(await callOf(2), [2, undefined, [4, 5, 6, 8, 9]]);
  });

  it("is found from its answer, its progress and its cancellation", async () => {
    assert.deepEqual((await callOf(7))[0], 1);
    assert.deepEqual((await callOf(4))[0], 2);
    assert.deepEqual((await callOf(9))[0], 2);
    assert.deepEqual(await callOf(5), [undefined, undefined, []]);
  });
});
