import assert from "node:assert/strict";
import type { TrafficRow } from "../../../src/traffic/entry.ts";
import { describeLifecycle, toPanelRow } from "../../../src/ui/traffic/panelRow.ts";

const row: TrafficRow = {
  seq: 7,
  atMicros: 1,
  server: "calc",
  epoch: 1,
  channel: "stdout",
  kind: "unparsed",
  bytes: 5,
  findings: ["stray-output"],
  preview: "DEBUG",
};

describe("panel row", () => {
  it("says what happened to a process in words", () => {
    const calc = { server: "calc", epoch: 1 };
    assert.equal(
      describeLifecycle(calc, { type: "exited", code: 1, signal: null }),
      "calc exited with code 1",
    );
    assert.equal(
      describeLifecycle(calc, { type: "exited", code: null, signal: "SIGKILL" }),
      "calc was ended by SIGKILL",
    );
    assert.equal(
      describeLifecycle(calc, { type: "spawned", pid: 12, command: "python3", args: ["calc.py", "-v"] }),
      "calc started · epoch 1 · pid 12 · python3 calc.py -v",
    );
    assert.equal(
      describeLifecycle({ server: "calc", epoch: 3 }, { type: "spawned", pid: 13, command: "calc" }),
      "calc restarted · epoch 3 · pid 13 · calc",
    );
    assert.equal(
      describeLifecycle(calc, { type: "ready", protocol: "mcp", protocolVersion: "2025-06-18" }),
      "calc ready · MCP 2025-06-18",
    );
    assert.equal(
      describeLifecycle(calc, { type: "built", file: "lib.py", tools: 3, gone: undefined }),
      "calc built · file lib.py · tools 3",
    );
  });

  it("stays small whatever a server sends", () => {
    const long = "x".repeat(100_000);
    const made = toPanelRow({ ...row, method: long, id: long, preview: long });
    assert.ok(JSON.stringify(made).length < 1500);
  });

  it("[R3] has a code's meaning on errors only", () => {
    const error = toPanelRow({ ...row, kind: "error", status: "error", errorCode: -32601 });
    assert.deepEqual([error.errorCode, error.errorMeaning], [-32601, "method not found"]);
    // A call that was cancelled before its error came stays cancelled.
    const late = { ...row, seq: 8, kind: "error" as const, errorCode: -32800 };
    assert.equal(
      "errorCode" in toPanelRow({ ...row, kind: "request", status: "cancelled" }, { answer: late }),
      false,
    );
  });

  it("names the other half of a call", () => {
    assert.equal(toPanelRow({ ...row, answeredBy: 9 }).partner, 9);
    assert.equal(toPanelRow({ ...row, replyTo: 3 }).partner, 3);
  });
});
