import { TrafficStore } from "../../../src/traffic/store/trafficStore.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";

/** Records without end and says once how many lines are on the disk for sure: whoever spawned it kills it then. */
const log = new TrafficLog();
const store = new TrafficStore(log, {
  root: process.argv[2],
  workspace: "tests",
  memoryBudget: () => 64 * 1024 * 1024,
  diskBudget: () => 1024 * 1024 * 1024,
  onProblem: () => process.exit(1),
});
const source = log.source("calc", 1);

function record(lines: number): void {
  for (let n = 0; n < lines; n++) {
    const bytes = Buffer.from(`line ${log.length + 1} of a window that dies`);
    source.stdout.record({ bytes, terminator: "\n" });
  }
}

record(50_000);
await store.flush();
process.stdout.write(`${log.length}\n`);
setInterval(() => record(1000), 1);
