import type { PanelRow } from "../../shared/trafficProtocol.ts";
import type { TrafficWords } from "../../shared/trafficWords.ts";
import type { CaptureEntry, TrafficRow } from "../../traffic/entry.ts";
import { toPanelRow } from "./panelRow.ts";
import { noteOf, subjectOf } from "./rowNote.ts";

/** What is needed of the log. */
export interface RowsLog {
  row(seq: number): TrafficRow | undefined;
  entry(seq: number): CaptureEntry | undefined;
  rawBytes(seq: number): Buffer;
}

/** Makes rows for the screen: looks up what is not in the row itself. Only ever for the rows around what is visible. */
export class PanelRows {
  readonly #log: RowsLog;
  readonly #words: TrafficWords;

  constructor(log: RowsLog, words: TrafficWords) {
    this.#log = log;
    this.#words = words;
  }

  of(row: TrafficRow): PanelRow {
    const { seq, kind, method, replyTo } = row;
    const isAnswered = row.status === "error" && row.errorCode === undefined && row.answeredBy !== undefined;
    return toPanelRow(
      row,
      {
        answer: isAnswered ? this.#log.row(row.answeredBy as number) : undefined,
        event: kind === "lifecycle" ? this.#log.entry(seq)?.event : undefined,
        note: kind === "notification" ? noteOf(method, this.#log.rawBytes(seq)) : undefined,
        subject:
          kind === "request" || replyTo !== undefined
            ? subjectOf(method, this.#log.rawBytes(replyTo ?? seq))
            : undefined,
      },
      this.#words,
    );
  }
}
