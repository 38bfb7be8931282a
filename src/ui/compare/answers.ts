import type { TrafficRow } from "../../traffic/entry.ts";
import { subjectOf } from "../traffic/rowNote.ts";
import type { ComparedLog } from "./comparable.ts";

/** An answer that can be compared, and what tells it from others. */
export interface Answer {
  row: TrafficRow;
  /** Of its request: `tools/call`. Absent where that is not known. */
  method?: string;
  /** What it was about beyond its method: the tool. */
  subject?: string;
}

/** What a person chooses among. */
const mostAnswers = 500;
/** Rows looked through for answers: some hundred milliseconds of work at the most. */
const mostRows = 100_000;
const rowsAtATime = 256;

/** The answer that line `seq` is, or that was given to it. */
export function answerOf(log: ComparedLog, seq: number): Answer | undefined {
  const row = log.row(seq);
  const answer = row?.answeredBy === undefined ? row : log.row(row.answeredBy);
  return answer?.kind === "result" || answer?.kind === "error" ? described(log, answer) : undefined;
}

/** The latest answers, newest first: to calls of one method, or to any. */
export function latestAnswers(log: ComparedLog, method?: string): Answer[] {
  const answers: Answer[] = [];
  const view = log.view();
  try {
    const last = Math.max(0, view.length - mostRows);
    for (let end = view.length; end > last && answers.length < mostAnswers; end -= rowsAtATime) {
      const start = Math.max(0, end - rowsAtATime);
      for (const row of view.rows(start, end - start).reverse()) {
        const isAnswer = row.kind === "result" || row.kind === "error";
        if (isAnswer && (method === undefined || row.method === method)) {
          answers.push(described(log, row));
        }
      }
    }
  } finally {
    view.dispose();
  }
  return answers;
}

/** The same with those first that are about the same. */
export function nearestFirst(answers: readonly Answer[], { row, subject }: Answer): Answer[] {
  const others = answers.filter((answer) => answer.row.seq !== row.seq);
  return [
    ...others.filter((answer) => answer.subject === subject),
    ...others.filter((answer) => answer.subject !== subject),
  ];
}

function described(log: ComparedLog, row: TrafficRow): Answer {
  const { method, replyTo } = row;
  const subject = replyTo === undefined ? undefined : subjectOf(method, log.rawBytes(replyTo));
  return {
    row,
    ...(method === undefined ? {} : { method }),
    ...(subject === undefined ? {} : { subject }),
  };
}
