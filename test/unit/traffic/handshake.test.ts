import assert from "node:assert/strict";
import {
  error,
  findingsOf,
  notification,
  recorded,
  request,
  result,
  type Said,
  say,
  tickingLog,
} from "./recorded.ts";

const initialize: Said = [">", request("init", "initialize")];
const agreed = (protocolVersion: string): Said => [
  "<",
  result("init", { protocolVersion, capabilities: {} }),
];
const initialized: Said = [">", notification("notifications/initialized")];
const early = ["before-initialize"];

describe("handshake", () => {
  it("finds what the server sent before notifications/initialized, but for ping and its log", () => {
    const { log } = recorded(
      initialize,
      ["<", notification("notifications/message", {})],
      ["<", request(1, "ping")],
      agreed("2025-06-18"),
      ["<", request(2, "roots/list")],
      ["<", notification("notifications/tools/list_changed")],
      initialized,
      ["<", request(3, "roots/list")],
    );
    assert.deepEqual(findingsOf(log), [[], [], [], [], early, early, [], []]);
  });

  it("finds requests of ours before the result of initialize, but for ping", () => {
    const { log } = recorded(
      [">", request(1, "ping")],
      [">", request(2, "tools/list")],
      initialize,
      agreed("2025-06-18"),
      [">", request(3, "tools/list")],
    );
    assert.deepEqual(findingsOf(log), [[], early, [], [], []]);
  });

  it("judges what came before it was known that the server speaks MCP", () => {
    const log = tickingLog();
    const source = log.source("calc", 1);
    say(source, "<", notification("hello"));
    assert.deepEqual(log.row(1)?.findings, []);
    const updated: number[] = [];
    log.onDidUpdate((seq) => updated.push(seq));
    source.protocol = "mcp";
    assert.deepEqual([log.row(1)?.findings, updated], [early, [1]]);
    say(source, "<", notification("hello again"));
    assert.deepEqual(log.row(2)?.findings, early);
  });

  it("never blames a plain server that is merely asked", () => {
    const { log, source } = recorded(
      initialize,
      ["<", notification("hello")],
      ["<", error("init")],
      [">", request(1, "tool.list")],
      ["<", result(1)],
      [">", request(2, "initialize")],
      ["<", result(2, { capabilities: {} })],
    );
    assert.equal(source.protocol, undefined);
    source.protocol = "jsonrpc";
    say(source, "<", request(1, "roots/list"));
    assert.ok(findingsOf(log).every((findings) => findings.length === 0));
  });

  it("takes a late result of initialize for MCP", () => {
    const { source } = recorded(initialize);
    source.protocol = "jsonrpc";
    source.settle("init", "timedOut");
    say(source, ...agreed("2024-11-05"));
    assert.equal(source.protocol, "mcp");
  });

  for (const [version, findings] of [
    ["2025-03-26", []],
    ["2025-06-18", ["batch-not-allowed"]],
    ["2024-11-05", ["batch-not-allowed"]],
  ] as const) {
    it(`[R5] ${findings.length === 0 ? "allows" : "finds"} batches with ${version}, in both directions`, () => {
      const { log } = recorded(
        initialize,
        agreed(version),
        initialized,
        [">", [request(1)]],
        ["<", [result(1)]],
      );
      assert.deepEqual(findingsOf(log).slice(3), [findings, findings]);
    });
  }

  it("[R5] allows a plain server batches", () => {
    assert.deepEqual(findingsOf(recorded([">", [request(1)]], ["<", [result(1)]]).log), [[], []]);
  });
});
