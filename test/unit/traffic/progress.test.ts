import assert from "node:assert/strict";
import { findingsOf, notification, recorded, request, result, type Said, say } from "./recorded.ts";

const plain = (token: unknown, value: unknown): Said => ["<", notification("$/progress", { token, value })];
const mcp = (progressToken: unknown, progress: number): Said => [
  "<",
  notification("notifications/progress", { progressToken, progress }),
];
const last = (...lines: Said[]): string[] => findingsOf(recorded(...lines).log).at(-1) ?? [];

describe("progress", () => {
  it("[R11] belongs to the call whose id is the token", () => {
    assert.deepEqual(last([">", request("a")], plain("a", { progress: 1 })), []);
    assert.deepEqual(last([">", request("a")], mcp("a", 1)), []);
  });

  for (const [name, params] of Object.entries({
    "_meta.progressToken": { _meta: { progressToken: 0 } },
    workDoneToken: { workDoneToken: 0 },
    progressToken: { progressToken: 0 },
  })) {
    it(`[R11] belongs to the call whose params.${name} is the token, 0 included`, () => {
      assert.deepEqual(last([">", request("a", "m", params)], mcp(0, 1)), []);
      assert.deepEqual(last([">", request("a", "m", params)], plain(0, 1)), []);
      assert.deepEqual(last([">", request("a", "m", params)], mcp("0", 1)), ["progress-unknown-token"]);
    });
  }

  for (const token of ["b", 1, null, undefined, 1.5, {}, true]) {
    it(`finds that ${JSON.stringify(token)} is no token of ours`, () => {
      assert.deepEqual(last([">", request("a")], mcp(token, 1)), ["progress-unknown-token"]);
    });
  }

  it("does not take the id of the other side's request for a token", () => {
    assert.deepEqual(last(["<", request("a")], mcp("a", 1)), ["progress-unknown-token"]);
    assert.deepEqual(
      last(
        ["<", request("a")],
        [">", notification("notifications/progress", { progressToken: "a", progress: 1 })],
      ),
      [],
    );
  });

  it("finds progress that does not increase", () => {
    const call: Said = [">", request("a")];
    assert.deepEqual(last(call, mcp("a", 1), mcp("a", 2)), []);
    assert.deepEqual(last(call, mcp("a", 2), mcp("a", 2)), ["progress-not-increasing"]);
    assert.deepEqual(last(call, plain("a", 2), plain("a", { progress: 1 })), ["progress-not-increasing"]);
    assert.deepEqual(last(call, plain("a", { message: "x" }), plain("a", { message: "y" })), []);
  });

  it("finds progress after the end, by an answer or on our side", () => {
    assert.deepEqual(last([">", request("a")], ["<", result("a")], mcp("a", 1)), ["progress-after-end"]);
    const { log, source } = recorded([">", request("a")]);
    source.settle("a", "cancelled");
    say(source, ...mcp("a", 1));
    assert.deepEqual(findingsOf(log).at(-1), ["progress-after-end"]);
  });

  it("follows a token to the call that named it last", () => {
    const naming = (id: string): Said => [">", request(id, "m", { _meta: { progressToken: 7 } })];
    const { log } = recorded(
      naming("a"),
      mcp(7, 5),
      ["<", result("a")],
      naming("b"),
      mcp(7, 1),
      ["<", result("b")],
      mcp(7, 9),
    );
    assert.deepEqual(
      findingsOf(log).map((findings) => findings.join()),
      ["", "", "", "", "", "", "progress-after-end"],
    );
  });
});
