import assert from "node:assert/strict";
import { HandshakeError } from "../../../src/dialects/dialect.ts";
import { closeServers, openScripted, openServer } from "./openServer.ts";

const quick = { probeMs: 200, questionMs: 200 };

describe("a plain JSON-RPC server", () => {
  afterEach(closeServers);

  it("is asked by the definition's discover, which the log knows to be our question", async () => {
    const server = openServer("python");
    const session = await server.handshake({ protocol: "jsonrpc", discover: "tool.list" });
    assert.equal(session.protocol, "jsonrpc");
    assert.deepEqual(session.warnings, []);
    const add = session.listed.find(({ name }) => name === "add");
    assert.equal(add?.kind, "method");
    assert.equal(add?.description, "Adds two numbers.");
    assert.deepEqual((add?.inputSchema as { required?: string[] } | undefined)?.required, ["a", "b"]);
    assert.deepEqual(server.sentMethods(), ["tool.list"]);
    assert.deepEqual(server.notes, [{ type: "discover", method: "tool.list" }]);
  });

  it("whose methods are named is asked nothing", async () => {
    const server = openServer("python");
    const session = await server.handshake({ protocol: "jsonrpc", methods: ["add", "add"] });
    assert.deepEqual(
      session.listed.map(({ name }) => name),
      ["add", "add"],
    );
    assert.deepEqual(server.sent, []);
  });

  it("lists what it discovers, and then what only the definition names", async () => {
    const server = openScripted({ list: [{ result: ["a", "b"] }] });
    const session = await server.handshake({ protocol: "jsonrpc", discover: "list", methods: ["b", "c"] });
    assert.deepEqual(
      session.listed.map(({ name }) => name),
      ["a", "b", "c"],
    );
  });

  it("is else asked rpc.discover, once, and its OpenRPC info is who it is", async () => {
    const info = { title: "Calculator", version: "2.0" };
    const server = openScripted({ "rpc.discover": [{ result: { info, methods: [{ name: "a" }] } }] });
    const session = await server.handshake({ protocol: "jsonrpc" });
    assert.deepEqual(session.listed, [{ name: "a", kind: "method" }]);
    assert.deepEqual(session.serverInfo, { name: "Calculator", version: "2.0" });
    assert.deepEqual(server.sentMethods(), ["rpc.discover"]);
  });

  it("that does not know rpc.discover is ready, with a warning that says what to do", async () => {
    const session = await openServer("python").handshake({ protocol: "jsonrpc" });
    assert.deepEqual(session.listed, []);
    assert.equal(session.warnings.length, 1);
    assert.match(session.warnings[0] ?? "", /calc.*rpc\.discover.*-32601.*"discover".*"methods"/);
  });

  it("that is silent for 10 s is ready, with a warning", async () => {
    const server = openScripted({ list: [{ silent: true }] });
    const session = await server.handshake({ protocol: "jsonrpc", discover: "list", patience: quick });
    assert.match(session.warnings[0] ?? "", /calc did not answer list: No answer within 0\.2 s\. Name/);
  });

  it("that lists nonsense is ready, with a warning", async () => {
    const server = openScripted({ list: [{ result: { a: 1 } }] });
    const session = await server.handshake({ protocol: "jsonrpc", discover: "list" });
    assert.match(session.warnings[0] ?? "", /calc.*list.*without a list of methods: \{"a":1\}/);
  });

  it("that ends while it is asked fails the handshake with its reason [R13]", async () => {
    const server = openScripted({ list: [{ silent: true, exit: 3 }] });
    await assert.rejects(
      server.handshake({ protocol: "jsonrpc", discover: "list" }),
      (error) => error instanceof HandshakeError && error.message === "calc ended with code 3.",
    );
  });

  it("is cancelled as its definition says [R10]", async () => {
    const server = openServer("python");
    const cancel = { method: "tool.cancel", idParam: "call" };
    await server.handshake({ protocol: "jsonrpc", methods: [], cancel });
    const call = server.peer.call("silent");
    call.cancel();
    await call.outcome;
    assert.deepEqual(server.sent.at(-1), {
      jsonrpc: "2.0",
      method: "tool.cancel",
      params: { call: call.id },
    });
  });
});
