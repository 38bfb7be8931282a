import * as vscode from "vscode";
import { askCapture } from "../ask/capture.ts";
import type { CaptureDocument } from "../captures/captureDocument.ts";
import type { CaptureEditors } from "../captures/captureEditors.ts";
import { readWhole } from "../captures/readWhole.ts";
import { formatClock } from "../format.ts";
import { plainLabel } from "../plainText.ts";
import { withNotification } from "../progress.ts";
import { type Answer, answerOf, latestAnswers, nearestFirst } from "./answers.ts";
import { callsText, laidOut } from "./callsText.ts";
import { type ComparedLog, comparableText } from "./comparable.ts";
import type { ComparedDocuments, ComparedSide } from "./comparedDocuments.ts";

/** A log to compare in: the live one, or an opened capture. */
export interface ComparedSource {
  /** Absent for the live traffic, whose lines need no more than their number. */
  name?: string;
  log: ComparedLog;
  /** Settles once it is all there. */
  settled?: Promise<void>;
}

/** A longer answer is not read to be told apart. Bytes. */
const longestDetail = 4096;
const rowActions = ["compareAnswer", "selectAnswer", "compareWithSelected"];
const selectedKey = "toolwire.answerSelected";

/** Compares answers, and all calls of two logs, in VS Code's diff. */
export class Comparison {
  readonly #live: ComparedLog;
  readonly #captures: CaptureEditors;
  readonly #documents: ComparedDocuments;
  #selected: { source: ComparedSource; answer: Answer } | undefined;

  constructor(live: ComparedLog, captures: CaptureEditors, documents: ComparedDocuments) {
    this.#live = live;
    this.#captures = captures;
    this.#documents = documents;
  }

  /** Two answers of what is in front: an opened capture, or else the live traffic. Asks which. */
  async askAnswers(): Promise<void> {
    const source = this.#front();
    const answers = latestAnswers(source.log);
    if (answers.length < 2) {
      vscode.window.showInformationMessage(
        vscode.l10n.t("There are no two answers to compare yet. Call a tool twice, or open a capture."),
      );
      return;
    }
    const first = await pick(source, answers, vscode.l10n.t("Compare Answers: The First"));
    if (first !== undefined) {
      await this.#withOther(source, first);
    }
  }

  /** An entry of a row's context menu, with the row's context. False where it is none of these. */
  act(action: string, context: unknown): boolean {
    const { toolwireSeq: seq } = (context ?? {}) as { toolwireSeq?: unknown };
    if (!rowActions.includes(action) || typeof seq !== "number") {
      return false;
    }
    const view = this.#captures.viewOf(context);
    this.#actOn(action, view === undefined ? { log: this.#live } : sourceOf(view.document), seq).catch(
      sayProblem,
    );
    return true;
  }

  async #actOn(action: string, source: ComparedSource, seq: number): Promise<void> {
    const answer = answerOf(source.log, seq);
    if (answer === undefined) {
      vscode.window.showInformationMessage(vscode.l10n.t("Line {0} has no answer to compare.", seq));
    } else if (action === "selectAnswer") {
      this.#selected = { source, answer };
      await vscode.commands.executeCommand("setContext", selectedKey, true);
      vscode.window.setStatusBarMessage(vscode.l10n.t("Answer in line {0} selected", answer.row.seq), 3000);
    } else if (action === "compareWithSelected" && this.#selected !== undefined) {
      await this.#compare(this.#selected.source, this.#selected.answer, source, answer);
    } else {
      await this.#withOther(source, answer);
    }
  }

  /** All calls of another capture beside those of what is in front. Asks which capture. */
  async askCaptures(): Promise<void> {
    const front = this.#front();
    const other = await this.#askOther(front);
    if (other === undefined) {
      return;
    }
    const [left, right] = await withNotification(vscode.l10n.t("Comparing calls"), () =>
      Promise.all([sideOf(other), sideOf(front)]),
    );
    await this.#documents.open(left, right);
  }

  #front(): ComparedSource {
    const active = this.#captures.active;
    return active === undefined ? { log: this.#live } : sourceOf(active);
  }

  /** An open capture, or one on disk. */
  async #askOther(front: ComparedSource): Promise<ComparedSource | undefined> {
    const open = this.#captures.documents.filter(({ capture }) => capture !== front.log);
    const browse = { label: vscode.l10n.t("Browse…"), document: undefined };
    const chosen =
      open.length === 0
        ? browse
        : await vscode.window.showQuickPick(
            [
              ...open.map((document) => ({
                label: document.name,
                description: document.uri.fsPath,
                document,
              })),
              browse,
            ],
            { title: vscode.l10n.t("Compare with Capture") },
          );
    if (chosen === undefined) {
      return undefined;
    }
    if (chosen.document !== undefined) {
      return sourceOf(chosen.document);
    }
    const path = await askCapture(vscode.l10n.t("Compare with Capture"));
    return path === undefined ? undefined : readWhole(path);
  }

  async #withOther(source: ComparedSource, answer: Answer): Promise<void> {
    const others = nearestFirst(latestAnswers(source.log, answer.method), answer);
    if (others.length === 0) {
      vscode.window.showInformationMessage(
        vscode.l10n.t("There is no other answer to {0} here.", plainLabel(answer.method ?? "?")),
      );
      return;
    }
    const other = await pick(source, others, vscode.l10n.t("Compare Line {0} with", answer.row.seq));
    if (other !== undefined) {
      // The older one on the left, as with files.
      const [left, right] = other.row.seq < answer.row.seq ? [other, answer] : [answer, other];
      await this.#compare(source, left, source, right);
    }
  }

  async #compare(
    leftSource: ComparedSource,
    leftAnswer: Answer,
    rightSource: ComparedSource,
    rightAnswer: Answer,
  ): Promise<void> {
    const [left, right] = [
      await answerText(leftSource, leftAnswer),
      await answerText(rightSource, rightAnswer),
    ];
    // Within one log the numbers tell them apart.
    const isOneLog = leftSource.log === rightSource.log;
    await this.#documents.open(
      { name: nameOf(isOneLog ? undefined : leftSource.name, leftAnswer), text: left },
      { name: nameOf(isOneLog ? undefined : rightSource.name, rightAnswer), text: right },
    );
  }
}

function answerText({ log }: ComparedSource, { row }: Answer): Promise<string> {
  return laidOut(comparableText(log.rawBytes(row.seq).toString()));
}

function nameOf(source: string | undefined, { row, method, subject }: Answer): string {
  const parts = [source, subject ?? method ?? row.kind, row.seq].filter((part) => part !== undefined);
  return plainLabel(parts.join(" · "), 120);
}

function sourceOf({ name, capture, settled }: CaptureDocument): ComparedSource {
  return { name, log: capture, settled };
}

function sayProblem(error: Error): void {
  vscode.window.showErrorMessage(plainLabel(error.message, 500));
}

async function sideOf({ name, log, settled }: ComparedSource): Promise<ComparedSide> {
  await settled;
  return { name: plainLabel(name ?? vscode.l10n.t("Traffic"), 120), text: await callsText(log) };
}

async function pick(
  source: ComparedSource,
  answers: readonly Answer[],
  title: string,
): Promise<Answer | undefined> {
  const items = answers.map((answer) => {
    const { row, method, subject } = answer;
    const time = formatClock(new Date(row.atMicros / 1000));
    return {
      label: plainLabel(`${row.seq} · ${subject ?? method ?? row.kind}`),
      description: `${plainLabel(row.server)} · ${time} · ${row.status ?? ""}`,
      detail: plainLabel(
        row.bytes > longestDetail ? row.preview : comparableText(source.log.rawBytes(row.seq).toString()),
        160,
      ),
      answer,
    };
  });
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))
    ?.answer;
}
