import type { FindingWords } from "../../shared/trafficProtocol.ts";
import type { TrafficRow } from "../../traffic/entry.ts";
import { findingTexts } from "../../traffic/findingText.ts";
import { type CallsLog, requestOfLine, sameIdBefore } from "./callOfLine.ts";
import { translate } from "./panelWords.ts";

/** What is wrong with a line, with the line to compare it with. */
export function findingsOfLine(log: CallsLog, row: TrafficRow): FindingWords[] {
  return row.findings.map((code) => {
    const text = findingTexts[code as keyof typeof findingTexts];
    const related = relatedTo(log, row, code);
    return {
      code,
      sentence: translate(text?.sentence ?? code),
      advice: text === undefined ? "" : translate(text.advice),
      ...(related === undefined || related === row.seq ? {} : { related }),
    };
  });
}

function relatedTo(log: CallsLog, row: TrafficRow, code: string): number | undefined {
  switch (code) {
    case "duplicate-answer":
      return (row.replyTo === undefined ? undefined : log.row(row.replyTo)?.answeredBy) ?? row.replyTo;
    case "late-answer":
    case "id-type-mismatch":
      return row.replyTo;
    case "duplicate-request-id":
      return sameIdBefore(log, row)?.seq;
    case "progress-not-increasing":
    case "progress-after-end":
      return requestOfLine(log, row)?.seq;
    default:
      return undefined;
  }
}
