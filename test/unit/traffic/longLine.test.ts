import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCapture } from "../../../src/traffic/capture/captureReader.ts";
import { openCaptureFile } from "../../../src/traffic/capture/captureSource.ts";
import { exportCapture } from "../../../src/traffic/capture/exportCapture.ts";
import { LoadedCapture } from "../../../src/traffic/capture/loadedCapture.ts";
import { fixture, PeerProcess } from "../rpc/peerProcess.ts";

const megabytes = 64;

describe("A line of 64 MB", () => {
  let server: PeerProcess;
  let folder: string;

  beforeEach(async () => {
    server = new PeerProcess([process.execPath, fixture("long-line.mjs")]);
    folder = await mkdtemp(join(tmpdir(), "toolwire-long-"));
  });
  afterEach(async () => {
    await server.end();
    await rm(folder, { recursive: true });
  });

  it("[R15] is answered, recorded, shown by its beginning, exported, and read back as it was", async function () {
    this.timeout(120_000);
    const { status, result } = await server.peer.call("text", { megabytes }).outcome;
    assert.equal(status, "ok");
    assert.equal((result as string).length, megabytes * 1024 * 1024);
    const { bytes, preview = "", findings } = server.log.row(2) ?? {};
    assert.equal(
      bytes,
      megabytes * 1024 * 1024 + JSON.stringify({ jsonrpc: "2.0", id: "", result: "" }).length + 36,
    );
    assert.ok(preview.startsWith('{"jsonrpc":"2.0","id":"') && preview.length <= 160);
    assert.deepEqual(findings, []);

    const path = join(folder, "long.toolwire.jsonl");
    await exportCapture(server.log, path, { generator: "test" });
    const file = await openCaptureFile(path);
    const capture = new LoadedCapture();
    const { unread } = await readCapture(file, capture);
    await file.close();
    assert.deepEqual(unread, []);
    assert.ok(capture.rawBytes(2).equals(server.log.rawBytes(2)));
    assert.deepEqual(capture.entryHead(2), server.log.entryHead(2));
  });
});
