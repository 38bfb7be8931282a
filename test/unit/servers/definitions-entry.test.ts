// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of definitions are written so
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";

const settings = { source: "settings" } as const;

function errorOf(entry: unknown): string {
  const parsed = parseEntry("s", entry, settings);
  assert.ok("error" in parsed, "the entry should not be usable");
  return parsed.error;
}

describe("parseEntry", () => {
  it("contract: a command alone gets every default", () => {
    assert.deepEqual(parseEntry("calc", { command: "python3" }, { ...settings, folder: "/w" }), {
      definition: {
        name: "calc",
        source: "settings",
        folder: "/w",
        command: "python3",
        args: [],
        env: {},
        protocol: "auto",
        requestIds: "uuid",
        startTimeoutMs: 120_000,
        timeoutMs: 30_000,
        maxTotalMs: 600_000,
        autoStart: false,
      },
    });
  });

  it("contract: every field of the example is read, and those of later issues are accepted", () => {
    const entry = {
      command: "python3",
      args: ["${workspaceFolder}/calc.py"],
      cwd: "${workspaceFolder}",
      env: { LOG: "debug", TOKEN: "${env:CALC_TOKEN}", NOISY: null, PORT: 80 },
      envFile: "${workspaceFolder}/.env",
      protocol: "jsonrpc",
      requestIds: "integer",
      discover: "tool.list",
      methods: ["tool.add"],
      cancel: { method: "tool.cancel", idParam: "request" },
      startTimeoutMs: 1,
      timeoutMs: 2,
      maxTotalMs: 3,
      confirm: ["delete*"],
      watch: ["**/*.py"],
      build: "npm run build",
      rerunOnRestart: false,
      restartOnCrash: false,
      debug: { type: "node" },
      autoStart: true,
      gallery: 5,
    };
    assert.deepEqual(parseEntry("calc", entry, settings), {
      definition: {
        name: "calc",
        source: "settings",
        command: "python3",
        args: ["${workspaceFolder}/calc.py"],
        cwd: "${workspaceFolder}",
        env: { LOG: "debug", TOKEN: "${env:CALC_TOKEN}", NOISY: null, PORT: "80" },
        envFile: "${workspaceFolder}/.env",
        protocol: "jsonrpc",
        requestIds: "integer",
        discover: "tool.list",
        methods: ["tool.add"],
        cancel: { method: "tool.cancel", idParam: "request" },
        startTimeoutMs: 1,
        timeoutMs: 2,
        maxTotalMs: 3,
        autoStart: true,
      },
    });
  });

  it("contract: entries of mcp.json files speak MCP", () => {
    for (const source of [".vscode/mcp.json", ".mcp.json"] as const) {
      const parsed = parseEntry("s", { command: "x", type: "stdio" }, { source });
      assert.equal("definition" in parsed && parsed.definition.protocol, "mcp");
    }
  });

  it("contract: undefined counts as absent", () => {
    const parsed = parseEntry(
      "s",
      { command: "x", args: undefined, cwd: undefined, timeoutMs: undefined },
      settings,
    );
    assert.ok("definition" in parsed);
    assert.equal("cwd" in parsed.definition, false);
  });

  const wrong: [entry: Record<string, unknown>, error: string][] = [
    [{}, '"command" is missing: expected the program to run'],
    [{ command: "" }, '"command" is "": expected a text that is not empty'],
    [{ command: ["a"] }, '"command" is an array: expected a text that is not empty'],
    [{ command: "a\0b" }, '"command" is a text with a NUL character: expected a text without one'],
    [{ command: "x", args: "--flag" }, '"args" is "--flag": expected an array of texts'],
    [{ command: "x", args: ["a", 5] }, '"args[1]" is 5: expected a text'],
    [{ command: "x", cwd: null }, '"cwd" is null: expected a text that is not empty'],
    [{ command: "x", env: ["A=1"] }, '"env" is an array: expected an object of texts'],
    [{ command: "x", env: { A: true } }, '"env.A" is true: expected a text, or null to remove the variable'],
    [
      { command: "x", env: { "A=B": "1" } },
      '"env.A=B" is "A=B": expected the name of a variable, which holds no = and no NUL',
    ],
    [{ command: "x", envFile: 1 }, '"envFile" is 1: expected a text that is not empty'],
    [{ command: "x", protocol: "lsp" }, '"protocol" is "lsp": expected "auto" or "mcp" or "jsonrpc"'],
    [{ command: "x", requestIds: 7 }, '"requestIds" is 7: expected "uuid" or "integer"'],
    [{ command: "x", discover: {} }, '"discover" is an object: expected a text that is not empty'],
    [{ command: "x", methods: {} }, '"methods" is an object: expected an array of texts'],
    [{ command: "x", cancel: "stop" }, '"cancel" is "stop": expected an object {"method", "idParam"}'],
    [
      { command: "x", cancel: {} },
      '"cancel.method" is missing: expected the name of the cancel notification',
    ],
    [
      { command: "x", cancel: { method: "m", idParam: 1 } },
      '"cancel.idParam" is 1: expected a text that is not empty',
    ],
    [
      { command: "x", timeoutMs: "fast" },
      '"timeoutMs" is "fast": expected a number of milliseconds from 1 to 2147483647',
    ],
    [
      { command: "x", startTimeoutMs: 0 },
      '"startTimeoutMs" is 0: expected a number of milliseconds from 1 to 2147483647',
    ],
    [
      { command: "x", maxTotalMs: 2 ** 31 },
      '"maxTotalMs" is 2147483648: expected a number of milliseconds from 1 to 2147483647',
    ],
    [{ command: "x", autoStart: "yes" }, '"autoStart" is "yes": expected true or false'],
    [
      { command: 1, args: 2 },
      '"command" is 1: expected a text that is not empty; "args" is 2: expected an array of texts',
    ],
    [{ url: "http://localhost" }, "not supported yet: HTTP transport"],
    [{ type: "http", url: "http://localhost" }, "not supported yet: HTTP transport"],
    [{ type: "streamable-http" }, "not supported yet: HTTP transport"],
    [{ type: "sse", url: "http://localhost" }, "not supported yet: HTTP (SSE) transport"],
    [{ transport: "ws", command: "x" }, 'not supported yet: "ws" transport'],
    [{ type: 5, command: "x" }, '"type" is 5: expected "stdio"'],
  ];
  for (const [entry, error] of wrong) {
    it(`[R13] contract: ${JSON.stringify(entry)} is not usable, and the error says why`, () => {
      assert.equal(errorOf(entry), error);
    });
  }

  it("[R13] an entry that is no object, and an empty name, are not usable", () => {
    assert.match(errorOf("python3"), /The entry is "python3": expected an object with "command"/);
    assert.match(errorOf(null), /The entry is null/);
    assert.ok("error" in parseEntry("", { command: "x" }, settings));
  });

  it("a long wrong value is not repeated in full", () => {
    assert.ok(errorOf({ command: "x", protocol: "p".repeat(10_000) }).length < 150);
  });

  it("reads own fields only", () => {
    assert.match(errorOf(Object.create({ command: "inherited" })), /"command" is missing/);
  });

  it("keeps a variable named __proto__", () => {
    const parsed = parseEntry("s", JSON.parse('{"command":"x","env":{"__proto__":"a"}}'), settings);
    assert.ok("definition" in parsed);
    assert.deepEqual(Object.entries(parsed.definition.env), [["__proto__", "a"]]);
  });

  it("property: any input: nothing throws, and there is a definition or an error", () => {
    const field = fc.constantFrom(
      ...[
        "command",
        "args",
        "cwd",
        "env",
        "envFile",
        "protocol",
        "cancel",
        "methods",
        "timeoutMs",
        "type",
        "url",
      ],
    );
    const entry = fc.oneof(fc.anything(), fc.dictionary(field, fc.anything()));
    fc.assert(
      fc.property(fc.string(), entry, (name, value) => {
        const parsed = parseEntry(name, value, settings);
        assert.ok("definition" in parsed ? parsed.definition.command !== "" : parsed.error !== "");
      }),
      { numRuns: 1000 },
    );
  });
});
