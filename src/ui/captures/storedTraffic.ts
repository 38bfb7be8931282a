import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import type { LoadedCapture } from "../../traffic/capture/loadedCapture.ts";
import { readSession, type StoredDamageReason } from "../../traffic/store/sessionReader.ts";
import { filesOfSession, storedExtension } from "../../traffic/store/sessions.ts";
import { memoryBudget } from "../traffic/trafficStorage.ts";

/** Whether a file is one of those that windows store their traffic in. */
export function isStoredTraffic(uri: vscode.Uri): boolean {
  return uri.scheme === "file" && uri.path.endsWith(storedExtension);
}

/** Reads the traffic that a window stored, all files of it. Rejects where that cannot be, in a person's words. */
export async function readStoredTraffic(
  uri: vscode.Uri,
  capture: LoadedCapture,
  options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<{ unread: { line: number; why: string }[]; close(): Promise<void> }> {
  const { signal, onProgress } = options;
  const { files, bytes } = await filesOfSession(dirname(uri.fsPath));
  if (files.length === 0) {
    throw new Error(
      vscode.l10n.t(
        "{0} is gone. It was tidied away, or its traffic was cleared. “Toolwire: Open Earlier Traffic…” lists what there is.",
        uri.fsPath,
      ),
    );
  }
  const { damages, close } = await readSession(files, capture, {
    signal,
    memoryBudget: memoryBudget(),
    onProgress: (done) => onProgress(done, bytes),
  });
  const unread = damages.map(({ file, lastSeq, reason }) => ({
    line: lastSeq + 1,
    why: whyUnread(reason, basename(file)),
  }));
  return { unread, close };
}

function whyUnread(reason: StoredDamageReason, file: string): string {
  switch (reason) {
    case "noHeader":
      return vscode.l10n.t("{0} does not begin as stored traffic does.", file);
    case "midLine":
      return vscode.l10n.t(
        "{0} ends in the midst of this line: it was being written when its window died.",
        file,
      );
    case "damagedBlock":
      return vscode.l10n.t("{0} is damaged from here on, or ends here in the midst of a block.", file);
  }
}
