import assert from "node:assert/strict";
import { formatSize } from "../../../src/shared/size.ts";
import type { PanelRow } from "../../../src/shared/trafficProtocol.ts";
import {
  describeRow,
  elapsedMs,
  formatDuration,
  formatDurationWithUnit,
  formatExactTime,
  formatId,
  formatMethod,
  formatStatus,
  formatTime,
  shownOf,
} from "../../../src/webview/format.ts";

const at = new Date(2026, 2, 9, 14, 2, 11, 481).getTime() * 1000 + 527;

const request: PanelRow = {
  seq: 1044,
  atMicros: at,
  server: "calc",
  epoch: 1,
  channel: "stdin",
  kind: "request",
  method: "tool.add",
  id: "77b0",
  preview: '{"jsonrpc":"2.0"',
  bytes: 71,
  findings: [],
};

describe("panel format", () => {
  it("times to the millisecond, and to the microsecond where asked", () => {
    assert.equal(formatTime(at), "14:02:11.481");
    assert.match(formatExactTime(at), /^2026-03-09 14:02:11\.481527 UTC[+-]\d\d:\d\d$/);
  });

  it("durations grow from a bare number of milliseconds to minutes and hours", () => {
    const all = [0, 1.24, 9.96, 123.4, 999.6, 1800, 59_949, 59_960, 63_600, 3_600_000, 5_430_000];
    assert.deepEqual(all.map(formatDuration), [
      "0.0",
      "1.2",
      "10",
      "123",
      "1.0 s",
      "1.8 s",
      "59.9 s",
      "1.0 min",
      "1.1 min",
      "1.0 h",
      "1.5 h",
    ]);
    assert.equal(formatDurationWithUnit(1.24), "1.2 ms");
    assert.equal(formatDurationWithUnit(1800), "1.8 s");
  });

  it("sizes with the digits that matter", () => {
    const all = [0, 94, 999, 1000, 1229, 65_536, 1_048_576, 67_108_864, 5_000_000_000_000];
    assert.deepEqual(all.map(formatSize), [
      "0 B",
      "94 B",
      "999 B",
      "1.0 KB",
      "1.2 KB",
      "64 KB",
      "1.0 MB",
      "64 MB",
      "4657 GB",
    ]);
  });

  it('[R6] the ids 1 and "1" look different', () => {
    assert.deepEqual([1, "1", "null", null, "9f3c-1", "", "-3", undefined].map(formatId), [
      "1",
      '"1"',
      '"null"',
      "null",
      "9f3c-1",
      '""',
      '"-3"',
      "",
    ]);
  });

  it("a line without a method shows itself in quotes", () => {
    assert.equal(formatMethod(request), "tool.add");
    const { method: _, ...stray } = {
      ...request,
      channel: "stdout" as const,
      kind: "unparsed",
      preview: "DEBUG loading",
    };
    assert.equal(formatMethod(stray), '"DEBUG loading"');
    assert.equal(
      formatMethod({ ...stray, channel: "lifecycle", preview: "exited · code 1" }),
      "exited · code 1",
    );
  });

  it("[R3] an error shows its code and what it means", () => {
    const error = { ...request, status: "error" as const };
    assert.equal(formatStatus(error), "error");
    assert.equal(
      formatStatus({ ...error, errorCode: -32602, errorMeaning: "invalid params" }),
      "-32602 invalid params",
    );
    assert.equal(formatStatus({ ...request, status: "timedOut" }), "timed out");
    assert.equal(formatStatus({ ...request, status: "serverExited" }), "server exited");
    assert.equal(formatStatus(request), "");
  });

  it("a pending row counts its time by the host's clock", () => {
    assert.equal(elapsedMs({ ...request, status: "pending" }, at / 1000 + 1800), 1800);
    assert.equal(elapsedMs({ ...request, status: "pending" }, at / 1000 - 50), 0);
    assert.equal(elapsedMs({ ...request, status: "ok", durationMs: 1.2 }, 0), 1.2);
    assert.equal(elapsedMs(request, 0), undefined);
  });

  it("says a row in one sentence for screen readers", () => {
    assert.equal(
      describeRow({ ...request, status: "ok", durationMs: 1.2, findings: ["late-answer"] }, 0),
      "1044, calc, request sent to the server, tool.add, ok, 1.2 ms, findings: late-answer, 71 B, 14:02:11.481",
    );
  });
});

describe("what is on screen of a long line", () => {
  it("is its beginning, or of one that was too long to keep its beginning and end", () => {
    assert.equal(shownOf([], 1024, 2048), "Showing the first 1.0 KB of 2.0 KB.");
    assert.match(
      shownOf([{ code: "oversized-line" }], 1024, 2048),
      /too long to keep.*beginning and its end/,
    );
  });
});
