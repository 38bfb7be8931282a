import { answer, type Case, type Line, notification, result, timedOut } from "./case.ts";

const bytes = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const hex = (digits: string): Buffer => Buffer.from(digits, "hex");
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
/** An answer whose result is this JSON text. */
const raw = (text: string): string => `{"jsonrpc":"2.0","id":1,"result":${text}}`;
const utf16 = Buffer.from(`${result(1, 1)}\n`, "utf16le");

/** What stands on stdout beside the messages, and how their bytes come. [R2] [R15] */
export const textCases: readonly Case[] = [
  {
    way: "stray-at-start",
    does: "a stray line before anything is asked",
    stdout: [["server 1.0 listening on stdio", "stray-output"], answer],
  },
  {
    way: "stray-before",
    does: "a stray line before the answer",
    stdout: [["loading model", "stray-output"], answer],
  },
  {
    way: "stray-between",
    does: "a stray line between two answers",
    stdout: [answer, ["between two answers", "stray-output"]],
  },
  {
    way: "stray-after",
    does: "a stray line right after the answer",
    stdout: [answer, ["bye", "stray-output"]],
  },
  {
    way: "stray-glued",
    does: "text without a newline before the answer, which spoils its line",
    stdout: [[`debug: ${result(1, 1)}`, "stray-output"]],
    ...timedOut,
  },
  {
    way: "stray-in-mid-json",
    does: "a stray line in the midst of the answer",
    stdout: [
      ['{"jsonrpc":"2.0",DEBUG', "invalid-json"],
      ['"id":1,"result":1}', "stray-output"],
    ],
    ...timedOut,
  },
  {
    way: "stray-json-value",
    does: "stray lines that happen to be JSON",
    stdout: [
      ["42", "bad-envelope"],
      ['"text"', "bad-envelope"],
      ["true", "bad-envelope"],
      ["null", "bad-envelope"],
      answer,
    ],
  },
  {
    way: "python-list",
    does: "printed lists, one of which is JSON",
    stdout: [["[1, 2]", "bad-envelope"], ["['a']", "stray-output"], answer],
  },
  {
    way: "two-on-a-line",
    does: "two messages on one line",
    stdout: [[`${result(1, 1)}${notification("n")}`, "invalid-json"]],
    ...timedOut,
  },
  {
    way: "ansi-line",
    does: "a line in colour",
    stdout: [["\x1b[32mready\x1b[0m", "stray-output"], answer],
  },
  {
    way: "ansi-glued",
    does: "a terminal code before the answer",
    stdout: [[`\x1b[2K${result(1, 1)}`, "stray-output"]],
    ...timedOut,
  },
  {
    way: "ansi-osc",
    does: "terminal codes for a window title and a link",
    stdout: [["\x1b]0;title\x07\x1b]8;;http://x\x1b\\", "stray-output"], answer],
  },
  {
    way: "progress-bar",
    does: "a progress bar drawn with carriage returns",
    stdout: [["\r10%\r50%\r100%", "stray-output"], answer],
  },
  {
    way: "returns-before",
    does: "carriage returns before the answer, which are blanks to JSON",
    stdout: [[`\r\r${result(1, 1)}`]],
  },
  { way: "bom", does: "a byte order mark", stdout: [[`\ufeff${result(1, 1)}`, "bom"]] },
  {
    way: "bom-alone",
    does: "a byte order mark on a line of its own",
    stdout: [["\ufeff", "bom", "stray-output"], answer],
  },
  {
    way: "bom-twice",
    does: "two byte order marks",
    stdout: [[`\ufeff\ufeff${result(1, 1)}`, "bom", "invalid-json"]],
    ...timedOut,
  },
  { way: "crlf", does: "CRLF", stdout: [[result(1, 1), "crlf"]] },
  { way: "crlf-twice", does: "CRCRLF, as text mode makes of CRLF", stdout: [[`${result(1, 1)}\r`, "crlf"]] },
  { way: "cr-only", does: "CR instead of LF, LF later", stdout: [[result(1, 1), "crlf"]] },
  { way: "nul-line", does: "a line of NUL bytes", stdout: [["\0\0\0", "stray-output"], answer] },
  {
    way: "nul-glued",
    does: "a NUL byte before the answer",
    stdout: [[`\0${result(1, 1)}`, "stray-output"]],
    ...timedOut,
  },
  {
    way: "nul-in-text",
    does: "a NUL byte in a JSON text",
    stdout: [[raw('"a\0b"'), "invalid-json"]],
    ...timedOut,
  },
  {
    way: "nul-escaped",
    does: "an escaped NUL in a JSON text",
    stdout: [[raw('"a\\u0000b"')]],
    outcome: { status: "ok", result: "a\0b" },
  },
  {
    way: "invalid-utf8",
    does: "bytes in the result that are not UTF-8",
    stdout: [[bytes('{"jsonrpc":"2.0","id":1,"result":"', hex("ffc3"), '"}'), "invalid-utf8"]],
    outcome: { status: "ok", result: "\ufffd\ufffd" },
  },
  {
    way: "invalid-utf8-line",
    does: "a stray line of bytes that are not UTF-8",
    stdout: [[hex("80fffe"), "stray-output", "invalid-utf8"], answer],
  },
  {
    way: "overlong-utf8",
    does: "an overlong encoding",
    stdout: [[hex("c0af"), "stray-output", "invalid-utf8"], answer],
  },
  {
    way: "latin1",
    does: "an answer in Latin-1",
    stdout: [[Buffer.from(raw('"Grüße"'), "latin1"), "invalid-utf8"]],
    outcome: { status: "ok", result: "Gr\ufffd\ufffde" },
  },
  {
    way: "utf16-be",
    does: "an answer in big-endian UTF-16",
    stdout: [[Buffer.from(utf16).swap16().subarray(0, -1), "stray-output"]],
    ...timedOut,
  },
  {
    way: "utf16-le",
    does: "an answer in little-endian UTF-16",
    stdout: [
      [utf16.subarray(0, -2), "invalid-json"],
      [`\0${result(2, "good")}`, "stray-output"],
    ],
    ...timedOut,
    next: {
      whyNot: "half of the UTF-16 line feed is the first byte of its line; the call after it works",
      status: "timedOut",
    },
  },
  {
    way: "split-code-point",
    does: "a code point split over chunks",
    stdout: [[result(1, "😀")]],
    outcome: { status: "ok", result: "😀" },
  },
  {
    way: "split-escape",
    does: "an escape split over chunks",
    stdout: [[raw('"\\ud83d\\ude00"')]],
    outcome: { status: "ok", result: "😀" },
  },
  { way: "split-crlf", does: "a CRLF split over chunks", stdout: [[result(1, 1), "crlf"]] },
  {
    way: "split-bom",
    does: "a byte order mark split over chunks",
    stdout: [[`\ufeff${result(1, 1)}`, "bom"]],
  },
  {
    way: "one-byte-a-write",
    does: "one byte a write",
    stdout: [[result(1, "é")]],
    outcome: { status: "ok", result: "é" },
  },
  {
    way: "many-in-one-write",
    does: "10,000 messages in one write, the answer last",
    stdout: [...Array.from({ length: 10_000 }, (_, n): Line => [notification("n", { n })]), answer],
  },
  {
    way: "empty-lines",
    does: "empty lines",
    stdout: [["", "stray-output"], ["", "stray-output"], answer, ["", "stray-output"]],
  },
  {
    way: "empty-crlf-lines",
    does: "empty lines with CRLF",
    stdout: [["", "stray-output", "crlf"], answer, ["", "stray-output", "crlf"]],
  },
  { way: "blank-lines", does: "lines of blanks", stdout: [["  \t", "stray-output"], answer] },
  { way: "blanks-around", does: "blanks around the answer", stdout: [[` \t${result(1, 1)} \t`]] },
  {
    way: "megabyte-line",
    does: "a stray line of a megabyte",
    stdout: [["y".repeat(1_000_000), "stray-output"], answer],
  },
  {
    way: "megabyte-then-exit",
    does: "a megabyte without a newline, then exit",
    stdout: [["x".repeat(1_000_000), "stray-output", "unterminated-line"]],
    outcome: { status: "serverExited", reason: /exited with code 0/ },
    state: "stopped",
  },
  {
    way: "half-answer-then-exit",
    does: "exits in the midst of its answer",
    stdout: [[result(1, 1).slice(0, -1), "invalid-json", "unterminated-line"]],
    outcome: { status: "serverExited", reason: /exited with code 3/ },
    state: "crashed",
    error: /exited with code 3 before answering `odd`/,
  },
  {
    way: "whole-answer-unended",
    does: "exits after its answer without a newline, which still counts",
    stdout: [[result(1, 1), "unterminated-line"]],
    state: "stopped",
  },
  {
    way: "deep-arrays",
    does: "a result nested 100,000 levels deep",
    stdout: [[raw(nested(100_000))]],
    outcome: { status: "ok" },
  },
  {
    way: "deep-objects",
    does: "a result of objects nested 100,000 levels deep",
    stdout: [[raw(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)]],
    outcome: { status: "ok" },
  },
  {
    way: "deep-unclosed",
    does: "100,000 brackets that are never closed",
    stdout: [["[".repeat(100_000), "stray-output"], ['{"a":'.repeat(100_000), "invalid-json"], answer],
  },
  {
    way: "deep-error-data",
    does: "an error's data nested 100,000 levels deep",
    stdout: [[`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${nested(100_000)}}}`]],
    outcome: { status: "error" },
  },
  {
    way: "deep-params",
    does: "a notification's params nested 100,000 levels deep",
    stdout: [[`{"jsonrpc":"2.0","method":"n","params":${nested(100_000)}}`], answer],
  },
  {
    way: "deep-request",
    does: "a request of its own with params nested 100,000 levels deep",
    stdout: [[`{"jsonrpc":"2.0","id":"d","method":"m","params":${nested(100_000)}}`], answer],
  },
  {
    way: "deep-batch",
    does: "arrays nested 100,000 levels deep instead of a message",
    stdout: [[nested(100_000), "bad-envelope"], answer],
  },
  {
    way: "proto",
    does: "keys named __proto__ and constructor",
    stdout: [[raw('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')]],
    outcome: {
      status: "ok",
      result: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'),
    },
  },
  {
    way: "proto-envelope",
    does: "a __proto__ beside the envelope's members",
    stdout: [['{"__proto__":{"id":99,"method":"m"},"jsonrpc":"2.0","id":1,"result":1}']],
  },
  {
    way: "proto-error",
    does: "an error whose code and message stand in its __proto__",
    stdout: [['{"jsonrpc":"2.0","id":1,"error":{"__proto__":{"code":1,"message":"m"}}}', "bad-error-object"]],
    outcome: {
      status: "error",
      error: {
        code: 0,
        message: "The server's error object is malformed.",
        data: JSON.parse('{"__proto__":{"code":1,"message":"m"}}'),
      },
    },
  },
  {
    way: "proto-names",
    does: "methods named __proto__, constructor and toString",
    stdout: [[notification("__proto__")], [notification("constructor")], [notification("toString")], answer],
  },
  {
    way: "proto-ids",
    does: "answers to ids named __proto__ and constructor",
    stdout: [[result("__proto__", 1), "unknown-id"], [result("constructor", 1), "unknown-id"], answer],
  },
  {
    way: "duplicate-key",
    does: "a key twice, of which the last counts",
    stdout: [['{"jsonrpc":"2.0","id":99,"result":1,"id":1}', "duplicate-key"]],
  },
  {
    way: "duplicate-key-escaped",
    does: "a key twice, once escaped",
    stdout: [[raw('{"ab":1,"\\u0061b":2}'), "duplicate-key"]],
    outcome: { status: "ok", result: { ab: 2 } },
  },
  {
    way: "duplicate-id-wrong",
    does: "the id twice, the wrong one last",
    stdout: [['{"jsonrpc":"2.0","id":1,"result":1,"id":99}', "duplicate-key", "unknown-id"]],
    ...timedOut,
  },
  {
    way: "unsafe-integer",
    does: "an integer beyond 2^53",
    stdout: [[raw("9007199254740993"), "unsafe-integer"]],
    outcome: { status: "ok", result: 9007199254740992 },
  },
  {
    way: "beyond-1e308",
    does: "numbers beyond 1e308",
    stdout: [[raw("[1e400,-1e400]"), "unsafe-integer"]],
    outcome: { status: "ok", result: [Infinity, -Infinity] },
  },
  {
    way: "many-digits",
    does: "an integer of 401 digits",
    stdout: [[raw(`1${"0".repeat(400)}`), "unsafe-integer"]],
    outcome: { status: "ok", result: Infinity },
  },
  {
    way: "tiny-numbers",
    does: "numbers that are zero, or nearly",
    stdout: [[raw("[1e-400,-0,0.1e-5]")]],
    outcome: { status: "ok", result: [0, -0, 0.000001] },
  },
  {
    way: "lone-surrogate",
    does: "an escaped lone surrogate",
    stdout: [[raw('"\\ud800"')]],
    outcome: { status: "ok", result: "\ud800" },
  },
  {
    way: "lone-surrogate-bytes",
    does: "a lone surrogate as bytes",
    stdout: [[bytes('{"jsonrpc":"2.0","id":1,"result":"', hex("eda080"), '"}'), "invalid-utf8"]],
    outcome: { status: "ok", result: "\ufffd\ufffd\ufffd" },
  },
  {
    way: "line-separators",
    does: "U+2028, U+2029 and U+0085 in a text",
    stdout: [[result(1, "a\u2028b\u2029c\u0085d")]],
    outcome: { status: "ok", result: "a\u2028b\u2029c\u0085d" },
  },
  {
    way: "control-characters",
    does: "a tab in a JSON text, which must be escaped",
    stdout: [[raw('"a\tb"'), "invalid-json"]],
    ...timedOut,
  },
  {
    way: "not-a-number",
    does: "NaN, as Python writes it",
    stdout: [[raw("NaN"), "invalid-json"]],
    ...timedOut,
  },
  {
    way: "single-quotes",
    does: "a printed dictionary with single quotes",
    stdout: [["{'jsonrpc': '2.0', 'id': 1, 'result': 1}", "invalid-json"]],
    ...timedOut,
  },
  {
    way: "trailing-comma",
    does: "a trailing comma",
    stdout: [['{"jsonrpc":"2.0","id":1,"result":1,}', "invalid-json"]],
    ...timedOut,
  },
  {
    way: "pretty",
    does: "an answer spread over lines",
    stdout: [
      ["{", "invalid-json"],
      ['  "jsonrpc": "2.0",', "stray-output"],
      ['  "id": 1,', "stray-output"],
      ['  "result": 1', "stray-output"],
      ["}", "stray-output"],
    ],
    ...timedOut,
  },
  {
    way: "oversized",
    does: "an answer longer than what is kept, of which both ends are",
    stdout: [[`${result(1, "").slice(0, -2)}${"z".repeat(131_036)}"}`, "oversized-line"]],
    withinMs: 30_000,
    outcome: { status: "cancelled", reason: /The answer is a line of 8\.6 MB.*toolwire\.traffic\.maxLineMB/ },
  },
  {
    way: "oversized-stray",
    does: "a stray line longer than what is kept",
    stdout: [["z".repeat(131_072), "stray-output", "oversized-line"], answer],
    withinMs: 30_000,
  },
  {
    way: "lsp-framing",
    does: "Content-Length headers, which spoil every line; said once",
    stdout: [
      ["Content-Length: 35", "lsp-framing", "crlf"],
      ["", "stray-output", "crlf"],
      [`${result(1, 1)}Content-Length: 2`, "invalid-json", "crlf"],
      ["", "stray-output", "crlf"],
      ["{}", "bad-envelope", "missing-jsonrpc"],
      ["Content-Length: 2", "stray-output", "crlf"],
    ],
    ...timedOut,
  },
  {
    way: "http-response",
    does: "an HTTP response",
    stdout: [
      ["HTTP/1.1 200 OK", "stray-output", "crlf"],
      ["Content-Type: application/json", "stray-output", "crlf"],
      ["", "stray-output", "crlf"],
      answer,
    ],
  },
  {
    way: "html-page",
    does: "an HTML page",
    stdout: [["<html><script>alert(1)</script></html>", "stray-output"], answer],
  },
];
