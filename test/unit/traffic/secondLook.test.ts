import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { writeCapture } from "../../../src/traffic/capture/capture.ts";
import type { CaptureEntry } from "../../../src/traffic/entry.ts";
import { Slices } from "../../../src/traffic/slices.ts";
import type { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { findingsOf, lineOf, notification, recorded, request, result, say, tickingLog } from "./recorded.ts";

const twice = '{"jsonrpc":"2.0","method":"log","params":{"a":1,"b":{"a":2},"a":3}}';
const tooLarge = '{"jsonrpc":"2.0","id":1,"result":12345678901234567890}';

async function allFound(log: TrafficLog): Promise<string[][]> {
  await log.allFound(log.length, new Slices(undefined));
  return findingsOf(log);
}

describe("SecondLook", () => {
  it("[R6] [R15] finds duplicate keys and unsafe integers in what either side sent", async () => {
    const { log } = recorded(
      [">", request(1)],
      ["<", tooLarge],
      ["<", twice],
      [">", twice],
      ["!", twice],
      ["<", `${twice},`],
      ["<", `[${twice},${twice}]`],
    );
    assert.deepEqual(await allFound(log), [
      [],
      ["unsafe-integer"],
      ["duplicate-key"],
      ["duplicate-key"],
      [],
      ["invalid-json"],
      ["duplicate-key"],
    ]);
  });

  it("comes by itself after a line, and says whose row has changed", async () => {
    const { log, source } = recorded();
    const updated: number[] = [];
    say(source, "<", notification("quiet"));
    say(source, "<", twice);
    log.onDidUpdate((seq) => updated.push(seq));
    for (let waited = 0; updated.length === 0 && waited < 5000; waited += 5) {
      await setTimeout(5);
    }
    assert.deepEqual(updated, [2]);
    assert.deepEqual(findingsOf(log), [[], ["duplicate-key"]]);
  });

  it("lets others have their turn in the midst of a line", async () => {
    const { log, source } = recorded();
    const line = `{"jsonrpc":"2.0","method":"log","params":{"a":"${"text ".repeat(1_000_000)}","a":0}}`;
    say(source, "<", line);
    class Impatient extends Slices {
      pauses = 0;
      override get isOver(): boolean {
        return true;
      }
      override async pause(): Promise<void> {
        this.pauses++;
      }
    }
    const slices = new Impatient(undefined);
    await log.allFound(1, slices);
    assert.deepEqual(findingsOf(log), [["duplicate-key"]]);
    assert.ok(slices.pauses >= line.length / 200_000, `${slices.pauses} pauses`);
  });

  it("[R15] a capture waits for what is yet to be found", async () => {
    const { log } = recorded(["<", twice], [">", request(1)], ["<", tooLarge]);
    const pieces: Buffer[] = [];
    await writeCapture(log, (piece) => void pieces.push(piece), { generator: "test" });
    const entries = Buffer.concat(pieces).toString().trim().split("\n").slice(1);
    assert.deepEqual(
      entries.map((entry) => (JSON.parse(entry) as CaptureEntry).findings),
      [["duplicate-key"], undefined, ["unsafe-integer"]],
    );
  });

  it("leaves alone what was judged elsewhere, and passes over lines that are gone", async () => {
    const log = tickingLog();
    const load = (seq: number, findings?: number) =>
      log.load("calc", 1, {
        seq,
        atMicros: seq,
        channel: "stdout",
        line: lineOf(twice),
        ...(findings === undefined ? {} : { findings }),
      });
    load(3, 0);
    load(7, 0);
    load(9);
    say(log.source("other", 1), "<", twice);
    log.clear("other");
    say(log.source("calc", 1), "<", result("x"));
    assert.deepEqual(await allFound(log), [[], [], ["duplicate-key"], ["unknown-id"]]);
  });
});
