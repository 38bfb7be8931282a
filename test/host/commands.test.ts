import assert from "node:assert/strict";
import * as vscode from "vscode";
import { problemOf } from "./toolwire.ts";

const present = [
  "getServers",
  "addServer",
  "importServers",
  "startServer",
  "stopServer",
  "restartServer",
  "call",
  "callTool",
  "notify",
  "sendBatch",
  "sendRaw",
  "cancel",
  "getInFlight",
  "showTraffic",
  "clearTraffic",
  "exportTraffic",
  "openCapture",
];

/** Beside the contract: they only ask. */
const forPeople = ["openEarlierTraffic", "compareAnswers", "compareCaptures", "forgetInputAnswers"];

describe("Commands", () => {
  before(async () => {
    await vscode.extensions.getExtension("toolwire.toolwire")?.activate();
  });

  it("are those of the contract that are made by now, and no stubs", async () => {
    const all = await vscode.commands.getCommands();
    const ours = all.filter((name) => /^toolwire\.[a-zA-Z]+$/.test(name)).sort();
    assert.deepEqual(ours, [...present, ...forPeople].map((name) => `toolwire.${name}`).sort());
  });

  const wrong: [command: string, argument: unknown, message: RegExp][] = [
    ["getServers", "calc", /^toolwire\.getServers: the argument must be an object, not a string\.$/],
    ["getServers", { server: "demo" }, /"server" is not known here/],
    ["startServer", {}, /^toolwire\.startServer: "server" is missing/],
    ["startServer", { server: undefined }, /"server" is missing/],
    ["startServer", { server: 7 }, /"server" must be a string, not the number 7/],
    ["startServer", null, /the argument must be an object, not null/],
    ["stopServer", [], /the argument must be an object, not an array/],
    ["call", { server: "demo" }, /"method" is missing/],
    [
      "call",
      { server: "demo", method: "tool.add", params: "x" },
      /^toolwire\.call: "params" must be an object or an array, not a string\.$/,
    ],
    ["call", { server: "demo", method: "tool.add", timeoutMs: "5" }, /"timeoutMs" must be a number/],
    ["call", { server: "demo", method: "tool.add", confirmed: "yes" }, /"confirmed" must be true or false/],
    [
      "call",
      { server: "demo", method: "tool.add", parms: {} },
      /"parms" is not known here\. Known: .*params/,
    ],
    ["callTool", { server: "demo", tool: "echo", arguments: 1 }, /"arguments" must be an object/],
    ["notify", { server: "demo", method: 1 }, /"method" must be a string/],
    ["sendBatch", { server: "demo" }, /"messages" is missing/],
    ["sendBatch", { server: "demo", messages: [] }, /"messages" must hold at least one message/],
    ["sendBatch", { server: "demo", messages: [{}] }, /"messages\[0\]\.method" is missing/],
    ["sendRaw", { server: "demo" }, /"text" is missing/],
    ["cancel", { server: "demo", id: true }, /"id" must be a string or a number/],
    ["getInFlight", { server: 1 }, /"server" must be a string/],
    ["exportTraffic", {}, /"path" is missing/],
    ["exportTraffic", { path: "here.jsonl" }, /"path" must be an absolute path/],
    ["clearTraffic", { server: false }, /"server" must be a string/],
  ];

  for (const [command, argument, message] of wrong) {
    it(`${command} rejects ${JSON.stringify(argument)} by name`, async () => {
      assert.match(await problemOf(command, argument), message);
    });
  }

  const unknown: [command: string, rest: object][] = [
    ["startServer", {}],
    ["stopServer", {}],
    ["restartServer", {}],
    ["call", { method: "m" }],
    ["callTool", { tool: "t" }],
    ["notify", { method: "m" }],
    ["sendBatch", { messages: [{ method: "m" }] }],
    ["sendRaw", { text: "{}" }],
    ["cancel", { id: "1" }],
    ["getInFlight", {}],
    ["showTraffic", {}],
    ["clearTraffic", {}],
    ["exportTraffic", { path: "/nowhere/at/all.jsonl" }],
  ];

  for (const [command, rest] of unknown) {
    it(`${command} names an unknown server and those that are known`, async () => {
      const message = await problemOf(command, { server: "calx", ...rest });
      assert.match(message, /calx/);
      assert.match(message, /demo/);
    });
  }
});
