import { type Case, error, fails, type Line, notification, request, result } from "./case.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number): string => `${'{"not":'.repeat(levels)}true${"}".repeat(levels)}`;
const version = "2025-06-18";
const initializeResult = {
  protocolVersion: version,
  capabilities: { tools: {} },
  serverInfo: { name: "hostile" },
};
const tool = (name: string, more?: object) => ({ name, inputSchema: { type: "object" }, ...more });

const mcp = { entry: { protocol: "mcp" } };
/** What plain servers and undecided ones are asked. */
const plain = { entry: { methods: undefined } };
const auto = { entry: { methods: undefined, protocol: "auto" } };

/** `initialize` has the id 1, the list 2, the call of "odd" 3. */
const initialized: Line = [result(1, initializeResult)];
const listedThen = (tools: unknown): Pick<Case, "stdout"> => ({
  stdout: [initialized, [result(2, tools)], [result(3, 1)]],
});
/** Without lists the call of "odd" has the id 2. */
const initializedOnly = (answer: unknown): Pick<Case, "stdout"> => ({
  stdout: [[result(1, answer)], [result(2, 1)]],
});

/** MCP's handshake and its lists, and plain JSON-RPC's discovery. */
export const handshakeCases: readonly Case[] = [
  {
    way: "initialize-silent",
    does: "never answers initialize (startTimeoutMs is 120 s by default, here 0.3 s)",
    ...mcp,
    entry: { protocol: "mcp", startTimeoutMs: 300 },
    stdout: [],
    ...fails(/^initialize-silent: not ready within 0\.3 s \(startTimeoutMs\)\.$/),
  },
  {
    way: "initialize-garbage",
    does: "answers initialize with text",
    entry: { protocol: "mcp", startTimeoutMs: 3000 },
    stdout: [["not today", "stray-output"]],
    ...fails(/not ready within 3 s/),
  },
  {
    way: "initialize-error",
    does: "answers initialize with an error",
    ...mcp,
    stdout: [[error(1, { code: -32000, message: "no licence", data: { days: 0 } })]],
    ...fails(
      /refused the MCP handshake with error -32000 \(server error\): no licence, data: \{"days":0\}\. Look at the server's log/,
    ),
  },
  {
    way: "initialize-unknown-method",
    does: "does not know initialize",
    ...mcp,
    stdout: [[error(1, { code: -32601, message: "Method not found" })]],
    ...fails(/does not know "initialize".*set "protocol": "jsonrpc"/),
  },
  {
    way: "initialize-error-text",
    does: "answers initialize with a text for an error",
    ...mcp,
    stdout: [[error(1, "broken"), "bad-error-object"]],
    ...fails(/refused the MCP handshake with error 0 .*data: "broken"/),
  },
  {
    way: "initialize-null-id-error",
    does: "answers initialize with an error for nobody",
    entry: { protocol: "mcp", startTimeoutMs: 3000 },
    stdout: [[error(null, { code: -32700, message: "Parse error" }), "null-id-error"]],
    ...fails(/not ready within 3 s/),
  },
  {
    way: "initialize-deep-error",
    does: "answers initialize with an error whose data is nested 100,000 levels deep",
    ...mcp,
    stdout: [[`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"m","data":${nested(100_000)}}}`]],
    ...fails(
      /refused the MCP handshake with error -32000 \(server error\): m, data: something nested too deeply to show/,
    ),
  },
  {
    way: "initialize-deep-result",
    does: "answers initialize with 100,000 levels of arrays",
    ...mcp,
    stdout: [[`{"jsonrpc":"2.0","id":1,"result":${nested(100_000)}}`]],
    ...fails(
      /answered initialize without a "protocolVersion", which MCP requires: something nested too deeply to show/,
    ),
  },
  {
    way: "initialize-deep-capabilities",
    does: "has capabilities nested 100,000 levels deep",
    ...mcp,
    stdout: [
      [
        `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"${version}","capabilities":{"experimental":${nested(100_000)}}}}`,
      ],
      [result(2, 1)],
    ],
  },
  {
    way: "initialize-null",
    does: "answers initialize with null",
    ...mcp,
    stdout: [[result(1, null)]],
    ...fails(/without a "protocolVersion", which MCP requires: null/),
  },
  {
    way: "initialize-text",
    does: "answers initialize with a text",
    ...mcp,
    stdout: [[result(1, "ok")]],
    ...fails(/without a "protocolVersion", which MCP requires: "ok"/),
  },
  {
    way: "initialize-no-version",
    does: "answers initialize without a version",
    ...mcp,
    stdout: [[result(1, { capabilities: {} })]],
    ...fails(/without a "protocolVersion"/),
  },
  {
    way: "initialize-number-version",
    does: "has a version that is a number",
    ...mcp,
    stdout: [[result(1, { protocolVersion: 20250618, capabilities: {} })]],
    ...fails(/without a "protocolVersion".*20250618/),
  },
  {
    way: "initialize-empty-version",
    does: "has an empty version",
    ...mcp,
    stdout: [[result(1, { protocolVersion: "", capabilities: {} })]],
    ...fails(/speaks MCP .*Toolwire speaks 2024-11-05 to 2025-11-25/),
  },
  {
    way: "initialize-unknown-version",
    does: "has a version that nobody speaks",
    ...mcp,
    stdout: [[result(1, { protocolVersion: "1999-12-31", capabilities: {} })]],
    ...fails(/speaks MCP 1999-12-31; Toolwire speaks 2024-11-05 to 2025-11-25/),
  },
  {
    way: "initialize-long-version",
    does: "has a version of a megabyte",
    ...mcp,
    stdout: [[result(1, { protocolVersion: "9".repeat(1_000_000), capabilities: {} })]],
    ...fails(/speaks MCP 9{300}…; Toolwire speaks/),
  },
  {
    way: "initialize-version-refused",
    does: "refuses our version and names none that we speak",
    ...mcp,
    stdout: [
      [
        error(1, {
          code: -32602,
          message: "Unsupported protocol version",
          data: { supported: ["1999-12-31"] },
        }),
      ],
    ],
    ...fails(/speaks MCP 1999-12-31; Toolwire speaks/),
  },
  {
    way: "initialize-version-circle",
    does: "refuses every version and names another; asked twice, not for ever",
    ...mcp,
    stdout: [
      [
        error(1, {
          code: -32602,
          message: "Unsupported protocol version",
          data: { supported: ["2024-11-05", "2025-03-26"] },
        }),
      ],
      [
        error(2, {
          code: -32602,
          message: "Unsupported protocol version",
          data: { supported: ["2024-11-05"] },
        }),
      ],
    ],
    ...fails(/refused the MCP handshake with error -32602/),
  },
  {
    way: "initialize-no-capabilities",
    does: "answers initialize without capabilities",
    ...mcp,
    ...initializedOnly({ protocolVersion: version }),
    warnings: [/answered initialize without "capabilities"/],
  },
  {
    way: "initialize-odd-capabilities",
    does: "has an array for capabilities",
    ...mcp,
    ...initializedOnly({ protocolVersion: version, capabilities: [] }),
    warnings: [/answered initialize without "capabilities"/],
  },
  {
    way: "initialize-odd-info",
    does: "has a name that is a number and a version that is an array",
    ...mcp,
    ...initializedOnly({ protocolVersion: version, capabilities: {}, serverInfo: { name: 5, version: [] } }),
  },
  {
    way: "initialize-twice",
    does: "answers initialize twice",
    ...mcp,
    stdout: [
      initialized,
      [result(1, initializeResult), "duplicate-answer"],
      [result(2, { tools: [] })],
      [result(3, 1)],
    ],
  },
  {
    way: "initialize-result-then-error",
    does: "answers initialize with a result, then with an error",
    ...mcp,
    stdout: [
      initialized,
      [error(1, { code: 1, message: "m" }), "duplicate-answer"],
      [result(2, { tools: [] })],
      [result(3, 1)],
    ],
  },
  {
    way: "asks-before-initialized",
    does: "asks us before the handshake is done; ping may come early",
    ...mcp,
    stdout: [
      [request("a", "ping")],
      [request("b", "sampling/createMessage", {}), "before-initialize"],
      initialized,
      [result(2, { tools: [] })],
      [result(3, 1)],
    ],
    listed: [],
  },
  {
    way: "tools-before-initialized",
    does: "says before the handshake that its tools changed; they are asked for once, after it",
    ...mcp,
    stdout: [
      [notification("notifications/tools/list_changed"), "before-initialize"],
      initialized,
      [result(2, { tools: [tool("after")] })],
      [result(3, 1)],
    ],
    listed: ["after"],
  },
  {
    way: "list-error",
    does: "fails to list its tools",
    ...mcp,
    stdout: [initialized, [error(2, { code: -32603, message: "the list is broken" })], [result(3, 1)]],
    warnings: [/answered tools\/list with error -32603 \(internal error\): the list is broken/],
    listed: [],
  },
  {
    way: "list-null",
    does: "lists null",
    ...mcp,
    ...listedThen(null),
    warnings: [/answered tools\/list without an array "tools"/],
    listed: [],
  },
  {
    way: "list-not-an-array",
    does: "lists an object",
    ...mcp,
    ...listedThen({ tools: { a: 1 } }),
    warnings: [/answered tools\/list without an array "tools"/],
    listed: [],
  },
  {
    way: "list-of-nothing",
    does: "lists entries that are no tools",
    ...mcp,
    ...listedThen({ tools: [null, 1, "a", {}, { name: 5 }, [], tool("one")] }),
    warnings: [/with 6 of 7 entries that have no name/],
    listed: ["one"],
  },
  {
    way: "list-cursor-endless",
    does: "has a next page for ever; 1,000 are read",
    ...mcp,
    stdout: [
      initialized,
      ...Array.from(
        { length: 1000 },
        (_, n): Line => [result(n + 2, { tools: [tool(`t${n + 1}`)], nextCursor: String(n + 1) })],
      ),
      [result(1002, 1)],
    ],
    warnings: [/has no end: stopped after 1000 pages/],
    listed: Array.from({ length: 1000 }, (_, n) => `t${n + 1}`),
    withinMs: 30_000,
  },
  {
    way: "list-cursor-same",
    does: "gives the same cursor again",
    ...mcp,
    stdout: [
      initialized,
      [result(2, { tools: [tool("t")], nextCursor: "again" })],
      [result(3, { tools: [tool("t")], nextCursor: "again" })],
      [result(4, 1)],
    ],
    warnings: [/goes in circles: page 2 gave the cursor "again" again/],
    listed: ["t", "t"],
  },
  {
    way: "list-cursor-number",
    does: "gives a number for a cursor",
    ...mcp,
    ...listedThen({ tools: [tool("t")], nextCursor: 2 }),
    warnings: [/with a nextCursor that is not a string/],
    listed: ["t"],
  },
  {
    way: "list-cursor-empty",
    does: "ends its list with an empty cursor",
    ...mcp,
    ...listedThen({ tools: [tool("t")], nextCursor: "" }),
    listed: ["t"],
  },
  {
    way: "list-cursor-long",
    does: "gives a cursor of a megabyte",
    ...mcp,
    stdout: [
      initialized,
      [result(2, { tools: [tool("a")], nextCursor: "c".repeat(1_000_000) })],
      [result(3, { tools: [tool("b")] })],
      [result(4, 1)],
    ],
    listed: ["a", "b"],
  },
  {
    way: "list-changed-again",
    does: "says at each list that it changed; read again with growing pauses",
    ...mcp,
    act: async ({ servers, name, call, heard }) => {
      await servers.start(name);
      await heard(6);
      return [await call("odd")];
    },
    stdout: [
      initialized,
      [result(2, { tools: [tool("t1")] })],
      [notification("notifications/tools/list_changed")],
      [result(3, { tools: [tool("t2")] })],
      [notification("notifications/tools/list_changed")],
      [result(4, { tools: [tool("t3")] })],
      [result(5, 1)],
    ],
    listed: ["t3"],
  },
  {
    way: "tools-many",
    does: "lists 10,000 tools",
    ...mcp,
    ...listedThen({ tools: Array.from({ length: 10_000 }, (_, n) => tool(`tool-${n}`)) }),
    listed: Array.from({ length: 10_000 }, (_, n) => `tool-${n}`),
  },
  {
    way: "tools-same-name",
    does: "lists two tools of one name",
    ...mcp,
    ...listedThen({ tools: [tool("same"), tool("same", { description: "second" })] }),
    listed: ["same", "same"],
  },
  {
    way: "tools-odd-names",
    does: "lists names with blanks, emoji, bidirectional and control characters, and of other meanings",
    ...mcp,
    ...listedThen({
      tools: [
        "with blanks ",
        "😀",
        "\u202eevil\u202c",
        "a\nb\tc\u0000",
        "",
        "__proto__",
        "$(trash)",
        "[x](command:y)",
      ].map((name) => tool(name)),
    }),
    listed: [
      "with blanks ",
      "😀",
      "\u202eevil\u202c",
      "a\nb\tc\u0000",
      "",
      "__proto__",
      "$(trash)",
      "[x](command:y)",
    ],
  },
  {
    way: "tools-long-name",
    does: "lists a name of a megabyte",
    ...mcp,
    ...listedThen({ tools: [tool("n".repeat(1_000_000))] }),
    listed: ["n".repeat(1_000_000)],
  },
  {
    way: "tools-long-description",
    does: "lists a description of 5 MB",
    ...mcp,
    ...listedThen({ tools: [tool("long", { description: "d".repeat(5_000_000) })] }),
    listed: ["long"],
    withinMs: 30_000,
  },
  {
    way: "tools-odd-schemas",
    does: "lists schemas that are none",
    ...mcp,
    ...listedThen({
      tools: [
        { name: "none" },
        ...[null, true, 5, "text", [], { type: "nonsense" }, { $ref: "#" }, { properties: 1 }].map(
          (inputSchema, index) => ({ name: `schema-${index}`, inputSchema }),
        ),
      ],
    }),
    listed: ["none", ...Array.from({ length: 8 }, (_, index) => `schema-${index}`)],
  },
  {
    way: "tools-deep-schema",
    does: "lists a schema nested 100,000 levels deep",
    ...mcp,
    stdout: [
      initialized,
      [`{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"deep","inputSchema":${nested(100_000)}}]}}`],
      [result(3, 1)],
    ],
    listed: ["deep"],
  },
  {
    way: "tools-odd-members",
    does: "lists descriptions and annotations that are none",
    ...mcp,
    ...listedThen({
      tools: [
        { name: "odd-members", description: { a: 1 }, annotations: "none" },
        { name: "destroys", annotations: { destructiveHint: "yes" } },
      ],
    }),
    listed: ["odd-members", "destroys"],
  },
  {
    way: "discover-deep",
    does: "answers rpc.discover with 100,000 levels of arrays",
    ...plain,
    stdout: [[`{"jsonrpc":"2.0","id":1,"result":${nested(100_000)}}`], [result(2, 1)]],
    warnings: [/answered rpc\.discover with 1 entries that have no name/],
  },
  {
    way: "discover-deep-error",
    does: "answers rpc.discover with an error whose data is nested 100,000 levels deep",
    ...plain,
    stdout: [
      [`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${nested(100_000)}}}`],
      [result(2, 1)],
    ],
    warnings: [/The methods of discover-deep-error are not known: .*something nested too deeply to show/],
  },
  {
    way: "discover-deep-reference",
    does: "answers rpc.discover with a schema nested 100,000 levels deep",
    ...plain,
    stdout: [
      [
        `{"jsonrpc":"2.0","id":1,"result":{"methods":[{"name":"m","params":[{"name":"p","schema":${objects(100_000)}}]}]}}`,
      ],
      [result(2, 1)],
    ],
    listed: ["m"],
  },
  {
    way: "discover-odd",
    does: "answers rpc.discover with entries that are no methods and references to nothing",
    ...plain,
    stdout: [
      [result(1, { methods: [null, "a", { name: "b", params: [{ $ref: "#/components/x/y" }, 5, null] }] })],
      [result(2, 1)],
    ],
    warnings: [/with 1 entries that have no name/],
    listed: ["a", "b"],
  },
  {
    way: "auto-echo",
    does: "echoes what it is asked, initialize too",
    ...auto,
    stdout: [
      [
        result(1, {
          protocolVersion: "2025-11-25",
          capabilities: { roots: {} },
          clientInfo: { name: "toolwire", title: "Toolwire", version: "0.0.0" },
        }),
      ],
      [result(2, ["odd"])],
      [result(3, 1)],
    ],
    warnings: [/answered initialize, but not as MCP does/],
    listed: ["odd"],
  },
  {
    way: "auto-deep",
    does: "answers the probe with 100,000 levels of arrays",
    ...auto,
    stdout: [[`{"jsonrpc":"2.0","id":1,"result":${nested(100_000)}}`], [result(2, ["odd"])], [result(3, 1)]],
    warnings: [/answered initialize, but not as MCP does \(something nested too deeply to show\)/],
    listed: ["odd"],
  },
];
