import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { HandshakeError } from "../../../src/dialects/dialect.ts";
import { mcpConventions } from "../../../src/dialects/mcpConventions.ts";
import { closeServers, openScripted, openServer, until } from "./openServer.ts";

const quick = { probeMs: 200, questionMs: 300 };
const accepted = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "slow starter" },
};
const tools = [{ result: { tools: [{ name: "a" }] } }];

describe("auto", () => {
  afterEach(closeServers);

  it("marks its probe as ours, and finds MCP by a result", async () => {
    const server = openServer("mcp");
    const session = await server.handshake();
    assert.equal(session.protocol, "mcp");
    assert.deepEqual(server.notes, [{ type: "probe", method: "initialize" }]);
    assert.deepEqual(server.sentMethods(), ["initialize", "notifications/initialized", "tools/list"]);
    assert.equal(server.peer.conventions, mcpConventions);
  });

  it("takes -32601 for plain JSON-RPC at once", async () => {
    const server = openServer("python");
    const session = await server.handshake({ discover: "tool.list" });
    assert.equal(session.protocol, "jsonrpc");
    assert.ok(session.listed.some(({ name }) => name === "add"));
    assert.deepEqual(session.warnings, []);
    assert.deepEqual(server.sentMethods(), ["initialize", "tool.list"]);
  });

  it("takes any other error for MCP's own failure, with its code and message", async () => {
    const error = { code: -32000, message: "no licence" };
    await assert.rejects(
      openScripted({ initialize: [{ error }] }).handshake(),
      (failure) =>
        failure instanceof HandshakeError &&
        /^calc refused .*-32000 .*: no licence\. .*"protocol": "jsonrpc"/.test(failure.message),
    );
  });

  it("fails with the reason of a server that ends [R13]", async () => {
    await assert.rejects(
      openServer("mcp", "--exit-before-initialize", "7").handshake(),
      (failure) => failure instanceof HandshakeError && failure.message === "calc ended with code 7.",
    );
  });

  it("takes a result that is not MCP's for plain JSON-RPC, and says so", async () => {
    for (const result of [{ capabilities: {} }, null, "hello", "$params"]) {
      const session = await openScripted({ initialize: [{ result }] }).handshake({ methods: ["a"] });
      assert.equal(session.protocol, "jsonrpc");
      assert.match(session.warnings[0] ?? "", /^calc answered initialize, but not as MCP does/);
    }
  });

  it("takes 5 s of silence for plain JSON-RPC provisionally, without cancelling the probe", async () => {
    const server = openScripted({ initialize: [{ silent: true }], list: [{ result: ["a"] }] });
    const start = performance.now();
    const session = await server.handshake({ discover: "list" });
    const waited = performance.now() - start;
    assert.ok(waited >= 4_990 && waited < 9_000, `waited ${waited} ms`);
    assert.equal(session.protocol, "jsonrpc");
    assert.deepEqual(session.listed, [{ name: "a", kind: "method" }]);
    assert.match(session.warnings[0] ?? "", /^calc has not answered initialize/);
    assert.deepEqual(server.sentMethods(), ["initialize", "list"]);
  });

  it("makes a late result MCP, with its lists, after the handshake", async () => {
    const server = openScripted({
      initialize: [{ result: accepted, afterMs: 700 }],
      "tools/list": tools,
    });
    const session = await server.handshake({ methods: [], patience: quick });
    assert.equal(session.protocol, "jsonrpc");
    await until(() => server.changes.length === 1);
    const [change] = server.changes;
    assert.equal(change?.protocol, "mcp");
    assert.equal(change?.protocolVersion, "2025-06-18");
    assert.deepEqual(change?.listed, [{ name: "a", kind: "tool" }]);
    assert.deepEqual(change?.warnings, []);
    assert.deepEqual(server.sentMethods(), ["initialize", "notifications/initialized", "tools/list"]);
    assert.equal(server.peer.conventions, mcpConventions);
  });

  it("makes a late result MCP while it still asks for methods", async () => {
    const server = openScripted({
      initialize: [{ result: accepted, afterMs: 350 }],
      "rpc.discover": [{ silent: true }],
      "tools/list": tools,
    });
    const session = await server.handshake({ patience: { probeMs: 200, questionMs: 5_000 } });
    assert.equal(session.protocol, "mcp");
    assert.deepEqual(server.changes, []);
  });

  it("stays plain after a late -32601, without the provision", async () => {
    const error = { code: -32601, message: "no" };
    const server = openScripted({ initialize: [{ error, afterMs: 500 }] });
    await server.handshake({ methods: ["a"], patience: quick });
    await until(() => server.changes.length === 1);
    assert.deepEqual(server.changes[0], {
      protocol: "jsonrpc",
      listed: [{ name: "a", kind: "method" }],
      warnings: [],
    });
  });

  it("stays plain after a late answer that fails MCP's handshake, and says why", async () => {
    const result = { ...accepted, protocolVersion: "2099-01-01" };
    const server = openScripted({ initialize: [{ result, afterMs: 500 }] });
    await server.handshake({ methods: ["a"], patience: quick });
    await until(() => server.changes.length === 1);
    assert.equal(server.changes[0]?.protocol, "jsonrpc");
    assert.match(server.changes[0]?.warnings[0] ?? "", /^calc speaks MCP 2099-01-01/);
    server.peer.call("anything").cancel();
    assert.equal(server.sent.at(-1)?.method, "$/cancelRequest");
  });

  it("changes nothing when a provisionally plain server ends", async () => {
    const server = openScripted({ initialize: [{ silent: true }], quit: [{ silent: true, exit: 0 }] });
    await server.handshake({ methods: [], patience: quick });
    assert.equal((await server.peer.call("quit").outcome).status, "serverExited");
    await sleep(50);
    assert.deepEqual(server.changes, []);
  });
});
