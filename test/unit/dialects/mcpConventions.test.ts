import assert from "node:assert/strict";
import { mcpConventions } from "../../../src/dialects/mcpConventions.ts";
import { isToolError } from "../../../src/dialects/mcpToolError.ts";
import type { JsonValue } from "../../../src/wire/messages.ts";

describe("the conventions of MCP", () => {
  it("[R10] cancels with notifications/cancelled, with a reason where there is one", () => {
    const cancel = (reason?: string) => mcpConventions.cancelNotification(1, "tools/call", reason)?.params;
    assert.deepEqual(cancel("slow"), { requestId: 1, reason: "slow" });
    assert.deepEqual(cancel(), { requestId: 1 });
  });

  it("[R10] never cancels initialize", () => {
    assert.equal(mcpConventions.cancelNotification("a", "initialize", "slow"), undefined);
  });

  it("[R11] reads notifications/progress, token 0 included", () => {
    const read = (params: Record<string, JsonValue>, method = "notifications/progress") =>
      mcpConventions.readProgress({ method, params });
    assert.deepEqual(read({ progressToken: 0, progress: 1, total: 2, message: "half" }), {
      token: 0,
      progress: { progress: 1, total: 2, message: "half" },
    });
    assert.deepEqual(read({ progressToken: "t", progress: 1, total: "2", message: {} }), {
      token: "t",
      progress: { progress: 1 },
    });
    assert.equal(read({ progressToken: "t", progress: "1" }), undefined);
    assert.equal(read({ progressToken: null, progress: 1 }), undefined);
    assert.equal(read({ token: "t", value: 1 }, "$/progress"), undefined);
  });

  it("[R11] asks for progress under the request's own id, and keeps what else is in _meta", () => {
    const add = (params: JsonValue[] | Record<string, JsonValue> | undefined, method = "tools/call") =>
      mcpConventions.withProgressToken(method, params, "id");
    assert.deepEqual(add({ name: "a" }), { name: "a", _meta: { progressToken: "id" } });
    assert.deepEqual(add({ _meta: { trace: 1 } }), { _meta: { trace: 1, progressToken: "id" } });
    assert.deepEqual(add({ _meta: "mine" }), { _meta: "mine" });
    assert.deepEqual(add([1]), [1]);
    assert.equal(add(undefined), undefined);
    assert.deepEqual(add({ a: 1 }, "initialize"), { a: 1 });
  });

  it("[R11] keeps the caller's own token, 0 included, and does not change the caller's params", () => {
    const own = { _meta: { progressToken: 0 } };
    assert.equal(mcpConventions.withProgressToken("tools/call", own, "id"), own);
    assert.equal(mcpConventions.progressTokenOf(own), 0);
    assert.equal(mcpConventions.progressTokenOf({ progressToken: 1 }), undefined);
    const params = { name: "a" };
    mcpConventions.withProgressToken("tools/call", params, "id");
    assert.deepEqual(params, { name: "a" });
  });

  it("[R12] reads the server's cancellation of its own request, which gets no answer", () => {
    const read = (params: Record<string, JsonValue>) =>
      mcpConventions.readCancellation({ method: "notifications/cancelled", params });
    assert.equal(read({ requestId: 0 }), 0);
    assert.equal(read({ requestId: null }), undefined);
    assert.equal(mcpConventions.answersCancelledRequests, false);
  });

  it("takes only isError: true for a tool's own failure", () => {
    assert.equal(isToolError({ isError: true }), true);
    assert.equal(isToolError({ isError: "true" }), false);
    assert.equal(isToolError({}), false);
    assert.equal(isToolError(null), false);
    assert.equal(isToolError(undefined), false);
  });

  it("knows a call by its tool, prompt or resource", () => {
    assert.equal(mcpConventions.subjectOf("tools/call", { name: "echo" }), "echo");
    assert.equal(mcpConventions.subjectOf("resources/read", { uri: "file:///a" }), "file:///a");
    assert.equal(mcpConventions.subjectOf("tools/list", { name: "echo" }), undefined);
    assert.equal(mcpConventions.subjectOf("tools/call", ["echo"]), undefined);
  });
});
