import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaptureEntry } from "../../src/traffic/entry.ts";
import { problemOf, run } from "./toolwire.ts";

describe("Traffic by commands", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire-traffic-"));
    await run("clearTraffic", {});
    await run("call", { server: "demo", method: "tool.add", params: { a: 1, b: 2 } });
  });
  after(async () => {
    await run("stopServer", { server: "demo" });
    await rm(folder, { recursive: true, force: true });
  });

  it("is exported as a capture", async () => {
    const path = join(folder, "all.toolwire.jsonl");
    const { entries, bytes } = await run<{ entries: number; bytes: number }>("exportTraffic", { path });
    const text = await readFile(path, "utf8");
    assert.equal(Buffer.byteLength(text), bytes);
    const [header, ...lines] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(header.format, "toolwire-capture");
    assert.equal(header.version, 1);
    assert.equal(lines.length, entries);
    const request = (lines as CaptureEntry[]).find(
      ({ method, kind }) => method === "tool.add" && kind === "request",
    );
    assert.ok(request);
    const answer = (lines as CaptureEntry[]).find(({ replyTo }) => replyTo === request.seq);
    assert.equal(answer?.kind, "result");
    assert.equal(answer?.method, "tool.add");
  });

  it("says where it could not be written", async () => {
    const path = join(folder, "no", "such", "folder", "x.jsonl");
    assert.match(await problemOf("exportTraffic", { path }), /^The capture .*x\.jsonl could not be written/);
  });

  it("is cleared, of one server or of all, without an entry about it", async () => {
    const one = await run<{ removed: number }>("clearTraffic", { server: "filesystem" });
    assert.equal(one.removed, 0);
    await run("stopServer", { server: "demo" });
    const all = await run<{ removed: number }>("clearTraffic", {});
    assert.ok(all.removed > 0);
    const path = join(folder, "none.toolwire.jsonl");
    assert.equal((await run<{ entries: number }>("exportTraffic", { path })).entries, 0);
  });

  it("is shown", async () => {
    await run("showTraffic", { server: "demo" });
    await run("showTraffic");
  });
});
