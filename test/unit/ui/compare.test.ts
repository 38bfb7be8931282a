import assert from "node:assert/strict";
import fc from "fast-check";
import { answerOf, latestAnswers, nearestFirst } from "../../../src/ui/compare/answers.ts";
import { callsText, laidOut } from "../../../src/ui/compare/callsText.ts";
import { comparableText } from "../../../src/ui/compare/comparable.ts";
import { elementsOf, membersOf, objectOf } from "../../../src/ui/compare/jsonMembers.ts";
import { error, notification, recorded, request, result } from "../traffic/recorded.ts";

describe("Comparing", () => {
  it("takes an object apart as it was written, and puts it together again", () => {
    assert.deepEqual(membersOf(' { "a" : 12345678901234567890, "a\\"b":{"c":[1,"}"]} , "d":"x,y" } '), [
      { key: "a", value: "12345678901234567890" },
      { key: 'a\\"b', value: '{"c":[1,"}"]}' },
      { key: "d", value: '"x,y"' },
    ]);
    assert.deepEqual(membersOf("{}"), []);
    for (const none of ["", "[1]", "7", '"{}"', "{", '{"a"}', '{"a":1', '{"a":1}}', "{a:1}"]) {
      assert.equal(membersOf(none), undefined, none);
    }
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2),
        (object, indent) => {
          const members = membersOf(JSON.stringify(object, undefined, indent));
          assert.deepEqual(JSON.parse(objectOf(members ?? [])), JSON.parse(JSON.stringify(object)));
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => void membersOf(text)));
  });

  it("leaves out what differs each time: ids and progress tokens", () => {
    const message = {
      jsonrpc: "2.0",
      id: "9f3c",
      method: "tools/call",
      params: { name: "add", _meta: { progressToken: "9f3c", trace: 1 }, workDoneToken: 4 },
    };
    assert.equal(
      comparableText(JSON.stringify(message)),
      '{"method":"tools/call","params":{"name":"add","_meta":{"trace":1}}}',
    );
    assert.equal(
      comparableText('{"id":1,"method":"m","params":{"_meta":{"progressToken":1}}}'),
      '{"method":"m","params":{}}',
    );
    assert.equal(comparableText('{"jsonrpc":"2.0","id":1,"result":{"id":7}}'), '{"result":{"id":7}}');
    assert.equal(comparableText("no JSON"), '{"text":"no JSON"}');
  });

  it("tells two logs' calls by method and in order, so that they differ where the calls do", async () => {
    const first = recorded(
      [">", request("a", "tool.mul", { a: 1 })],
      [">", request("b", "tool.add", { a: 2 })],
      ["<", result("b", 5)],
      ["<", notification("log")],
      ["<", error("a", -32602)],
      [">", request("c", "tool.add", { a: 3, _meta: { progressToken: "c" } })],
      ["<", request("theirs", "ping")],
    );
    assert.deepEqual(JSON.parse(await callsText(first.log)), {
      "tool.add": [
        { params: { a: 2 }, result: 5 },
        { params: { a: 3 }, status: "pending" },
      ],
      "tool.mul": [{ params: { a: 1 }, error: { code: -32602, message: "no" } }],
    });
    const second = recorded(
      [">", request(1, "tool.add", { a: 2 })],
      ["<", result(1, 5)],
      [">", request(2, "tool.mul", { a: 1 })],
      [">", request(3, "tool.add", { a: 3 })],
      ["<", error(2, -32602)],
    );
    assert.equal(await callsText(second.log), await callsText(first.log));
  });

  it("[R5] takes the members of batches as the calls that they are", async () => {
    const one = recorded(
      [
        ">",
        [
          request("a", "tool.add", { a: 1 }),
          notification("log"),
          request("b", "tool.mul", { a: 2 }),
          request("c", "tool.add", { a: 3 }),
          request("d", "tool.add", { a: 4 }),
        ],
      ],
      ["<", [result("c", 30), error("b", -32602)]],
      ["<", result("a", 10)],
    );
    assert.deepEqual(JSON.parse(await callsText(one.log)), {
      "tool.add": [
        { params: { a: 1 }, result: 10 },
        { params: { a: 3 }, result: 30 },
        { params: { a: 4 }, status: "pending" },
      ],
      "tool.mul": [{ params: { a: 2 }, error: { code: -32602, message: "no" } }],
    });
    const alone = recorded(
      [">", request(1, "tool.add", { a: 1 })],
      [">", request(2, "tool.mul", { a: 2 })],
      [">", request(3, "tool.add", { a: 3 })],
      [">", request(4, "tool.add", { a: 4 })],
      ["<", [result(1, 10), error(2, -32602), result(3, 30)]],
    );
    assert.equal(await callsText(alone.log), await callsText(one.log));
  });

  it("takes an array apart as it was written", () => {
    assert.deepEqual(elementsOf(' [ {"a":[1,"]"]} ,12345678901234567890 , "x,y"] '), [
      '{"a":[1,"]"]}',
      "12345678901234567890",
      '"x,y"',
    ]);
    assert.deepEqual(elementsOf("[]"), []);
    for (const none of ["", "{}", "7", "[", "[1", "[1]]", "[,"]) {
      assert.equal(elementsOf(none), undefined, none);
    }
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (array, indent) => {
        const elements = elementsOf(JSON.stringify(array, undefined, indent)) ?? [];
        assert.deepEqual(
          elements.map((text) => JSON.parse(text)),
          JSON.parse(JSON.stringify(array)),
        );
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void elementsOf(text)));
  });

  it("counts the calls that are too much", async () => {
    const { log } = recorded(
      ...Array.from({ length: 9 }, (_, id) => [">", request(id, "m", { id })] as [">", object]),
    );
    const text = JSON.parse(await callsText(log, 100));
    assert.equal(text.m.length, 2);
    assert.equal(text["…"], "7 more calls are too much to compare");
  });

  it("offers the other answers to the same method, newest first and those of the same tool before others", () => {
    const call = (id: number, name: string) => [">", request(id, "tools/call", { name })] as [">", object];
    const { log } = recorded(
      call(1, "add"),
      call(2, "mul"),
      [">", request(3, "ping")],
      ["<", result(3)],
      ["<", result(1)],
      ["<", result(2)],
      call(4, "add"),
      ["<", error(4)],
      call(5, "add"),
    );
    const seqs = (answers: { row: { seq: number } }[]) => answers.map(({ row }) => row.seq);
    assert.deepEqual(seqs(latestAnswers(log)), [8, 6, 5, 4]);
    const answer = answerOf(log, 1);
    assert.deepEqual([answer?.row.seq, answer?.method, answer?.subject], [5, "tools/call", "add"]);
    assert.deepEqual(answerOf(log, 5), answer);
    assert.equal(answerOf(log, 9), undefined);
    assert.ok(answer);
    assert.deepEqual(seqs(nearestFirst(latestAnswers(log, "tools/call"), answer)), [8, 6]);
  });

  it("lays JSON out for reading", async () => {
    assert.equal(await laidOut('{"a":[1,2]}'), '{\n  "a": [\n    1,\n    2\n  ]\n}\n');
  });
});
