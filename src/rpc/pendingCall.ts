import type { RequestId } from "../wire/messages.ts";
import type { Outcome, Progress } from "./outcome.ts";

/** The two limits of a call. Milliseconds; absent or infinite: none. [R9] */
export interface CallLimits {
  /** Without an answer or progress. */
  timeoutMs?: number;
  /** However much progress there is. */
  maxTotalMs?: number;
}

/** What an outcome says beyond what the call itself knows. */
export type Ending = Pick<Outcome, "status" | "result" | "error" | "reason">;

/** setTimeout fires at once for anything larger. */
const longestTimer = 2 ** 31 - 1;

/** One of our requests between being sent and being settled. Settles exactly once. */
export class PendingCall {
  readonly method: string;
  readonly startedAt = new Date();
  readonly outcome: Promise<Outcome>;
  /** As on the wire; set when the line is handed to the pipe. */
  id: RequestId | undefined;
  /** The engine's own number for it. */
  engineId: number | undefined;
  /** Where progress comes under another token than the id. */
  progressToken: RequestId | undefined;
  lastProgress: Progress | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
  readonly #startMs = performance.now();
  #progressCount = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #totalTimer: NodeJS.Timeout | undefined;
  #resolve: ((outcome: Outcome) => void) | undefined;

  constructor(method: string) {
    this.method = method;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get settled(): boolean {
    return this.#resolve === undefined;
  }

  /** Starts both timers; `onTimeout` gets the reason in a person's words. */
  startTimers(limits: CallLimits, onTimeout: (reason: string) => void): void {
    const { timeoutMs = Infinity, maxTotalMs = Infinity } = limits;
    if (timeoutMs <= longestTimer) {
      const reason = `No answer within ${seconds(timeoutMs)}.`;
      this.#idleTimer = setTimeout(() => onTimeout(reason), timeoutMs);
    }
    if (maxTotalMs <= longestTimer) {
      const reason = `No answer after ${seconds(maxTotalMs)} in all, whatever its progress.`;
      this.#totalTimer = setTimeout(() => onTimeout(reason), maxTotalMs);
    }
  }

  /** Counts a progress notification and starts the first timer anew. */
  noteProgress(progress: Progress): void {
    this.#progressCount++;
    this.lastProgress = progress;
    this.#idleTimer?.refresh();
    this.onProgress?.(progress);
  }

  /** False where it was settled before. */
  settle(ending: Ending): boolean {
    const resolve = this.#resolve;
    if (resolve === undefined) {
      return false;
    }
    this.#resolve = undefined;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#totalTimer);
    resolve({
      method: this.method,
      ...(this.id === undefined ? {} : { id: this.id }),
      ...ending,
      progress: this.#progressCount,
      durationMs: Math.round((performance.now() - this.#startMs) * 1000) / 1000,
    });
    return true;
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
