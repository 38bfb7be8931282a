import { capturesBench } from "./captures.ts";
import { longLineBench } from "./longLine.ts";
import { queriesBench } from "./queries.ts";
import { recordingBench } from "./recording.ts";
import { roundTripsBench } from "./roundTrips.ts";
import { type Figure, formatTable } from "./table.ts";

/** Each makes its own figures; they run one after the other. */
const benches: { name: string; run: () => Figure[] | Promise<Figure[]> }[] = [
  { name: "recording", run: recordingBench },
  { name: "captures", run: capturesBench },
  { name: "roundTrips", run: roundTripsBench },
  { name: "queries", run: queriesBench },
  { name: "longLine", run: longLineBench },
];

const figures: Figure[] = [];
const wanted = process.argv.slice(2);
for (const { name, run } of benches) {
  if (wanted.length === 0 || wanted.includes(name)) {
    figures.push(...(await run()));
  }
}
console.log(formatTable(figures));
if (figures.some(({ met }) => met === false)) {
  process.exitCode = 1;
}
