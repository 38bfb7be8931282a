import * as vscode from "vscode";
import type { Progress } from "../rpc/outcome.ts";
import { cancelledInEditor } from "./cancelReason.ts";
import { formatProgress } from "./format.ts";
import { plainLabel } from "./plainText.ts";

/** What work under way may use of its notification. */
export interface ProgressHandle {
  /** Aborted when the person presses Cancel. */
  signal: AbortSignal;
  report(progress: Progress): void;
}

/** Quick work needs no notification. Milliseconds. */
const shownAfterMs = 1000;

/** Runs the work; if it takes long, a cancellable notification says so with the server's own message. */
export async function withNotification<Result>(
  title: string,
  work: (handle: ProgressHandle) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  let latest: Progress | undefined;
  let show: (progress: Progress) => void = () => {};
  const running = work({
    signal: abort.signal,
    report(progress) {
      latest = progress;
      show(progress);
    },
  });
  if (await settlesWithin(running, shownAfterMs)) {
    return running;
  }
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plainLabel(title), cancellable: true },
    (notification, token) => {
      token.onCancellationRequested(() => abort.abort(cancelledInEditor));
      let shown = 0;
      show = (progress) => {
        const percent = progress.total ? Math.min(100, (progress.progress / progress.total) * 100) : shown;
        notification.report({ message: describeProgress(progress), increment: Math.max(0, percent - shown) });
        shown = Math.max(shown, percent);
      };
      if (latest !== undefined) {
        show(latest);
      }
      return running;
    },
  );
}

/** "42 % · step 3 of 7" */
export function describeProgress({ progress, total, message }: Progress): string {
  return [formatProgress(progress, total), message === undefined ? "" : plainLabel(message)]
    .filter((part) => part !== "")
    .join(" · ");
}

async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, late]);
  clearTimeout(timer);
  return result;
}
