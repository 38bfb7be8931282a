import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setImmediate as loopTurn } from "node:timers/promises";
import { LineMessageWriter } from "../../../src/wire/lineMessageWriter.ts";

/** Does not read until it is told to, then tells how many lines came. */
const reader = `
  process.once("SIGUSR2", () => {
    let lines = 0;
    process.stdin.on("data", (chunk) => {
      lines += chunk.toString().split("\\n").length - 1;
      process.stdout.write(lines + "\\n");
    });
  });
  setInterval(() => {}, 60_000);
  process.stdout.write("ready\\n");`;

describe("LineMessageWriter", () => {
  it("sends what is written in one turn while an earlier turn's lines still wait for room in the pipe", async () => {
    const child = spawn(process.execPath, ["-e", reader]);
    try {
      await once(child.stdout, "data");
      const tap = { record: () => 1, understood: () => {} };
      const writer = new LineMessageWriter(child.stdin, tap, () => undefined);
      const large = { value: "x".repeat(10_000) };
      for (let n = 0; n < 100; n++) {
        writer.send(large);
      }
      await loopTurn();
      assert.ok(child.stdin.writableLength > 0, "the pipe has room for all of it");
      for (let n = 0; n < 5; n++) {
        writer.send({ value: n });
      }
      child.kill("SIGUSR2");
      for await (const chunk of child.stdout) {
        if (String(chunk).includes("105\n")) break;
      }
      assert.equal(child.stdin.writableLength, 0);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
