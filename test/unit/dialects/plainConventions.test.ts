import assert from "node:assert/strict";
import { plainConventions } from "../../../src/dialects/plainConventions.ts";
import type { JsonValue } from "../../../src/wire/messages.ts";

describe("the conventions of plain JSON-RPC", () => {
  const conventions = plainConventions();
  const read = (value: JsonValue, method = "$/progress") =>
    conventions.readProgress({ method, params: { token: "t", value } })?.progress;

  it("[R10] cancels with $/cancelRequest, the id as it was", () => {
    assert.deepEqual(conventions.cancelNotification(7, "add", "why"), {
      jsonrpc: "2.0",
      method: "$/cancelRequest",
      params: { id: 7 },
    });
  });

  it("[R10] cancels as the definition says", () => {
    const own = plainConventions({ method: "tool.cancel", idParam: "call" });
    assert.deepEqual(own.cancelNotification("a", "add", undefined), {
      jsonrpc: "2.0",
      method: "tool.cancel",
      params: { call: "a" },
    });
  });

  it("[R11] reads progress as a number, under any method", () => {
    assert.deepEqual(read(3), { progress: 3 });
    assert.deepEqual(read(3, "work.progress"), { progress: 3 });
  });

  it("[R11] reads progress as an object", () => {
    assert.deepEqual(read({ progress: 2, total: 5, message: "two" }), {
      progress: 2,
      total: 5,
      message: "two",
    });
    assert.deepEqual(read({ kind: "begin", title: "Indexing", percentage: 0 }), {
      progress: 0,
      total: 100,
      message: "Indexing",
    });
  });

  it("[R11] takes progress without a number for a sign of life", () => {
    assert.deepEqual(read({ kind: "report", message: "still here" }), { progress: 0, message: "still here" });
    assert.deepEqual(read("still here"), { progress: 0, message: "still here" });
    assert.deepEqual(read(null), { progress: 0 });
  });

  it("[R11] knows the token 0, and takes nothing else for progress", () => {
    const of = (params: JsonValue[] | Record<string, JsonValue>) =>
      conventions.readProgress({ method: "$/progress", params })?.token;
    assert.equal(of({ token: 0, value: 1 }), 0);
    assert.equal(of({ token: "t" }), undefined);
    assert.equal(of({ token: null, value: 1 }), undefined);
    assert.equal(of(["t", 1]), undefined);
    assert.equal(conventions.readProgress({ method: "$/progress" }), undefined);
  });

  it("[R11] finds the token in params.workDoneToken or params.progressToken, and adds none", () => {
    assert.equal(conventions.progressTokenOf({ workDoneToken: 0 }), 0);
    assert.equal(conventions.progressTokenOf({ progressToken: "p" }), "p");
    assert.equal(conventions.progressTokenOf({ progressToken: { a: 1 } }), undefined);
    assert.equal(conventions.progressTokenOf(["p"]), undefined);
    const params = { a: 1 };
    assert.equal(conventions.withProgressToken("add", params, "id"), params);
  });

  it("[R12] reads the server's cancellation of its own request, which still gets an answer", () => {
    assert.equal(conventions.readCancellation({ method: "$/cancelRequest", params: { id: 0 } }), 0);
    assert.equal(conventions.readCancellation({ method: "$/cancelRequest", params: {} }), undefined);
    assert.equal(conventions.readCancellation({ method: "other", params: { id: 0 } }), undefined);
    assert.equal(conventions.answersCancelledRequests, true);
  });
});
