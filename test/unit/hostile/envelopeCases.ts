import type { FindingCode } from "../../../src/wire/findings.ts";
import {
  answer,
  type Case,
  error,
  json,
  type Line,
  notification,
  request,
  result,
  timedOut,
} from "./case.ts";
import type { Lab } from "./laboratory.ts";

const envelope = (members: object): string => json({ jsonrpc: "2.0", ...members });
const plainProgress = (token: unknown, value: unknown): string =>
  notification("$/progress", { token, value });
const mcpProgress = (progressToken: unknown, progress: number): string =>
  notification("notifications/progress", { progressToken, progress });
const member = (id: number, value: number) => ({ jsonrpc: "2.0", id, result: value });

/** What the server says that it got as the answer to a request of its own. */
const refused = (id: unknown, method = "m"): Line => [
  notification("heard", {
    jsonrpc: "2.0",
    id,
    error: { code: -32601, message: `Toolwire does not answer "${method}".` },
  }),
];
/** The same where the id is a text that `JSON.stringify` cannot make. */
const refusedRaw = (id: string, ...findings: FindingCode[]): Line => [
  `{"jsonrpc":"2.0","method":"heard","params":{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Toolwire does not answer \\"m\\"."}}}`,
  ...findings,
];

/** MCP's handshake, after which "odd" has the id 2. */
const initialized = (protocolVersion = "2025-06-18"): Line => [
  result(1, { protocolVersion, capabilities: {}, serverInfo: { name: "hostile" } }),
];
const mcp = { entry: { protocol: "mcp" } };
const secondAnswer: Line = [result(2, 1)];

const malformed = { code: 0, message: "The server's error object is malformed." };
const batchOf =
  (count: number, timeoutMs?: number) =>
  async ({ servers, name }: Lab) => {
    const messages = Array.from({ length: count }, () => ({ method: "member" }));
    const { outcomes } = await servers.sendBatch(
      name,
      messages,
      timeoutMs === undefined ? {} : { timeoutMs },
    );
    return outcomes;
  };
const unanswered = { status: "timedOut" as const };

/** The envelopes of JSON-RPC, and what may be in them. [R1] [R3] to [R12] */
export const envelopeCases: readonly Case[] = [
  {
    way: "missing-jsonrpc",
    does: "leaves out jsonrpc, as agent runtimes do",
    stdout: [[json({ id: 1, result: 1 }), "missing-jsonrpc"]],
  },
  {
    way: "jsonrpc-1",
    does: "answers as JSON-RPC 1.0 does, with an error of null",
    stdout: [[json({ id: 1, result: 1, error: null }), "missing-jsonrpc", "result-and-error"]],
  },
  {
    way: "jsonrpc-number",
    does: "says that jsonrpc is a number",
    stdout: [[json({ jsonrpc: 2, id: 1, result: 1 }), "missing-jsonrpc"]],
  },
  {
    way: "bad-envelope",
    does: "objects that are no message",
    stdout: [
      [envelope({}), "bad-envelope"],
      [envelope({ id: 7 }), "bad-envelope"],
      [envelope({ params: {} }), "bad-envelope"],
      [envelope({ method: 5, id: 1 }), "bad-envelope"],
      answer,
    ],
  },
  {
    way: "method-and-result",
    does: "repeats the method in its answer",
    stdout: [[envelope({ id: 1, method: "odd", result: 1 }), "bad-envelope"]],
    ...timedOut,
  },
  {
    way: "result-and-error",
    does: "a result and an error in one answer",
    stdout: [[envelope({ id: 1, result: 1, error: { code: 1, message: "m" } }), "result-and-error"]],
    outcome: { status: "error", error: { code: 1, message: "m" } },
  },
  {
    way: "neither-result-nor-error",
    does: "neither result nor error",
    stdout: [[envelope({ id: 1 }), "bad-envelope"]],
    ...timedOut,
  },
  {
    way: "result-null",
    does: "a result of null",
    stdout: [[result(1, null)]],
    outcome: { status: "ok", result: null },
  },
  {
    way: "error-null",
    does: "an error of null and no result",
    stdout: [[error(1, null), "bad-error-object"]],
    outcome: { status: "error", error: { ...malformed, data: null } },
  },
  {
    way: "error-without-code",
    does: "an error without a code",
    stdout: [[error(1, { message: "m" }), "bad-error-object"]],
    outcome: { status: "error", error: { code: 0, message: "m", data: { message: "m" } } },
  },
  {
    way: "error-code-text",
    does: "an error with a code that is a text",
    stdout: [[error(1, { code: "E1", message: "m", data: 2 }), "bad-error-object"]],
    outcome: {
      status: "error",
      error: { code: 0, message: "m", data: { code: "E1", message: "m", data: 2 } },
    },
  },
  {
    way: "error-code-fraction",
    does: "an error with a code that is a fraction",
    stdout: [[error(1, { code: 1.5, message: "m" }), "bad-error-object"]],
    outcome: { status: "error", error: { code: 1.5, message: "m" } },
  },
  {
    way: "error-code-huge",
    does: "an error with a code beyond 1e308",
    stdout: [
      ['{"jsonrpc":"2.0","id":1,"error":{"code":1e400,"message":"m"}}', "bad-error-object", "unsafe-integer"],
    ],
    outcome: { status: "error" },
  },
  {
    way: "error-message-object",
    does: "an error with an object for a message",
    stdout: [[error(1, { code: 1, message: { text: "m" } }), "bad-error-object"]],
    outcome: { status: "error", error: { ...malformed, data: { code: 1, message: { text: "m" } } } },
  },
  {
    way: "error-text",
    does: "a text for an error",
    stdout: [[error(1, "broken"), "bad-error-object"]],
    outcome: { status: "error", error: { ...malformed, data: "broken" } },
  },
  {
    way: "error-true",
    does: "true for an error",
    stdout: [[error(1, true), "bad-error-object"]],
    outcome: { status: "error", error: { ...malformed, data: true } },
  },
  {
    way: "error-array",
    does: "an array for an error",
    stdout: [[error(1, []), "bad-error-object"]],
    outcome: { status: "error", error: { ...malformed, data: [] } },
  },
  {
    way: "null-id-error",
    does: "[R8] an error with the id null, tied to no call",
    stdout: [[error(null, { code: -32700, message: "Parse error" }), "null-id-error"]],
    ...timedOut,
  },
  {
    way: "null-id-result",
    does: "a result with the id null",
    stdout: [[result(null, 1), "bad-envelope"]],
    ...timedOut,
  },
  {
    way: "id-missing",
    does: "a result without an id",
    stdout: [[envelope({ result: 1 }), "bad-envelope"]],
    ...timedOut,
  },
  {
    way: "id-float",
    does: "an answer to the id 1.5",
    stdout: [[result(1.5, 1), "unknown-id"], answer],
  },
  {
    way: "id-float-same",
    does: "the right id written as 1.0",
    stdout: [['{"jsonrpc":"2.0","id":1.0,"result":1}']],
  },
  {
    way: "id-exponent-same",
    does: "the right id written as 1e0",
    stdout: [['{"jsonrpc":"2.0","id":1e0,"result":1}']],
  },
  {
    way: "id-boolean",
    does: "ids that are true and false",
    stdout: [[result(true, 1), "bad-envelope"], [request(false, "m"), "bad-envelope"], answer],
  },
  {
    way: "id-object",
    does: "ids that are objects",
    stdout: [[result({ id: 1 }, 1), "bad-envelope"], [request({}, "m"), "bad-envelope"], answer],
  },
  {
    way: "id-array",
    does: "ids that are arrays",
    stdout: [[result([1], 1), "bad-envelope"], [request([1], "m"), "bad-envelope"], answer],
  },
  { way: "id-empty", does: "an answer to the empty id", stdout: [[result("", 1), "unknown-id"], answer] },
  {
    way: "id-long",
    does: "an answer to an id of a megabyte",
    stdout: [[result("i".repeat(1_000_000), 1), "unknown-id"], answer],
  },
  {
    way: "id-huge",
    does: "an answer to an id beyond 2^53",
    stdout: [['{"jsonrpc":"2.0","id":9007199254740993,"result":1}', "unknown-id", "unsafe-integer"], answer],
  },
  {
    way: "id-infinite",
    does: "an answer to an id beyond 1e308",
    stdout: [['{"jsonrpc":"2.0","id":1e400,"result":1}', "unknown-id", "unsafe-integer"], answer],
  },
  { way: "id-negative", does: "an answer to the id -1", stdout: [[result(-1, 1), "unknown-id"], answer] },
  {
    way: "id-text-for-number",
    does: "[R6] the id as a text where a number was sent",
    stdout: [[result("1", 1), "id-type-mismatch"]],
    ...timedOut,
  },
  {
    way: "id-of-another-epoch",
    does: "an answer to a request of another process",
    stdout: [[result("6f1c1bd2-3c4f-4a86-9e57-1b6b2d0a7a10", 1), "unknown-id"], answer],
  },
  {
    way: "duplicate-answer",
    does: "the same answer twice",
    stdout: [answer, [result(1, 1), "duplicate-answer"]],
  },
  {
    way: "duplicate-answer-other",
    does: "a result, then an error for the same request",
    stdout: [answer, [error(1, { code: 1, message: "m" }), "duplicate-answer"]],
  },
  {
    way: "answer-to-notification",
    does: "[R4] answers to a notification",
    act: async ({ servers, name, call }) => {
      await servers.notify(name, "tell");
      return [await call("odd")];
    },
    stdout: [[result(null, 1), "bad-envelope"], [result(0, 1), "unknown-id"], answer],
  },
  {
    way: "answer-before-request",
    does: "an answer before there was a request",
    act: async ({ servers, name, call, heard }) => {
      await servers.start(name);
      await heard(1);
      return [await call("odd", undefined, { timeoutMs: 400 })];
    },
    outcome: unanswered,
    stdout: [[result(1, 1), "unknown-id"]],
  },
  {
    way: "answer-before-flush",
    does: "answers a request of 20 MB when its first bytes have come",
    act: async ({ call }) => [await call("odd", { text: "x".repeat(20_000_000) })],
    stdout: [answer],
    withinMs: 30_000,
  },
  {
    way: "late-answer",
    does: "[R9] an answer after the call has timed out",
    stdout: [[result(1, 1), "late-answer"]],
    ...timedOut,
  },
  {
    way: "out-of-order",
    does: "answers out of order",
    act: ({ call }) => Promise.all([call("odd"), call("odd")]),
    outcome: [
      { status: "ok", result: 1 },
      { status: "ok", result: 2 },
    ],
    stdout: [[result(2, 2)], [result(1, 1)]],
  },
  {
    way: "batch-nested",
    does: "a batch in a batch",
    stdout: [[json([[member(1, 1)]]), "bad-envelope"]],
    ...timedOut,
  },
  { way: "batch-empty", does: "[R5] an empty batch", stdout: [["[]", "empty-batch"], answer] },
  {
    way: "batch-of-nothing",
    does: "a batch of no messages",
    stdout: [[json([1, "a", null, true, {}]), "bad-envelope", "missing-jsonrpc"], answer],
  },
  {
    way: "batch-partial",
    does: "[R5] answers one of three of a batch",
    act: batchOf(3, 3000),
    withinMs: 20_000,
    outcome: [unanswered, { status: "ok", result: 2 }, unanswered],
    stdout: [[json([member(2, 2)])]],
  },
  {
    way: "batch-strangers",
    does: "[R5] a stranger's id among the answers of a batch",
    act: batchOf(2),
    outcome: [
      { status: "ok", result: 1 },
      { status: "ok", result: 1 },
    ],
    stdout: [[json([member(99, 0), member(1, 1), member(2, 1)]), "unknown-id"]],
  },
  {
    way: "batch-never",
    does: "[R5] never answers a batch",
    act: batchOf(2, 400),
    outcome: [unanswered, unanswered],
    stdout: [],
  },
  {
    way: "batch-split",
    does: "[R5] answers a batch in two batches, backwards",
    act: batchOf(3),
    outcome: [{ result: 1 }, { result: 2 }, { result: 3 }],
    stdout: [[json([member(3, 3)])], [json([member(2, 2), member(1, 1)])]],
  },
  {
    way: "batch-as-lines",
    does: "[R5] answers a batch line by line, backwards",
    act: batchOf(3),
    outcome: [{ result: 1 }, { result: 2 }, { result: 3 }],
    stdout: [[result(3, 3)], [result(2, 2)], [result(1, 1)]],
  },
  {
    way: "batch-mixed",
    does: "an answer in a batch with a notification and a request",
    stdout: [
      [json([{ jsonrpc: "2.0", method: "n" }, { jsonrpc: "2.0", id: "mine", method: "m" }, member(1, 1)])],
    ],
  },
  {
    way: "batch-not-allowed",
    does: "[R5] a batch in a version of MCP without batches",
    ...mcp,
    stdout: [initialized(), [json([member(2, 1)]), "batch-not-allowed"]],
  },
  {
    way: "batch-allowed",
    does: "[R5] a batch in the one version of MCP with batches",
    ...mcp,
    stdout: [initialized("2025-03-26"), [json([member(2, 1)])]],
  },
  {
    way: "batch-of-thousands",
    does: "a batch of 5,001 messages, the answer last",
    stdout: [
      [
        json([
          ...Array.from({ length: 5000 }, (_, n) => ({ jsonrpc: "2.0", method: "n", params: [n] })),
          member(1, 1),
        ]),
      ],
    ],
  },
  {
    way: "asks-with-our-id",
    does: "[R12] a request with the id of ours in flight",
    stdout: [[request(1, "m")], refused(1), answer],
  },
  {
    way: "asks-with-text-of-our-id",
    does: "[R12] a request with the id of ours as a text",
    stdout: [[request("1", "m")], refused("1"), answer],
  },
  {
    way: "asks-twice-with-one-id",
    does: "two requests with one id",
    stdout: [
      [request("twice", "m")],
      [request("twice", "m"), "duplicate-request-id"],
      refused("twice"),
      refused("twice"),
      answer,
    ],
  },
  {
    way: "asks-with-fraction",
    does: "a request with the id 1.5",
    stdout: [[request(1.5, "m")], refused(1.5), answer],
  },
  {
    way: "asks-with-empty-id",
    does: "a request with the empty id",
    stdout: [[request("", "m")], refused(""), answer],
  },
  {
    way: "asks-with-huge-id",
    does: "[R6] a request with an id beyond 2^53, answered digit by digit",
    stdout: [
      ['{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}', "unsafe-integer"],
      refusedRaw("9007199254740992", "unsafe-integer"),
      answer,
    ],
    stdin: [
      [request(1, "odd")],
      [
        '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32601,"message":"Toolwire does not answer \\"m\\"."}}',
        "unsafe-integer",
      ],
      [request(2, "good")],
    ],
  },
  {
    way: "asks-with-infinite-id",
    does: "[R6] a request with an id beyond 1e308, answered as it came",
    stdout: [['{"jsonrpc":"2.0","id":1e400,"method":"m"}', "unsafe-integer"], refusedRaw("null"), answer],
    stdin: [
      [request(1, "odd")],
      [
        '{"jsonrpc":"2.0","id":1e400,"error":{"code":-32601,"message":"Toolwire does not answer \\"m\\"."}}',
        "unsafe-integer",
      ],
      [request(2, "good")],
    ],
  },
  {
    way: "asks-with-long-id",
    does: "a request with an id of 100,000 characters",
    stdout: [[request("i".repeat(100_000), "m")], refused("i".repeat(100_000)), answer],
  },
  {
    way: "asks-with-surrogates",
    does: "requests whose ids are lone surrogates, held apart",
    stdout: [
      ['{"jsonrpc":"2.0","id":"\\ud800","method":"m"}'],
      ['{"jsonrpc":"2.0","id":"\\ud801","method":"m"}'],
      refusedRaw('"\\ud800"'),
      refusedRaw('"\\ud801"'),
      answer,
    ],
  },
  {
    way: "asks-with-null-id",
    does: "a request with the id null, which nobody can answer",
    stdout: [[request(null, "m"), "bad-envelope"], answer],
  },
  {
    way: "asks-with-proto",
    does: "a request with the id __proto__ and the method constructor",
    stdout: [[request("__proto__", "constructor")], refused("__proto__", "constructor"), answer],
  },
  {
    way: "asks-with-text-params",
    does: "a request whose params are a text",
    stdout: [[request("p", "m", "text"), "bad-envelope"], refused("p"), answer],
  },
  {
    way: "asks-with-null-params",
    does: "a request whose params are null",
    stdout: [[request("p", "m", null), "bad-envelope"], refused("p"), answer],
  },
  {
    way: "asks-empty-method",
    does: "a request whose method is empty",
    stdout: [[request("p", "")], refused("p", ""), answer],
  },
  {
    way: "asks-long-method",
    does: "a request whose method has 100,000 characters",
    stdout: [[request("p", "m".repeat(100_000))], refused("p", "m".repeat(100_000)), answer],
  },
  {
    way: "asks-hundreds",
    does: "500 requests at once",
    stdout: [
      ...Array.from({ length: 500 }, (_, n): Line => [request(n, "m")]),
      ...Array.from({ length: 500 }, (_, n) => refused(n)),
      answer,
    ],
    withinMs: 30_000,
  },
  {
    way: "cancels-without-params",
    does: "cancellations without params",
    stdout: [[notification("$/cancelRequest")], [notification("notifications/cancelled")], answer],
  },
  {
    way: "cancels-with-nonsense",
    does: "cancellations with params that name no id",
    stdout: [
      [notification("$/cancelRequest", null), "bad-envelope"],
      [notification("$/cancelRequest", [])],
      [notification("$/cancelRequest", { id: {} })],
      [notification("$/cancelRequest", { id: null })],
      [notification("$/cancelRequest", "1"), "bad-envelope"],
      answer,
    ],
  },
  {
    way: "cancels-strangers",
    does: "cancellations of requests that it never made",
    stdout: [
      [notification("$/cancelRequest", { id: 99 })],
      [notification("$/cancelRequest", { id: 1 })],
      answer,
    ],
  },
  {
    way: "cancels-as-request",
    does: "a cancellation that wants an answer",
    stdout: [[request("c", "$/cancelRequest", { id: 1 })], refused("c", "$/cancelRequest"), answer],
  },
  {
    way: "cancels-mcp-nonsense",
    does: "MCP's cancellations with params that name no request",
    ...mcp,
    stdout: [
      initialized(),
      [notification("notifications/cancelled")],
      [notification("notifications/cancelled", null), "bad-envelope"],
      [notification("notifications/cancelled", {})],
      [notification("notifications/cancelled", { requestId: {} })],
      [notification("notifications/cancelled", { requestId: 1 })],
      secondAnswer,
    ],
  },
  {
    way: "progress-unknown-token",
    does: "progress of nobody",
    stdout: [[plainProgress("nobody", 1), "progress-unknown-token"], answer],
    outcome: { status: "ok", progress: 0 },
  },
  {
    way: "progress-without-params",
    does: "progress without params, or with others",
    stdout: [
      [notification("$/progress"), "progress-unknown-token"],
      [notification("$/progress", []), "progress-unknown-token"],
      [notification("$/progress", "x"), "progress-unknown-token", "bad-envelope"],
      answer,
    ],
    outcome: { status: "ok", progress: 0 },
  },
  {
    way: "progress-null-token",
    does: "progress with a token of null",
    stdout: [[plainProgress(null, 1), "progress-unknown-token"], answer],
    outcome: { status: "ok", progress: 0 },
  },
  {
    way: "progress-odd-tokens",
    does: "progress with tokens that are none",
    stdout: [
      [plainProgress({}, 1), "progress-unknown-token"],
      [plainProgress(true, 1), "progress-unknown-token"],
      [plainProgress(1.5, 1), "progress-unknown-token"],
      answer,
    ],
    outcome: { status: "ok", progress: 0 },
  },
  {
    way: "progress-zero-token",
    does: "[R11] progress with the token 0, which is one",
    ...mcp,
    act: async ({ call }) => [await call("odd", { _meta: { progressToken: 0 } })],
    outcome: { status: "ok", progress: 1 },
    stdout: [initialized(), [mcpProgress(0, 1)], secondAnswer],
  },
  {
    way: "progress-reused-token",
    does: "progress with a token that two calls gave, after the first has ended",
    ...mcp,
    act: ({ call }) => {
      const params = { _meta: { progressToken: "same" } };
      return Promise.all([call("odd", params), call("odd", params)]);
    },
    outcome: [
      { status: "ok", result: 1, progress: 0 },
      { status: "ok", result: 2, progress: 1 },
    ],
    stdout: [initialized(), [result(2, 1)], [mcpProgress("same", 1)], [result(3, 2)]],
  },
  {
    way: "progress-falling",
    does: "progress that falls, and that stands still",
    stdout: [
      [plainProgress(1, 5)],
      [plainProgress(1, 3), "progress-not-increasing"],
      [plainProgress(1, 3), "progress-not-increasing"],
      [plainProgress(1, 6)],
      answer,
    ],
    outcome: { status: "ok", progress: 4 },
  },
  {
    way: "progress-odd-values",
    does: "progress with values that are no numbers",
    stdout: [
      ...[null, "text", true, [], {}].map((value): Line => [plainProgress(1, value)]),
      ['{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":1e400}}', "unsafe-integer"],
      answer,
    ],
    outcome: { status: "ok", progress: 6 },
  },
  {
    way: "progress-without-value",
    does: "progress without a value",
    stdout: [[notification("$/progress", { token: 1 })], answer],
    outcome: { status: "ok", progress: 0 },
  },
  {
    way: "progress-after-end",
    does: "progress after the answer",
    stdout: [answer, [plainProgress(1, 1), "progress-after-end"]],
  },
  {
    way: "progress-flood",
    does: "[R11] progress 100,000 times",
    stdout: [...Array.from({ length: 100_000 }, (_, n): Line => [plainProgress(1, n)]), answer],
    outcome: { status: "ok", progress: 100_000 },
    withinMs: 30_000,
  },
  {
    way: "before-initialize",
    does: "a notification and a request before MCP's handshake",
    ...mcp,
    stdout: [
      [notification("notifications/tools/list_changed"), "before-initialize"],
      [request("early", "roots/list"), "before-initialize"],
      initialized(),
      secondAnswer,
    ],
  },
];
