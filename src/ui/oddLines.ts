import * as l10n from "@vscode/l10n";
import type { TrafficRow } from "../traffic/entry.ts";
import { findingTexts } from "../traffic/findingText.ts";
import type { FindingCode } from "../wire/findings.ts";
import { translate } from "./traffic/panelWords.ts";

const mostTold = 3;
/** Of more lines the last are looked at. */
const mostLookedAt = 10_000;

/** What of a log is needed. */
interface Lines {
  readonly length: number;
  row(seq: number): Pick<TrafficRow, "server" | "findings"> | undefined;
}

/** What was found wrong with lines of a server's since line `after`: a sentence each, for the first few. */
export function oddLines(log: Lines, server: string, after: number): string[] {
  const told: string[] = [];
  let more = 0;
  for (let seq = Math.max(after, log.length - mostLookedAt) + 1; seq <= log.length; seq++) {
    const row = log.row(seq);
    const [code] = row?.server === server ? row.findings : [];
    if (code === undefined) {
      continue;
    }
    if (told.length === mostTold) {
      more++;
    } else {
      const sentence = translate(findingTexts[code as FindingCode]?.sentence ?? code);
      told.push(l10n.t("Meanwhile, line {0} of the traffic, {1}: {2}", seq, code, sentence));
    }
  }
  if (more > 0) {
    told.push(
      more === 1
        ? l10n.t("… and 1 more line with a finding")
        : l10n.t("… and {0} more lines with findings", more),
    );
  }
  return told;
}
