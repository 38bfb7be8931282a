import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HandshakeError, type Session } from "../../../src/dialects/dialect.ts";
import { initializeVersions } from "../../../src/dialects/mcpInitializeEra.ts";
import { closeServers, mcpScript, type OpenServer, openScripted, openServer, until } from "./openServer.ts";

const mcp = { protocol: "mcp" } as const;
const quick = { probeMs: 200, questionMs: 500 };
const names = (session: Session | undefined) => session?.listed.map(({ name }) => name);

async function failure(server: OpenServer): Promise<string> {
  try {
    await server.handshake(mcp);
  } catch (error) {
    assert.ok(error instanceof HandshakeError, String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: "The handshake did not fail." });
}

describe("the MCP handshake", () => {
  afterEach(closeServers);

  it("sends initialize with our newest version and what we can do, then notifications/initialized", async () => {
    const server = openServer("mcp");
    const session = await server.handshake(mcp);
    assert.deepEqual(server.sentMethods(), ["initialize", "notifications/initialized", "tools/list"]);
    assert.deepEqual(server.sent[0]?.params, {
      protocolVersion: "2025-11-25",
      capabilities: { roots: {} },
      clientInfo: { name: "toolwire", title: "Toolwire", version: "1.2.3" },
    });
    assert.equal(session.protocol, "mcp");
    assert.equal(session.protocolVersion, "2025-11-25");
    assert.deepEqual(session.serverInfo, { name: "mcp-fixture", version: "1.0.0" });
    assert.deepEqual(session.capabilities, { tools: { listChanged: false } });
    assert.deepEqual(session.warnings, []);
  });

  for (const version of initializeVersions) {
    it(`accepts a server of ${version}`, async () => {
      const session = await openServer("mcp", "--version", version).handshake(mcp);
      assert.equal(session.protocolVersion, version);
      assert.ok(names(session)?.includes("echo"));
    });
  }

  it("fails where there is no version in common, and says which there are", async () => {
    const message = await failure(openServer("mcp", "--version", "2099-01-01"));
    assert.match(message, /^calc speaks MCP 2099-01-01; Toolwire speaks 2024-11-05 to 2025-11-25\. Update/);
  });

  it("asks once more with a version that a refusal of ours names", async () => {
    const error = {
      code: -32602,
      message: "Unsupported protocol version",
      data: { supported: ["2025-03-26", "2024-11-05", "2099-01-01"], requested: "2025-11-25" },
    };
    const result = { protocolVersion: "2025-03-26", capabilities: {}, serverInfo: { name: "s" } };
    const server = openScripted({ initialize: [{ error }, { result }] });
    const session = await server.handshake(mcp);
    assert.equal(session.protocolVersion, "2025-03-26");
    assert.equal(server.sent[1]?.params?.protocolVersion, "2025-03-26");
  });

  it("fails where a refusal names no version in common", async () => {
    const error = { code: -32602, message: "no", data: { supported: ["2099-01-01"] } };
    const message = await failure(openScripted({ initialize: [{ error }] }));
    assert.match(message, /^calc speaks MCP 2099-01-01; Toolwire speaks 2024-11-05 to 2025-11-25\./);
  });

  it("fails on an error with its code, message and data, and where to look [R3]", async () => {
    const message = await failure(openServer("mcp", "--initialize-error"));
    assert.match(message, /^calc refused .*-32602 \(invalid params\): Unsupported.*"requested".*Look at the/);
    const unknown = await failure(openScripted({}));
    assert.match(unknown, /^calc does not know "initialize".*-32601.*"protocol": "jsonrpc"/);
  });

  it("fails on a result that is not MCP's, and on an echo", async () => {
    assert.match(
      await failure(openScripted({ initialize: [{ result: { ok: 1 } }] })),
      /^calc answered initialize without a "protocolVersion".*\{"ok":1\}/,
    );
    assert.match(await failure(openScripted({ initialize: [{ result: "$params" }] })), /^calc answered/);
  });

  it("fails with the reason of a server that ends before or right after it [R13]", async () => {
    assert.equal(
      await failure(openServer("mcp", "--exit-before-initialize", "7")),
      "calc ended with code 7.",
    );
    assert.equal(await failure(openServer("mcp", "--exit-after-initialize", "8")), "calc ended with code 8.");
  });

  it("never cancels initialize [R10]", async () => {
    const server = openServer("mcp", "--initialize-silent");
    const outcome = failure(server);
    await until(() => server.sent.length === 1);
    server.peer.cancel(server.sent[0]?.id ?? "");
    assert.match(await outcome, /^calc did not answer initialize: Cancelled/);
    assert.deepEqual(server.sentMethods(), ["initialize"]);
  });

  it("answers ping and roots/list, and refuses the unknown with -32601 [R12]", async () => {
    const server = openServer("mcp", "--asks");
    await server.handshake(mcp);
    await server.peer.call("tools/call", { name: "answers" }).outcome;
    const answerTo = (id: number | string) => server.sent.find((message) => message.id === id);
    assert.deepEqual(answerTo(1)?.result, {});
    assert.deepEqual(answerTo(2)?.result, { roots: [{ uri: "file:///projects/a", name: "a" }] });
    assert.equal(answerTo("3")?.error?.code, -32601);
  });
});

describe("the lists of an MCP server", () => {
  afterEach(closeServers);

  it("are read as the server announces them, in the order tools, prompts, resources, templates", async () => {
    const session = await openServer("mcp", "--all-lists").handshake(mcp);
    assert.deepEqual(session.listed.slice(-3), [
      {
        name: "greet",
        kind: "prompt",
        description: "A greeting.",
        inputSchema: { type: "object", properties: {}, required: [] },
      },
      { name: "one", kind: "resource", uri: "fixture://one" },
      { name: "any", kind: "resource", uri: "fixture://{name}" },
    ]);
    assert.equal(session.listed[0]?.kind, "tool");
  });

  it("are read page by page to their end", async () => {
    const session = await openServer("mcp", "--pages", "12").handshake(mcp);
    const pages = names(session)?.filter((name) => name.startsWith("page-"));
    assert.deepEqual(
      pages,
      Array.from({ length: 12 }, (_, index) => `page-${index + 1}`),
    );
    assert.deepEqual(session.warnings, []);
  });

  it("stop where a cursor repeats; what was read is kept", async () => {
    const session = await openServer("mcp", "--endless-cursor", "same").handshake(mcp);
    assert.ok(names(session)?.includes("page-2"));
    assert.match(
      session.warnings[0] ?? "",
      /^tools\/list of calc goes in circles: page 2 gave the cursor "2"/,
    );
  });

  it("stop after 1,000 pages; what was read is kept", async () => {
    const session = await openServer("mcp", "--endless-cursor").handshake(mcp);
    assert.equal(names(session)?.filter((name) => name.startsWith("page-")).length, 1_000);
    assert.match(session.warnings[0] ?? "", /^tools\/list of calc has no end: stopped after 1000 pages/);
  });

  it("end with a nextCursor that is null, empty, or no string", async () => {
    for (const [nextCursor, warnings] of [
      [null, 0],
      ["", 0],
      [7, 1],
    ] as const) {
      const server = openScripted(mcpScript({ "tools/list": [{ result: { tools: [], nextCursor } }] }));
      const session = await server.handshake(mcp);
      assert.equal(session.warnings.length, warnings);
      assert.equal(server.sentMethods().filter((method) => method === "tools/list").length, 1);
    }
  });

  it("that fail count as done, with a warning; pages read before are kept", async () => {
    const failed = await openServer("mcp", "--list-error").handshake(mcp);
    assert.match(failed.warnings[0] ?? "", /^calc answered tools\/list with error -32603.*cannot be read/);
    const error = { code: -32603, message: "boom" };
    const page = { result: { tools: [{ name: "a" }], nextCursor: "$page" } };
    const half = await openScripted(mcpScript({ "tools/list": [page, { error }] })).handshake(mcp);
    assert.deepEqual(names(half), ["a"]);
    assert.match(half.warnings[0] ?? "", /boom \(page 2; the 1 before are kept\)$/);
  });

  it("that are silent for 10 s count as done, with a warning", async () => {
    const server = openServer("mcp", "--list-silent", "--all-lists");
    const session = await server.handshake({ ...mcp, patience: quick });
    assert.deepEqual(names(session), ["greet", "one", "any"]);
    assert.match(session.warnings[0] ?? "", /^calc did not answer tools\/list: No answer within 0\.5 s$/);
  });

  it("may have hostile shapes: what can be named is kept, doubles and odd names included", async () => {
    const tools = [
      { name: "a", description: 7, inputSchema: "no", annotations: { destructiveHint: true } },
      { name: "a", description: "Again.", annotations: { destructiveHint: "yes" } },
      { name: " \u0000<b>" },
      { name: "" },
      { description: "nameless" },
      { name: 1 },
      null,
      "c",
    ];
    const session = await openScripted(mcpScript({ "tools/list": [{ result: { tools } }] })).handshake(mcp);
    assert.deepEqual(session.listed, [
      { name: "a", kind: "tool", inputSchema: "no", destructiveHint: true },
      { name: "a", kind: "tool", description: "Again." },
      { name: " \u0000<b>", kind: "tool" },
      { name: "", kind: "tool" },
    ]);
    assert.match(
      session.warnings[0] ?? "",
      /^calc answered tools\/list with 4 of 8 entries that have no name/,
    );
  });

  it("may be no lists at all, which is a warning", async () => {
    for (const result of [null, 7, [], {}, { tools: { a: 1 } }]) {
      const session = await openScripted(mcpScript({ "tools/list": [{ result }] })).handshake(mcp);
      assert.deepEqual(session.listed, []);
      assert.match(session.warnings[0] ?? "", /^calc answered tools\/list without an array "tools"\.$/);
    }
  });

  it("are not asked for where no capabilities are given, which is a warning", async () => {
    const server = openScripted(mcpScript({}, null));
    const session = await server.handshake(mcp);
    assert.match(session.warnings[0] ?? "", /^calc answered initialize without "capabilities"/);
    assert.deepEqual(server.sentMethods(), ["initialize", "notifications/initialized"]);
  });

  it("without templates are no warning, without what was announced they are", async () => {
    const resources = [{ result: { resources: [{ uri: "a://b" }] } }];
    const script = mcpScript({ "resources/list": resources }, { resources: {}, prompts: true });
    const session = await openScripted(script).handshake(mcp);
    assert.deepEqual(session.listed, [{ name: "a://b", kind: "resource", uri: "a://b" }]);
    assert.equal(session.warnings.length, 1);
    assert.match(session.warnings[0] ?? "", /^calc answered prompts\/list with error -32601/);
  });

  it("are asked for again when they change", async () => {
    const server = openServer("mcp", "--list-changed-after", "call");
    const session = await server.handshake(mcp);
    await server.peer.call("tools/call", { name: "echo", arguments: {} }).outcome;
    await until(() => server.changes.length === 1);
    assert.deepEqual(names(server.changes[0]), [...(names(session) ?? []), "added-1"]);
    assert.ok(!names(session)?.includes("added-1"), "The earlier session has changed.");
  });

  it("that change many times at once are asked for once, and the newest wins", async () => {
    const server = openServer("mcp", "--list-changed-after", "call");
    await server.handshake(mcp);
    const calls = Array.from({ length: 20 }, () => server.peer.call("tools/call", { name: "echo" }).outcome);
    await Promise.all(calls);
    await until(() => names(server.changes.at(-1))?.includes("added-20") === true);
    assert.ok(server.sentMethods().filter((method) => method === "tools/list").length <= 3);
  });

  it("that change with each answer are asked for ever more seldom", async () => {
    const then = [{ method: "notifications/tools/list_changed" }];
    const server = openScripted(mcpScript({ "tools/list": [{ result: { tools: [] }, then }] }));
    await server.handshake(mcp);
    await sleep(1_000);
    const asked = server.sentMethods().filter((method) => method === "tools/list").length;
    assert.ok(asked >= 2 && asked <= 6, `asked ${asked} times`);
  });

  it("that cannot be read again stay as they were, with a warning", async () => {
    const then = [{ method: "notifications/tools/list_changed" }];
    const turns = [{ result: { tools: [{ name: "a" }] }, then }, { error: { code: -1, message: "boom" } }];
    const server = openScripted(mcpScript({ "tools/list": turns }));
    await server.handshake(mcp);
    await until(() => server.changes.length === 1);
    assert.deepEqual(names(server.changes[0]), ["a"]);
    assert.match(server.changes[0]?.warnings[0] ?? "", /boom/);
  });

  it("that were not announced are read once they change", async () => {
    const then = [{ method: "notifications/tools/list_changed" }];
    const script = {
      "notifications/initialized": [{ then }],
      "tools/list": [{ result: { tools: [{ name: "late" }] } }],
    };
    const server = openScripted(mcpScript(script, {}));
    await server.handshake(mcp);
    await until(() => names(server.changes.at(-1))?.[0] === "late");
  });
});

describe("the MCP servers of everyone", () => {
  afterEach(closeServers);

  it("server-everything: lists, progress under the request's id, cancelled in mid-call and still usable", async () => {
    const server = openServer("everything", "stdio");
    const session = await server.handshake(mcp);
    assert.deepEqual(session.warnings, []);
    assert.ok(names(session)?.includes("echo"));
    for (const kind of ["tool", "prompt", "resource"]) {
      assert.ok(
        session.listed.some((listed) => listed.kind === kind),
        `no ${kind}`,
      );
    }
    const seen: number[] = [];
    const call = server.peer.call(
      "tools/call",
      { name: "trigger-long-running-operation", arguments: { duration: 10, steps: 50 } },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    await until(() => seen.length >= 2);
    call.cancel("enough");
    assert.equal((await call.outcome).status, "cancelled");
    assert.deepEqual(server.sent.at(-1)?.params, { requestId: call.id, reason: "enough" });
    const echo = await server.peer.call("tools/call", { name: "echo", arguments: { message: "hi" } }).outcome;
    assert.deepEqual(echo.result, { content: [{ type: "text", text: "Echo: hi" }] });
  });

  it("server-filesystem: takes our roots and lists its tools with their hints", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolwire-"));
    try {
      const server = openServer("filesystem", folder);
      const session = await server.handshake({
        ...mcp,
        roots: () => [{ uri: `file://${folder}`, name: "f" }],
      });
      assert.equal(session.listed.find(({ name }) => name === "write_file")?.destructiveHint, true);
      assert.deepEqual(session.warnings, []);
      await until(() => server.received.some(({ method }) => method === "roots/list"));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("server-memory: lists its tools", async () => {
    const session = await openServer("memory").handshake(mcp);
    assert.ok(names(session)?.includes("create_entities"));
    assert.deepEqual(session.warnings, []);
  });
});
