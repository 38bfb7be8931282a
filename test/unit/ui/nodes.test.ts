import assert from "node:assert/strict";
import type { ServerDefinition } from "../../../src/servers/definition.ts";
import type { InFlightCall, ServerStatus } from "../../../src/servers/status.ts";
import type { ServerRow } from "../../../src/servers/toolServers.ts";
import {
  callRows,
  callsOf,
  listedRows,
  searchedRows,
  serverChildren,
  serverContext,
} from "../../../src/ui/servers/nodes.ts";

const definition: ServerDefinition = {
  name: "calc",
  source: "settings",
  command: "calc",
  args: [],
  env: {},
  protocol: "auto",
  requestIds: "uuid",
  startTimeoutMs: 1,
  timeoutMs: 1,
  maxTotalMs: 1,
  autoStart: false,
};

function row(status: Partial<ServerStatus>, entry: Partial<ServerRow["entry"]> = { definition }): ServerRow {
  return {
    key: "settings calc",
    entry: { name: "calc", source: "settings", ...entry },
    status: { name: "calc", source: "settings", state: "stopped", epoch: 0, ...status },
    searched: [],
    warnings: [],
  };
}

function call(id: string | number): InFlightCall {
  return { server: "calc", id, method: "slow", startedAt: "2026-01-01T00:00:00.000Z" };
}

describe("The tree of servers", () => {
  it("offers on a row what its state allows", () => {
    assert.equal(serverContext(row({})), "server.stopped");
    assert.equal(serverContext(row({ state: "crashed" })), "server.crashed");
    assert.equal(serverContext(row({ state: "failed" }, { error: "no command" })), "server.unusable");
    assert.equal(
      serverContext(row({ state: "failed" }, { definition, shadowedBy: "settings" })),
      "server.unusable",
    );
    assert.equal(serverContext(row({ state: "ready" }, { error: "broken since" })), "server.ready.broken");
    for (const [name, source] of [
      ["toolwire.servers", "settings"],
      [".mcp.json", ".mcp.json"],
      ["app/.vscode/mcp.json", ".vscode/mcp.json"],
    ] as const) {
      const unreadable = row({ state: "failed" }, { name, source, error: "not valid JSON" });
      assert.equal(serverContext(unreadable), "server.unusable.source");
    }
  });

  it("shows why a server failed, with the last lines on stderr [R13]", () => {
    const stderrTail = ["1", "2", "3", "4", "5", "6"];
    const children = serverChildren(row({ state: "crashed", error: "gone", stderrTail }), []);
    assert.deepEqual(
      children.map((child) => ("text" in child ? child.text : child.kind)),
      ["2", "3", "4", "5", "6", "definition"],
    );
    assert.deepEqual(serverChildren(row({ state: "ready", stderrTail }), []), []);
  });

  it("shows what is odd about a server that is ready", () => {
    const odd = { ...row({ state: "ready" }), warnings: ["its list of tools did not come"] };
    assert.deepEqual(
      serverChildren(odd, []).map((child) => [child.kind, "text" in child && child.text]),
      [["warning", "its list of tools did not come"]],
    );
  });

  it("lists in one row what cannot be used [R13]", () => {
    assert.deepEqual(serverChildren(row({ state: "failed", error: "no command" }, { error: "x" }), []), []);
  });

  it("shows where a program was looked for, and leads to the entry [R13]", () => {
    const failed = {
      ...row({ state: "failed", error: "not found" }),
      searched: ["/bin", "/usr/bin", "/bin"],
    };
    assert.deepEqual(
      serverChildren(failed, []).map(({ kind }) => kind),
      ["searched", "definition"],
    );
    assert.deepEqual(
      searchedRows(failed).map((node) => "text" in node && node.text),
      ["/bin", "/usr/bin"],
    );
  });

  it("puts calls in flight first and lists each kind below", () => {
    const methods: ServerStatus["methods"] = [
      { name: "greet", kind: "prompt" },
      { name: "add", kind: "tool" },
      { name: "add", kind: "tool" },
    ];
    const ready = row({ state: "ready", methods });
    const children = serverChildren(ready, [call(1)]);
    assert.deepEqual(
      children.map((child) => ("listed" in child ? `${child.listed} ${child.count}` : child.kind)),
      ["inFlight", "tool 2", "prompt 1"],
    );
    const ids = listedRows(ready, "tool").map(({ id }) => id);
    assert.equal(new Set(ids).size, 2, "doubles are kept apart");
  });

  it("tells calls apart by value and type of their id [R6], and draws no more than people read", () => {
    const [one, other] = callRows("k", [call(1), call("1")]);
    assert.notEqual(one?.id, other?.id);
    const many = callRows(
      "k",
      Array.from({ length: 250 }, (_, index) => call(index)),
    );
    assert.equal(many.length, 101);
    assert.deepEqual(many.at(-1), { kind: "more", id: "more calls k", count: 150 });
  });

  it("gives calls to the entry that wins the name only", () => {
    assert.deepEqual(callsOf(row({}, { shadowedBy: "settings" }), [call(1)]), []);
  });
});
