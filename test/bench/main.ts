import { capturesBench } from "./captures.ts";
import { longLineBench } from "./longLine.ts";
import { queriesBench } from "./queries.ts";
import { recordingBench } from "./recording.ts";
import { roundTripsBench } from "./roundTrips.ts";
import { soakBench } from "./soak.ts";
import { type Figure, formatTable } from "./table.ts";

interface Bench {
  name: string;
  run: () => Figure[] | Promise<Figure[]>;
  /** It takes its time: it runs where it is asked for only. */
  onlyNamed?: true;
}

/** Each makes its own figures; they run one after the other. */
const benches: Bench[] = [
  { name: "recording", run: recordingBench },
  { name: "captures", run: capturesBench },
  { name: "roundTrips", run: roundTripsBench },
  { name: "queries", run: queriesBench },
  { name: "longLine", run: longLineBench },
  { name: "soak", run: soakBench, onlyNamed: true },
];

const figures: Figure[] = [];
const wanted = process.argv.slice(2);
for (const { name, run, onlyNamed } of benches) {
  if (wanted.includes(name) || (wanted.length === 0 && onlyNamed !== true)) {
    figures.push(...(await run()));
  }
}
console.log(formatTable(figures));
if (figures.some(({ met }) => met === false)) {
  process.exitCode = 1;
}
