import assert from "node:assert/strict";
import { PeerProcess, scripted } from "./peerProcess.ts";

const megabyte = 1024 * 1024;

describe("Peer and lines that are too long", () => {
  let server: PeerProcess;
  afterEach(() => server.end());

  for (const place of ["id, result", "result, id"]) {
    it(`[R2] fails the call that such a line answers at once, says why, and reads on (${place})`, async () => {
      const script = `
        const { id, method } = message;
        const result = method === "large" ? "text ".repeat(${megabyte / 2}) : "small";
        send({ ${place} });`;
      server = new PeerProcess(scripted(script), { maxLineBytes: megabyte });
      const [large, small] = await Promise.all([
        server.peer.call("large").outcome,
        server.peer.call("small").outcome,
      ]);
      assert.equal(large.status, "cancelled");
      assert.equal(
        large.reason,
        "The answer is a line of 2.6 MB, longer than the 1 MB that are read of a line. " +
          "Ask for less at a time, or raise toolwire.traffic.maxLineMB and restart the server.",
      );
      assert.deepEqual([small.status, small.result], ["ok", "small"]);
      const [request, , answer, next] = server.entries();
      assert.deepEqual(
        [answer?.kind, answer?.id, answer?.replyTo, answer?.method],
        ["result", large.id, request?.seq, "large"],
      );
      assert.deepEqual(answer?.findings, ["oversized-line"]);
      assert.equal(answer?.bytes, 2.5 * megabyte + JSON.stringify({ id: large.id, result: "" }).length);
      assert.equal((answer?.raw?.length ?? 0) + (answer?.omitted ?? 0), answer?.bytes);
      assert.deepEqual([next?.kind, next?.id], ["result", small.id]);
      assert.equal(server.log.row(request?.seq ?? 0)?.status, "ok");
      // Nothing is cancelled at the server: it has answered.
      assert.equal(server.entries().filter(({ channel }) => channel === "stdin").length, 2);
    });
  }

  it("[R12] answers a request that is too long with an error, since nobody can act on it", async () => {
    const script = `
      if (message.method === "ask") {
        send({ jsonrpc: "2.0", id: "theirs", method: "work", params: { text: "x".repeat(${2 * megabyte}) } });
      } else {
        send({ jsonrpc: "2.0", method: "heard", params: message });
      }`;
    server = new PeerProcess(scripted(script), { maxLineBytes: megabyte });
    server.peer.notify("ask");
    const { raw = "" } = await server.entry(({ method }) => method === "heard");
    assert.deepEqual(JSON.parse(raw).params, {
      jsonrpc: "2.0",
      id: "theirs",
      error: {
        code: -32603,
        message: "The request is a line of 2.1 MB, longer than the 1 MB that are read of a line.",
      },
    });
  });

  it("[R2] a line of exactly the limit is read whole", async () => {
    const script = `
      const empty = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: "" });
      send({ jsonrpc: "2.0", id: message.id, result: "x".repeat(${megabyte} - empty.length) });`;
    server = new PeerProcess(scripted(script), { maxLineBytes: megabyte });
    const { status } = await server.peer.call("limit").outcome;
    assert.equal(status, "ok");
    assert.equal(server.entries().at(-1)?.bytes, megabyte);
  });
});
