import assert from "node:assert/strict";
import { constants } from "node:buffer";
import fc from "fast-check";
import { decodeLine } from "../../../src/wire/decodeLine.ts";
import { findingsIn } from "../../../src/wire/findings.ts";
import type { Terminator } from "../../../src/wire/line.ts";

function decode(line: string | Uint8Array, terminator: Terminator = "\n") {
  const { envelope, findings } = decodeLine({ bytes: Buffer.from(line as string), terminator });
  const { kind, id, method } = envelope ?? {};
  return { kind, id, method, findings: findingsIn(findings) };
}

function kindAndFindings(line: string): string {
  const { kind, findings } = decode(line);
  return [kind ?? "unparsed", ...findings].join(" ");
}

describe("decodeLine", () => {
  const cases: [line: string, expected: string][] = [
    ['{"jsonrpc":"2.0","id":1,"method":"a"}', "request"],
    ['{"jsonrpc":"2.0","id":"a","method":"a","params":[1]}', "request"],
    ['{"jsonrpc":"2.0","method":"a","params":{}}', "notification"],
    ['{"jsonrpc":"2.0","id":1,"result":null}', "result"],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}', "error"],
    ['{"id":1,"result":1}', "result missing-jsonrpc"],
    ['{"jsonrpc":2,"id":1,"result":1}', "result missing-jsonrpc"],
    ['{"jsonrpc":"2.0","id":1,"result":1,"error":null}', "result result-and-error"],
    ['{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}}', "error result-and-error"],
    ['{"jsonrpc":"2.0","id":1,"error":"boom"}', "error bad-error-object"],
    ['{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}', "error bad-error-object"],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}}', "error bad-error-object"],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}', "error null-id-error"],
    ['{"jsonrpc":"2.0","id":1}', "invalid bad-envelope"],
    ['{"jsonrpc":"2.0","id":{},"method":"a"}', "invalid bad-envelope"],
    ['{"jsonrpc":"2.0","id":true,"result":1}', "invalid bad-envelope"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":"text"}', "request bad-envelope"],
    ["42", "invalid bad-envelope"],
    ["null", "invalid bad-envelope"],
    ["[]", "batch empty-batch"],
    ['[{"jsonrpc":"2.0","method":"a"},1]', "batch bad-envelope"],
    ["DEBUG loading", "unparsed stray-output"],
    ["", "unparsed stray-output"],
    ['{"jsonrpc":"2.0",', "unparsed invalid-json"],
    ['[{"a":', "unparsed invalid-json"],
    ['["a', "unparsed invalid-json"],
    ["[INFO] ready", "unparsed stray-output"],
    ["Content-Length: 12", "unparsed lsp-framing"],
  ];
  for (const [line, expected] of cases) {
    it(`[R1] [R2] ${line === "" ? "an empty line" : line} is: ${expected}`, () => {
      assert.equal(kindAndFindings(line), expected);
    });
  }

  it("[R2] a byte order mark and CRLF are accepted, with findings", () => {
    const { kind, findings } = decode('\ufeff{"jsonrpc":"2.0","method":"a"}', "\r\n");
    assert.equal(kind, "notification");
    assert.deepEqual(findings, ["bom", "crlf"]);
  });

  it("[R2] bytes that are not UTF-8 are told from a replacement character that was sent", () => {
    const text = '{"jsonrpc":"2.0","method":"\ufffd"}';
    assert.deepEqual(decode(text).findings, []);
    const bytes = Buffer.from('{"jsonrpc":"2.0","method":"?"}');
    bytes[bytes.indexOf("?")] = 0xff;
    assert.deepEqual(decode(bytes).findings, ["invalid-utf8"]);
  });

  it("[R6] ids above 2^53 survive as text, alone and in a batch", () => {
    assert.equal(decode('{"jsonrpc":"2.0","result":{"id":7},"id":9007199254740993}').id, "9007199254740993");
    const line = '[{"jsonrpc":"2.0","id":1,"result":0},{"jsonrpc":"2.0","id":-90071992547409931,"result":0}]';
    const { envelope } = decodeLine({ bytes: Buffer.from(line), terminator: "\n" });
    assert.deepEqual(
      envelope?.members?.map(({ id }) => id),
      [1, "-90071992547409931"],
    );
    assert.equal(decode('{"jsonrpc":"2.0","id":1,"result":0,"id":9007199254740993}').id, "9007199254740993");
  });

  it("[R2] nothing throws, whatever the bytes", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decode(bytes)));
    fc.assert(fc.property(fc.json(), (text) => void decode(text)));
  });

  it("reads 100,000 levels of nesting", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      assert.equal(kindAndFindings(`{"jsonrpc":"2.0","id":1,"result":${deep}}`), "result");
      assert.equal(
        kindAndFindings(`{"jsonrpc":"2.0","id":1,"result":${deep.slice(0, -1)}`),
        "unparsed invalid-json",
      );
    }
  });

  it("[R2] reads the ends of a line that is longer than a string can be", function () {
    this.timeout(60_000);
    const bytes = Buffer.alloc(constants.MAX_STRING_LENGTH + 1, " ");
    bytes.write('{"id":1,"result":');
    bytes.write("0}", bytes.length - 2);
    const { envelope, findings } = decodeLine({ bytes, terminator: "\n" });
    assert.deepEqual([envelope?.kind, envelope?.id], ["result", 1]);
    assert.deepEqual(findingsIn(findings), ["oversized-line"]);
  });
});
