import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { drain } from "../../../src/servers/process/drain.ts";
import { fixtures } from "../../fixtures/process/tools.ts";

describe("drain", () => {
  it("waits for the end where it comes in time", async () => {
    const stream = new PassThrough();
    stream.resume();
    const drained = drain([stream], 60_000);
    stream.end("last");
    await drained;
    assert.ok(stream.readableEnded);
  });

  it("does not wait for a stream that is closed already", async () => {
    const stream = new PassThrough().destroy();
    await drain([stream], 0);
    await drain([stream], 60_000);
  });

  it("lets the listeners of close come first, also where the stream is just closing", async () => {
    const stream = new PassThrough();
    let heard = false;
    stream.on("close", () => {
      heard = true;
    });
    // From within a promise job: the event waits for its turn behind all of them.
    await Promise.resolve();
    stream.destroy();
    for (let job = 0; job < 10; job++) await Promise.resolve();
    assert.deepEqual([stream.closed, heard], [true, false]);
    await drain([stream], 60_000);
    assert.ok(heard);
  });

  it("lets the listeners of a pipe's close come first: those are told at the end of the loop's turn", async () => {
    const holder = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    try {
      let heard = false;
      holder.stdout.on("close", () => {
        heard = true;
      });
      // Reading a file goes on in the part of the loop's turn in which an exit is heard of, too.
      await readFile(import.meta.filename);
      holder.stdout.destroy();
      assert.deepEqual([holder.stdout.closed, heard], [true, false]);
      await drain([holder.stdout], 60_000);
      assert.ok(heard);
    } finally {
      holder.kill();
    }
  });

  it("reads what lay in the pipe by the limit, also when the loop was blocked past it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolwire-drain-"));
    const written = join(folder, "written");
    const holder = spawn("python3", ["late.py", written], { cwd: fixtures });
    try {
      let text = "";
      holder.stdout.on("data", (chunk: Buffer) => {
        text += chunk;
      });
      holder.stdin.write("go\n");
      const drained = drain([holder.stdout], 20);
      // Blocks on purpose: the timer is overdue before the words can be read.
      const pause = new Int32Array(new SharedArrayBuffer(4));
      const deadline = performance.now() + 10_000;
      do Atomics.wait(pause, 0, 0, 30);
      while (!existsSync(written) && performance.now() < deadline);
      await drained;
      assert.equal(text, "late words\n");
      assert.ok(holder.stdout.destroyed);
    } finally {
      holder.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    }
  });
});
