import assert from "node:assert/strict";
import {
  error,
  findingsOf,
  notification,
  recorded,
  request,
  result,
  rowsOf,
  say,
  statusOf,
} from "./recorded.ts";

describe("pairing", () => {
  it("[R5] gives answers out of order to their requests", () => {
    const { log } = recorded(
      [">", request("a", "one")],
      [">", request("b", "two")],
      ["<", result("b")],
      ["<", error("a")],
    );
    const [, , b, a] = rowsOf(log);
    assert.deepEqual([b?.replyTo, b?.method, b?.durationMs, b?.status], [2, "two", 1, "ok"]);
    assert.deepEqual([a?.replyTo, a?.method, a?.durationMs, a?.errorCode], [1, "one", 3, -32601]);
    assert.deepEqual([statusOf(log, 1), statusOf(log, 2)], ["error", "ok"]);
    assert.deepEqual([log.row(1)?.answeredBy, log.row(1)?.durationMs], [4, 3]);
    assert.deepEqual(findingsOf(log), [[], [], [], []]);
  });

  it('[R6] holds "1" and 1 apart', () => {
    const { log } = recorded([">", request("1")], [">", request(1)], ["<", result(1)], ["<", result("1")]);
    assert.deepEqual([log.row(3)?.replyTo, log.row(4)?.replyTo], [2, 1]);
    assert.deepEqual(findingsOf(log), [[], [], [], []]);
  });

  for (const [sent, answered] of [
    [1, "1"],
    ["1", 1],
    ["2.5", 2.5],
  ]) {
    it(`[R6] links an answer to ${JSON.stringify(answered)} with request ${JSON.stringify(sent)}, which stays pending`, () => {
      const { log } = recorded([">", request(sent)], ["<", result(answered)], ["<", result(sent)]);
      assert.deepEqual(findingsOf(log), [[], ["id-type-mismatch"], []]);
      const [asked, wrong, right] = rowsOf(log);
      assert.deepEqual(
        [wrong?.replyTo, wrong?.id, wrong?.durationMs, wrong?.method],
        [1, answered, 1, "tool.add"],
      );
      assert.deepEqual([asked?.answeredBy, right?.replyTo], [3, 1]);
    });
  }

  it("[R6] holds ids above 2^53 apart and tells their text", () => {
    const [low, high] = ["9007199254740993", "9007199254740992"];
    const { log } = recorded(
      [">", `{"jsonrpc":"2.0","id":${low},"method":"m"}`],
      [">", `{"jsonrpc":"2.0","id":${high},"method":"n"}`],
      ["<", `{"jsonrpc":"2.0","id":${low},"result":1}`],
      ["<", `{"jsonrpc":"2.0","id":"${high}","result":1}`],
      ["<", `{"jsonrpc":"2.0","id":${high},"result":1}`],
    );
    assert.deepEqual([log.row(3)?.replyTo, log.row(3)?.id, log.row(3)?.method], [1, low, "m"]);
    assert.deepEqual(log.row(4)?.findings, ["id-type-mismatch"]);
    assert.deepEqual([log.row(5)?.replyTo, log.entry(5)?.id], [2, high]);
  });

  it("[R12] holds their requests apart from ours with an equal id", () => {
    const { log } = recorded(
      [">", request(1, "ours")],
      ["<", request(1, "theirs")],
      ["<", result(1)],
      [">", result(1)],
    );
    assert.deepEqual([log.row(3)?.method, log.row(4)?.method], ["ours", "theirs"]);
    assert.deepEqual(findingsOf(log), [[], [], [], []]);
  });

  it("[R12] finds an answer of ours that nobody asked for", () => {
    const { log } = recorded([">", request(1)], [">", result(1)]);
    assert.deepEqual(findingsOf(log), [[], ["unknown-id"]]);
  });

  it("pairs nothing over servers and epochs", () => {
    const { log, source } = recorded([">", request(1)]);
    const later = log.source("calc", 2);
    say(later, "<", result(1));
    say(log.source("files", 1), "<", result(1));
    say(source, "<", result(1));
    assert.deepEqual(findingsOf(log), [[], ["unknown-id"], ["unknown-id"], []]);
    assert.deepEqual([log.row(2)?.epoch, log.row(3)?.server, log.row(4)?.replyTo], [2, "files", 1]);
  });

  it("finds unknown ids and duplicate answers", () => {
    const { log } = recorded([">", request("a")], ["<", result("b")], ["<", result("a")], ["<", error("a")]);
    assert.deepEqual(findingsOf(log), [[], ["unknown-id"], [], ["duplicate-answer"]]);
    assert.deepEqual([log.row(2)?.id, log.row(2)?.replyTo, log.row(4)?.replyTo], ["b", undefined, 1]);
    assert.deepEqual([log.row(1)?.answeredBy, statusOf(log, 1)], [3, "ok"]);
  });

  it("[R8] ties an error without id to no call", () => {
    const { log } = recorded([">", request("a")], ["<", error(null, -32700)]);
    assert.deepEqual(findingsOf(log), [[], ["null-id-error"]]);
    assert.deepEqual([log.row(2)?.id, log.row(2)?.replyTo, statusOf(log, 1)], [null, undefined, "pending"]);
  });

  for (const status of ["cancelled", "timedOut"] as const) {
    it(`[R9] [R10] says that an answer after ${status} is late, and the next one a duplicate`, () => {
      const { log, source } = recorded([">", request("a")]);
      source.settle("a", status);
      assert.equal(statusOf(log, 1), status);
      say(source, "<", result("a"));
      say(source, "<", result("a"));
      assert.deepEqual(findingsOf(log), [[], ["late-answer"], ["duplicate-answer"]]);
      assert.deepEqual([statusOf(log, 1), log.row(1)?.answeredBy, log.row(2)?.durationMs], [status, 2, 1]);
    });
  }

  it("settles only what waits", () => {
    const { log, source } = recorded([">", request("a")], ["<", result("a")]);
    source.settle("a", "cancelled");
    source.settle("nobody's", "cancelled");
    assert.equal(statusOf(log, 1), "ok");
  });

  it("settles a call whose id JavaScript cannot hold", () => {
    const { log, source } = recorded([">", '{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}']);
    source.settle("9007199254740993", "timedOut");
    assert.equal(statusOf(log, 1), "timedOut");
  });

  it("ends what waits in both directions when the process does", () => {
    const { log, source } = recorded(
      [">", request(1)],
      [">", request(2)],
      ["<", result(2)],
      ["<", request(1)],
      [">", [request(3), request(4)]],
    );
    source.exited();
    assert.deepEqual(
      [1, 2, 4, 5].map((seq) => statusOf(log, seq)),
      ["serverExited", "ok", "serverExited", "serverExited"],
    );
  });

  it("gives answers to the oldest of the requests with one id, and says that there are several", () => {
    const { log, source } = recorded(
      [">", request(1, "first")],
      [">", request(1, "second")],
      ["<", result(1)],
      [">", request(1, "third")],
      ["<", result(1)],
      ["<", result(1)],
      ["<", result(1)],
    );
    assert.deepEqual(
      [3, 5, 6, 7].map((seq) => log.row(seq)?.method),
      ["first", "second", "third", "third"],
    );
    assert.deepEqual(findingsOf(log), [
      [],
      ["duplicate-request-id"],
      [],
      ["duplicate-request-id"],
      [],
      [],
      ["duplicate-answer"],
    ]);
    assert.equal(source.understanding.pairing.calls.length, 3);
  });

  it("settles the one that is meant of the requests with one id", () => {
    const { log, source } = recorded([">", request(1)], [">", request(1)], [">", request(1)]);
    source.settle(1, "cancelled", 2);
    assert.deepEqual(
      [1, 2, 3].map((seq) => statusOf(log, seq)),
      ["pending", "cancelled", "pending"],
    );
    say(source, "<", result(1));
    say(source, "<", result(1));
    say(source, "<", result(1));
    assert.deepEqual(
      [4, 5, 6].map((seq) => log.row(seq)?.replyTo),
      [1, 3, 2],
    );
    assert.deepEqual(log.row(6)?.findings, ["late-answer"]);
  });

  it("takes a repeated id of the other side's as its fault, not ours", () => {
    const { log } = recorded(
      ["<", request(0, "roots/list")],
      [">", result(0)],
      ["<", request(0, "roots/list")],
    );
    assert.deepEqual(findingsOf(log), [[], [], ["duplicate-request-id"]]);
  });

  it("pairs requests sent as raw lines", () => {
    const { log } = recorded([">", '  {"id": "x" , "method":"raw"}'], ["<", '{"result":1,"id":"x"}']);
    assert.deepEqual([log.row(2)?.replyTo, log.row(2)?.method], [1, "raw"]);
    assert.deepEqual(findingsOf(log), [["missing-jsonrpc"], ["missing-jsonrpc"]]);
  });

  it("[R5] pairs members of batches by id, whatever came together", () => {
    const { log } = recorded(
      [">", [request("a", "one"), notification("n"), request("b", "two"), request("c", "three")]],
      ["<", [error("b"), result("a")]],
      ["<", result("c")],
    );
    assert.deepEqual([log.row(2)?.replyTo, log.row(2)?.durationMs, log.row(3)?.replyTo], [1, 1, 1]);
    assert.equal(log.row(3)?.method, "three");
    assert.deepEqual(log.entry(1)?.members, [
      { kind: "request", id: "a", method: "one" },
      { kind: "notification", method: "n" },
      { kind: "request", id: "b", method: "two" },
      { kind: "request", id: "c", method: "three" },
    ]);
    assert.deepEqual(log.entry(2)?.members, [
      { kind: "error", id: "b", method: "two" },
      { kind: "result", id: "a", method: "one" },
    ]);
    assert.equal(statusOf(log, 1), "error");
  });

  it("[R5] does not say whom a batch answers where it answers several lines", () => {
    const { log } = recorded([">", request("a")], [">", request("b")], ["<", [result("a"), result("b")]]);
    assert.equal(log.row(3)?.replyTo, undefined);
    assert.deepEqual([log.row(1)?.answeredBy, log.row(2)?.answeredBy], [3, 3]);
  });

  it("[R5] [R8] lets a null-id error in a batch's answer pass", () => {
    const { log } = recorded([">", [request("a"), 1]], ["<", [result("a"), error(null, -32600)]]);
    assert.deepEqual([log.row(2)?.replyTo, log.row(2)?.findings], [1, ["null-id-error"]]);
    assert.equal(statusOf(log, 1), "ok");
  });

  it("reads a method from its line where there are too many different ones", () => {
    const { log, source } = recorded();
    for (let index = 0; index < 9000; index++) {
      say(source, ">", request(index, `method ${index}`));
    }
    const long = "m".repeat(300);
    const seq = say(source, ">", [request("other"), request("long", long)]);
    const answer = say(source, "<", error("long", -5));
    assert.equal(log.row(8999)?.method, "method 8998");
    assert.deepEqual([log.row(answer)?.method, log.row(answer)?.replyTo], [long, seq]);
  });
});
