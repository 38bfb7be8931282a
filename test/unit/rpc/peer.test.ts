import assert from "node:assert/strict";
import { RequestError } from "../../../src/rpc/requestError.ts";
import { echoServer, fixture, PeerProcess, pythonServer, scripted } from "./peerProcess.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("Peer", () => {
  let server: PeerProcess;
  const start = (...options: ConstructorParameters<typeof PeerProcess>) => {
    server = new PeerProcess(...options);
    return server.peer;
  };
  afterEach(() => server.end());

  describe("calls", () => {
    it("[R6] puts a UUID on the wire and pairs the answer by it", async () => {
      const peer = start(echoServer);
      const call = peer.call("a", { x: 1 });
      assert.match(String(call.id), uuid);
      const outcome = await call.outcome;
      assert.equal(outcome.status, "ok");
      assert.equal(outcome.id, call.id);
      assert.deepEqual(outcome.result, { x: 1 });
      const [request, answer] = server.entries();
      assert.equal(request?.raw, `{"jsonrpc":"2.0","id":"${call.id}","method":"a","params":{"x":1}}`);
      assert.equal(answer?.replyTo, request?.seq);
    });

    it("requestIds integer: counts from 1 for servers that choke on strings", async () => {
      const peer = start(echoServer, { requestIds: "integer" });
      assert.deepEqual([peer.call("a").id, peer.call("a").id], [1, 2]);
    });

    it("[R7] sends params as given: an object, an array, or none", async () => {
      const peer = start(echoServer);
      await Promise.all([{ a: 1 }, [1, [2]], [], undefined].map((params) => peer.call("a", params).outcome));
      const sent = server.entries().filter(({ channel }) => channel === "stdin");
      assert.deepEqual(
        sent.map(({ raw }) => JSON.parse(raw ?? "").params),
        [{ a: 1 }, [1, [2]], [], undefined],
      );
    });

    it("[R5] two calls answered out of order each get their own", async () => {
      const peer = start(pythonServer);
      const slow = peer.call("delay", { ms: 200, value: "slow" });
      const fast = peer.call("delay", { ms: 1, value: "fast" });
      const order: string[] = [];
      await Promise.all([slow, fast].map(async ({ outcome }) => order.push(String((await outcome).result))));
      assert.deepEqual(order, ["fast", "slow"]);
    });

    it("[R3] an error comes through with its code, message and data", async () => {
      const peer = start(pythonServer);
      const { status, error } = await peer.call("error", { code: -32602, message: "m", data: { at: "a" } })
        .outcome;
      assert.equal(status, "error");
      assert.deepEqual(error, { code: -32602, message: "m", data: { at: "a" } });
    });

    for (const [answer, expected] of [
      ['{"error":"boom"}', { code: 0, message: "The server's error object is malformed.", data: "boom" }],
      ['{"error":{"code":"1","message":"m"}}', { code: 0, message: "m", data: { code: "1", message: "m" } }],
    ] as const) {
      it(`[R1] a bad error object settles the call: ${answer}`, async () => {
        const peer = start(scripted(`send({ id: message.id, ...${answer} });`));
        const { status, error } = await peer.call("a").outcome;
        assert.equal(status, "error");
        assert.deepEqual(error, expected);
      });
    }

    it("[R1] a null result, and one without jsonrpc, is a result", async () => {
      const peer = start(scripted("send({ id: message.id, result: null });"));
      const outcome = await peer.call("a").outcome;
      assert.equal(outcome.status, "ok");
      assert.equal(outcome.result, null);
    });

    it("[R6] an answer whose id differs in type is not the call's", async () => {
      const peer = start(scripted('send({ id: String(message.id), result: "wrong" });'), {
        requestIds: "integer",
      });
      const call = peer.call("a");
      const answer = await server.entry(({ channel }) => channel === "stdout");
      assert.deepEqual(answer.findings, ["missing-jsonrpc", "id-type-mismatch"]);
      assert.equal(peer.cancel(call.id as number), true);
      assert.equal((await call.outcome).status, "cancelled");
    });

    it("[R2] a bad line followed by good ones harms nothing", async () => {
      const peer = start(pythonServer);
      peer.sendRaw('{"jsonrpc": oops');
      const { result } = await peer.call("add", { a: 1, b: 2 }).outcome;
      assert.equal(result, 3);
      const error = await server.entry(({ kind }) => kind === "error");
      assert.deepEqual(error.findings, ["null-id-error"]);
    });

    it("[R8] an error with id null settles no call", async () => {
      const peer = start(
        scripted('send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "m" } });'),
      );
      const call = peer.call("a", undefined, { timeoutMs: 300 });
      assert.equal((await call.outcome).status, "timedOut");
    });

    it("a 64 MB answer in one line arrives whole", async () => {
      const peer = start(pythonServer);
      const bytes = 64 * 2 ** 20;
      const { status, result } = await peer.call("big", { bytes }).outcome;
      assert.equal(status, "ok");
      assert.equal((result as string).length, bytes);
    }).timeout(60_000);

    it("[R2] a code point split over two chunks arrives right", async () => {
      const peer = start(pythonServer);
      const { result } = await peer.call("split", { text: "20 € for the 😀" }).outcome;
      assert.equal(result, "20 € for the 😀");
    });

    it("100 calls in flight all get their own answer", async () => {
      const peer = start(pythonServer);
      const outcomes = await Promise.all(
        Array.from(
          { length: 100 },
          (_, value) => peer.call("delay", { ms: (value * 37) % 50, value }).outcome,
        ),
      );
      assert.deepEqual(
        outcomes.map(({ result }) => result),
        Array.from({ length: 100 }, (_, value) => value),
      );
      assert.equal(peer.inFlight().length, 0);
    });
  });

  describe("timeouts and cancelling", () => {
    it("[R9] a timeout says so, sends the cancellation, and a late answer is flagged and harms nothing", async () => {
      const peer = start(
        scripted(
          'if (message.method === "$/cancelRequest") send({ jsonrpc: "2.0", id: message.params.id, result: 1 });',
        ),
      );
      const outcome = await peer.call("a", undefined, { timeoutMs: 100 }).outcome;
      assert.equal(outcome.status, "timedOut");
      assert.match(outcome.reason ?? "", /No answer within 0\.1 s/);
      const late = await server.entry(({ kind }) => kind === "result");
      assert.deepEqual(late.findings, ["late-answer"]);
      const request = server.entries()[0];
      assert.equal(late.replyTo, request?.seq);
      assert.equal(server.log.row(1)?.status, "timedOut");
    });

    it("[R9] progress resets the timer, maxTotalMs ends it all the same", async () => {
      const peer = start(pythonServer);
      // The timers run from the call, not from the server's own slow start.
      await peer.call("echo").outcome;
      const within = await peer.call("slow", { steps: 6, stepMs: 100 }, { timeoutMs: 400 }).outcome;
      assert.equal(within.status, "ok");
      assert.equal(within.progress, 6);
      const total = await peer.call("slow", { steps: 100, stepMs: 50 }, { timeoutMs: 400, maxTotalMs: 600 })
        .outcome;
      assert.equal(total.status, "timedOut");
      assert.ok(total.progress > 2);
    });

    it("[R11] a token that two calls gave is the later one's, also once the earlier has ended", async () => {
      const peer = start(
        scripted(`if (message.method === "early") send({ id: message.id, result: 1 });
          if (message.method === "late") {
            send({ method: "$/progress", params: { token: "same", value: 1 } });
            send({ id: message.id, result: 2 });
          }`),
      );
      const params = { progressToken: "same" };
      const early = peer.call("early", params);
      const late = peer.call("late", params);
      assert.equal((await early.outcome).progress, 0);
      assert.equal((await late.outcome).progress, 1);
    });

    it("[R10] [R11] cancelling settles at once, in mid-progress, and the server stays usable", async () => {
      const peer = start(pythonServer);
      let seen = 0;
      const call = peer.call(
        "slow",
        { steps: 100, stepMs: 20 },
        { onProgress: () => ++seen === 3 && call.cancel("enough") },
      );
      const outcome = await call.outcome;
      assert.equal(outcome.status, "cancelled");
      assert.equal(outcome.reason, "enough");
      assert.equal(outcome.progress, 3);
      const cancellation = server.entries().find(({ method }) => method === "$/cancelRequest");
      assert.deepEqual(JSON.parse(cancellation?.raw ?? "").params, { id: call.id });
      assert.equal((await peer.call("add", { a: 1, b: 1 }).outcome).result, 2);
      assert.equal(call.id !== undefined && peer.cancel(call.id), false);
    });

    it("cancelling a call that ended does nothing", async () => {
      const peer = start(echoServer);
      const call = peer.call("a");
      await call.outcome;
      call.cancel();
      assert.equal(server.entries().length, 2);
    });
  });

  describe("notifications and batches", () => {
    it("[R4] a notification has no id and waits for nothing", () => {
      const peer = start(echoServer);
      assert.deepEqual(peer.notify("a", { x: 1 }), { seq: 1 });
      assert.equal(server.log.entry(1)?.raw, '{"jsonrpc":"2.0","method":"a","params":{"x":1}}');
    });

    it("[R5] a batch goes out as one line; members fail alone; the notification gets nothing", async () => {
      const peer = start(pythonServer);
      const calls = peer.batch([
        { method: "delay", params: { ms: 80, value: "a" } },
        { method: "nope" },
        { method: "echo", params: { n: 1 }, notification: true },
        { method: "add", params: { a: 2, b: 3 } },
      ]);
      const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
      assert.deepEqual(
        outcomes.map(({ status, result, error }) => [status, result ?? error?.code]),
        [
          ["ok", "a"],
          ["error", -32601],
          ["ok", 5],
        ],
      );
      const sent = server.entries().filter(({ channel }) => channel === "stdin");
      assert.equal(sent.length, 1);
      assert.equal(sent[0]?.kind, "batch");
      assert.equal(sent[0]?.members?.length, 4);
    });

    it("[R5] answers to a batch may come one by one, in any order", async () => {
      const peer = start(
        scripted("for (const { id } of message.reverse()) send({ jsonrpc: '2.0', id, result: id });"),
      );
      const calls = peer.batch([{ method: "a" }, { method: "b" }]);
      for (const { id, outcome } of calls) {
        assert.equal((await outcome).result, id);
      }
    });

    it("a raw line goes out to the byte, several lines as several entries", async () => {
      const peer = start(pythonServer);
      const { seq } = peer.sendRaw(' {"jsonrpc":"2.0","id":  1,"method":"echo"}\r\nnot json');
      assert.equal(seq, 1);
      assert.equal(server.log.entry(1)?.raw, ' {"jsonrpc":"2.0","id":  1,"method":"echo"}');
      assert.equal(server.log.entry(1)?.terminator, "\r\n");
      assert.equal(server.log.entry(2)?.raw, "not json");
      const answer = await server.entry(({ kind }) => kind === "result");
      assert.equal(answer.replyTo, 1);
    });
  });

  describe("requests of the server", () => {
    it("[R12] are answered by their handler, even under an id equal to one of ours", async () => {
      const peer = start(pythonServer);
      peer.onRequest("client.question", (params) => ({ got: params ?? null }));
      const { result } = await peer.call("ask", { params: [1, 2] }).outcome;
      assert.deepEqual((result as { result: unknown }).result, { got: [1, 2] });
    });

    it("[R12] an unknown method gets -32601; a throw -32603 with its class; a RequestError its own code", async () => {
      const peer = start(pythonServer);
      peer.onRequest("throws", () => {
        throw new TypeError("broken");
      });
      peer.onRequest("refuses", () => {
        throw new RequestError(-32602, "no", { why: "so" });
      });
      const ask = async (method: string) =>
        ((await peer.call("ask", { method }).outcome).result as { error: unknown }).error;
      assert.equal(((await ask("nope")) as { code: number }).code, -32601);
      assert.deepEqual(await ask("throws"), {
        code: -32603,
        message: "broken",
        data: { exception: "TypeError" },
      });
      assert.deepEqual(await ask("refuses"), { code: -32602, message: "no", data: { why: "so" } });
    });

    it("[R6] two requests whose ids differ only in type, and one beyond 2^53, each get their answer", async () => {
      const peer = start(
        scripted(`if (message.method === "go") for (const id of ['1', '"1"', '9007199254740993'])
          send('{"jsonrpc":"2.0","id":' + id + ',"method":"q"}');`),
      );
      peer.onRequest("q", () => "a");
      peer.notify("go");
      await server.entry(({ raw }) => raw === '{"jsonrpc":"2.0","id":9007199254740993,"result":"a"}');
      const answers = server
        .entries()
        .filter(({ channel, kind }) => channel === "stdin" && kind === "result");
      assert.deepEqual(
        answers.map(({ raw }) => raw),
        ["1", '"1"', "9007199254740993"].map((id) => `{"jsonrpc":"2.0","id":${id},"result":"a"}`),
      );
    });

    it("[R12] a handler hears that the server cancelled; a malformed cancellation harms nothing", async () => {
      const peer = start(
        scripted(`if (message.method === "go") {
          send({ jsonrpc: "2.0", method: "$/cancelRequest" });
          send({ jsonrpc: "2.0", method: "$/cancelRequest", params: null });
          send({ jsonrpc: "2.0", id: 5, method: "q" });
        }
        if (message.method === "seen") send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 5 } });`),
      );
      peer.onRequest(
        "q",
        (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve("aborted"));
            peer.notify("seen");
          }),
      );
      peer.notify("go");
      const answer = await server.entry(({ channel, kind }) => channel === "stdin" && kind === "result");
      assert.equal(answer.raw, '{"jsonrpc":"2.0","id":5,"result":"aborted"}');
    });
  });

  describe("the end of the server", () => {
    it("settles every call in flight as serverExited, later ones as notSent", async () => {
      const peer = start(pythonServer);
      const silent = peer.call("silent");
      const crash = peer.call("crash", { code: 3 });
      for (const { outcome } of [silent, crash]) {
        const { status, reason } = await outcome;
        assert.equal(status, "serverExited");
        assert.match(reason ?? "", /exited with code 3/);
      }
      const late = peer.call("add");
      assert.equal(late.id, undefined);
      assert.equal((await late.outcome).status, "notSent");
      assert.equal(server.log.row(1)?.status, "serverExited");
    });

    it("a server that never reads: memory is bounded, what is past the bound is not sent and says why", async () => {
      const peer = start([process.execPath, fixture("deaf.mjs")]);
      const params = { text: "x".repeat(8 * 2 ** 20) };
      const calls = Array.from({ length: 12 }, () => peer.call("a", params, { timeoutMs: 200 }));
      const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
      const refused = outcomes.filter(({ status }) => status === "notSent");
      assert.ok(refused.length >= 3 && refused.length <= 5, `${refused.length} refused`);
      assert.match(refused[0]?.reason ?? "", /does not read its stdin: up to 64 MB may wait/);
      assert.ok(refused.every(({ id }) => id === undefined));
      assert.ok(server.child.stdin.writableLength <= 65 * 2 ** 20);
      assert.equal(peer.inFlight().length, 0);
    });

    it("a server that closed its stdin gets nothing more, and the call says so", async () => {
      const peer = start(["python3", "-c", "import os, time; os.close(0); time.sleep(1000)"]);
      const broken = new Promise((resolve) => server.child.stdin.once("close", resolve));
      const timer = setInterval(() => peer.call("a", undefined, { timeoutMs: 50 }), 20);
      await broken;
      clearInterval(timer);
      const { status, reason } = await peer.call("a").outcome;
      assert.equal(status, "notSent");
      assert.match(reason ?? "", /stdin is closed/);
    });
  });
});
