import assert from "node:assert/strict";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { oddLines } from "../../../src/ui/oddLines.ts";
import { decodeLine } from "../../../src/wire/decodeLine.ts";

describe("What was odd while a call ran", () => {
  const said = (log: TrafficLog, server: string, ...texts: string[]) => {
    const { stdout } = log.source(server, 1);
    for (const text of texts) {
      const line = { bytes: Buffer.from(text), terminator: "\n" } as const;
      stdout.understood(stdout.record(line), decodeLine(line));
    }
  };

  it("is told of that server's lines, of those that came since", () => {
    const log = new TrafficLog();
    said(log, "calc", "before");
    const before = log.length;
    said(log, "other", "not its own");
    said(log, "calc", '{"jsonrpc":"2.0","method":"fine"}', "a stray line", "Content-Length: 3");
    assert.deepEqual(oddLines(log, "calc", before), [
      "Meanwhile, line 4 of the traffic, stray-output: The server wrote a line to stdout that is not JSON.",
      "Meanwhile, line 5 of the traffic, lsp-framing: The line is a Content-Length header: this end speaks the framing of language servers.",
    ]);
    assert.deepEqual(oddLines(log, "calc", log.length), []);
  });

  it("is told of the first three, and how many more there are", () => {
    const log = new TrafficLog();
    said(log, "calc", "1", "a", "b", "c", "d", "e");
    const told = oddLines(log, "calc", 1);
    assert.deepEqual([told.length, told.at(-1)], [4, "… and 2 more lines with findings"]);
  });
});
