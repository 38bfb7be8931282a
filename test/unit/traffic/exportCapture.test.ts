import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportCapture } from "../../../src/traffic/capture/exportCapture.ts";
import { recorded, request, result } from "./recorded.ts";

describe("exportCapture", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire-capture-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const { log } = recorded([">", request(1)], ["<", result(1)]);

  it("writes a whole file in the place of an earlier one", async () => {
    const path = join(folder, "a.toolwire.jsonl");
    await writeFile(path, "earlier");
    const { entries, bytes } = await exportCapture(log, path, { generator: "toolwire 0.1.0" });
    const text = await readFile(path, "utf8");
    assert.deepEqual([entries, bytes, text.split("\n").length], [2, Buffer.byteLength(text), 4]);
    assert.deepEqual(await readdir(folder), ["a.toolwire.jsonl"]);
  });

  it("names the path and the way out where it cannot be written", async () => {
    const missing = join(folder, "missing", "a.toolwire.jsonl");
    await assert.rejects(exportCapture(log, missing, { generator: "x" }), (error: Error) => {
      assert.match(
        error.message,
        /a\.toolwire\.jsonl could not be written: the folder .*missing does not exist/,
      );
      return true;
    });
    await assert.rejects(exportCapture(log, folder, { generator: "x" }), /it is a folder/);
    await writeFile(join(folder, "file"), "");
    await assert.rejects(
      exportCapture(log, join(folder, "file", "a"), { generator: "x" }),
      /is not a folder/,
    );
    assert.deepEqual(await readdir(folder), ["file"]);
  });

  it("leaves nothing behind where it is aborted, and the earlier file as it was", async () => {
    const path = join(folder, "a.toolwire.jsonl");
    await writeFile(path, "earlier");
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(exportCapture(log, path, { generator: "x", signal }), /^Error: enough$/);
    assert.equal(await readFile(path, "utf8"), "earlier");
    assert.deepEqual(await readdir(folder), ["a.toolwire.jsonl"]);
  });
});
