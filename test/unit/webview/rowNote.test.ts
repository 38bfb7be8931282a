import assert from "node:assert/strict";
import { menuRequest } from "../../../src/ui/traffic/menuRequest.ts";
import { noteOf, subjectOf } from "../../../src/ui/traffic/rowNote.ts";

function note(method: string, params: unknown): string | undefined {
  return noteOf(method, Buffer.from(JSON.stringify({ method, params })));
}

describe("a few words about a row", () => {
  it("[R11] tell progress, in both dialects", () => {
    const step = { progress: 2, total: 5, message: "step 2 of 5" };
    assert.equal(note("$/progress", { token: 1, value: step }), "40 % · step 2 of 5");
    assert.equal(note("notifications/progress", { progressToken: 1, ...step }), "40 % · step 2 of 5");
    assert.equal(note("$/progress", { token: 1, value: 7 }), "7");
    assert.equal(note("notifications/progress", { progress: 3 }), "3");
  });

  it("tell what a log line says", () => {
    assert.equal(note("notifications/message", { level: "info", data: "ready" }), "ready");
    assert.equal(note("notifications/message", { level: "info", data: { message: "deep" } }), "deep");
    assert.equal(note("log.message", { text: "slow: done" }), "slow: done");
  });

  it("are left out where there is nothing to tell, or too much to read", () => {
    assert.equal(note("tool.changed", { message: "x" }), undefined);
    assert.equal(note("$/progress", 7), undefined);
    assert.equal(noteOf("$/progress", Buffer.from("no JSON")), undefined);
    assert.equal(note("$/progress", { value: 1, rest: "x".repeat(10_000) }), undefined);
  });

  it("name the tool of a call", () => {
    const raw = Buffer.from(JSON.stringify({ params: { name: "echo", uri: "file:///x" } }));
    assert.equal(subjectOf("tools/call", raw), "echo");
    assert.equal(subjectOf("resources/read", raw), "file:///x");
    assert.equal(subjectOf("tool.add", raw), undefined);
  });
});

describe("a row's context menu", () => {
  it("asks for what its entry says, of the row it was opened on", () => {
    const context = { toolwireSeq: 7, toolwirePartner: 8, toolwireServer: "calc" };
    assert.deepEqual(menuRequest("copyLine", context), { type: "copy", seq: 7, as: "raw" });
    assert.deepEqual(menuRequest("goToPartner", context), { type: "reveal", seq: 8 });
    assert.deepEqual(menuRequest("onlyServer", context), { type: "filter", filter: { server: "calc" } });
  });

  it("asks for nothing where anyone else runs it", () => {
    for (const context of [undefined, null, 7, {}, { toolwireSeq: "7" }]) {
      assert.equal(menuRequest("copyLine", context), undefined);
      assert.equal(menuRequest("goToPartner", context), undefined);
      assert.equal(menuRequest("onlyServer", context), undefined);
    }
    assert.equal(menuRequest("format the disk", { toolwireSeq: 7 }), undefined);
  });
});
