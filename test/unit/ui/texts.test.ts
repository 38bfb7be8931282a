import assert from "node:assert/strict";
import type { CallOutcome } from "../../../src/servers/status.ts";
import { formatClock, formatDuration, formatProgress } from "../../../src/ui/format.ts";
import { summarise, outcomeText as textOf } from "../../../src/ui/outcomeText.ts";
import { plainLabel, plainLines, withoutName } from "../../../src/ui/plainText.ts";

describe("Text from servers", () => {
  it("becomes no icon and no link", () => {
    assert.ok(!plainLabel("$(trash) [x](command:y)").includes("$("));
    assert.ok(!plainLabel("$(trash) [x](command:y)").includes("]("));
  });

  it("stays on its row", () => {
    assert.equal(plainLabel("a\r\nb\u2028c\u0007\u202ed"), "a b c d");
    assert.equal(plainLabel("x".repeat(500)).length, 200);
    assert.equal(plainLabel("12😀", 3), "12…");
    assert.equal(plainLabel("1😀4", 3), "1…");
    assert.equal(plainLines("a\nb\u0000"), "a\nb");
  });

  it("does not say the server's name twice", () => {
    assert.equal(withoutName("calc: node exited", "calc"), "node exited");
    assert.equal(withoutName("node exited", "calc"), "node exited");
  });
});

describe("Numbers", () => {
  it("have units", () => {
    assert.equal(formatDuration(1.234), "1.2 ms");
    assert.equal(formatDuration(481.6), "482 ms");
    assert.equal(formatDuration(1800), "1.8 s");
    assert.equal(formatDuration(125_000), "2 min 5 s");
    assert.equal(formatProgress(3, 7), "43 %");
    assert.equal(formatProgress(9, 7), "100 %");
    assert.equal(formatProgress(3, undefined), "3");
    assert.equal(formatClock(new Date(2026, 0, 2, 4, 2, 1)), "04:02:01");
  });
});

describe("An outcome's document", () => {
  const pause = () => Promise.resolve();
  const outcomeText = async (shown: CallOutcome) => (await textOf(shown, pause)).text;
  const outcome: CallOutcome = {
    server: "calc",
    method: "tool.add",
    epoch: 1,
    id: "9f",
    status: "ok",
    result: { sum: 7 },
    progress: 0,
    durationMs: 12,
  };

  it("begins with status and duration, then the result as JSON", async () => {
    const [first, second, ...json] = (await outcomeText(outcome)).split("\n");
    assert.equal(first, "// ok · 12 ms");
    assert.equal(second, '// calc · tool.add · epoch 1 · id "9f"');
    assert.deepEqual(JSON.parse(json.join("\n")), { sum: 7 });
  });

  it("shows a null result as one", async () => {
    assert.ok((await outcomeText({ ...outcome, result: null })).endsWith("\nnull\n"));
  });

  it("shows an error's meaning, where to look, and its data first [R3]", async () => {
    const { result: _, ...rest } = outcome;
    const text = await outcomeText({
      ...rest,
      status: "error",
      error: { code: -32602, message: "a is\nmissing", data: { a: "missing" } },
    });
    const lines = text.split("\n");
    assert.equal(lines[0], "// error -32602 (invalid params) · 12 ms");
    assert.equal(lines[2], "// a is");
    assert.equal(lines[3], "// missing");
    assert.equal(lines[4], '// Look at the request; "data" says what the server knows about it.');
    assert.deepEqual(Object.keys(JSON.parse(lines.slice(5).join("\n"))), ["data", "code", "message"]);
  });

  it("gives the reason where there is no answer [R9]", () => {
    const { result: _, ...rest } = outcome;
    assert.equal(
      summarise({ ...rest, status: "timedOut", reason: "No answer within 30 s." }),
      "no answer yet: No answer within 30 s.",
    );
    assert.equal(summarise({ ...outcome, isToolError: true }), "the tool says it failed (isError)");
  });

  it("shows what an MCP result has to read, with its line breaks and without marks that break a line", async () => {
    const content = [
      { type: "text", text: "one\ntwo\u2028*/\u202e three" },
      { type: "image", mimeType: "image/png", data: "AAAA" },
    ];
    const text = await outcomeText({ ...outcome, result: { content } });
    const lines = text.split("\n").slice(2, 10);
    assert.deepEqual(lines, [
      "//",
      "//   one",
      "//   two",
      "//   */ three",
      "//",
      "//   [image · image/png · 3 bytes]",
      "//",
      "{",
    ]);
  });

  it("is cut where it is very long, and says so", async () => {
    const result = Array.from({ length: 1000 }, (_, index) => index);
    const { text, cut } = await textOf({ ...outcome, result }, pause, { longest: 2000, head: 100 });
    assert.ok(cut);
    assert.ok(text.length < 500);
    assert.match(text, /Show Whole Answer/);
  });

  it("says of a tool's failure what the tool says", () => {
    const failed = {
      ...outcome,
      isToolError: true,
      result: { content: [{ type: "text", text: "no disk" }] },
    };
    assert.equal(summarise(failed), "the tool says it failed (isError): no disk");
  });
});
