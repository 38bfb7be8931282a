import * as vscode from "vscode";
import type { CopyForm } from "../../shared/trafficProtocol.ts";
import type { TrafficRow } from "../../traffic/entry.ts";

/** What is needed of the log. */
export interface CopiedLog {
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
}

/** Puts what is asked for of a line on the clipboard, and says so. */
export async function copyLine(log: CopiedLog, seq: number, form: CopyForm): Promise<void> {
  const row = log.row(seq);
  if (row === undefined) {
    sayGone(seq);
    return;
  }
  await vscode.env.clipboard.writeText(textOf(log, row, form));
  vscode.window.setStatusBarMessage(vscode.l10n.t("Line {0} copied", seq), 3000);
}

export function sayGone(seq: number): void {
  vscode.window.showInformationMessage(gone(seq));
}

export function gone(seq: number): string {
  return vscode.l10n.t("Line {0} is no longer in the traffic log.", seq);
}

function textOf(log: CopiedLog, { seq, server, id }: TrafficRow, form: CopyForm): string {
  const text = log.rawBytes(seq).toString("utf8");
  switch (form) {
    case "raw":
      return text;
    case "id":
      return id === undefined ? "" : String(id);
    case "sendRaw":
      return JSON.stringify({ server, text });
  }
}
