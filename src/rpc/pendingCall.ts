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
  #maxTotalMs = Infinity;
  #onTimeout: ((reason: string) => void) | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #totalTimer: NodeJS.Timeout | undefined;
  #resolve: ((outcome: Outcome) => void) | undefined;

  constructor(method: string) {
    this.method = method;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get startedAt(): Date {
    return new Date(performance.timeOrigin + this.#startMs);
  }

  get settled(): boolean {
    return this.#resolve === undefined;
  }

  /**
   * Starts the timers; `onTimeout` gets the reason in a person's words. The second one starts with the first progress
   * where it cannot be the first to fire: most calls need one timer only.
   */
  startTimers(
    { timeoutMs = Infinity, maxTotalMs = Infinity }: CallLimits,
    onTimeout: (reason: string) => void,
  ): void {
    this.#onTimeout = onTimeout;
    this.#maxTotalMs = maxTotalMs;
    if (timeoutMs <= longestTimer) {
      this.#idleTimer = setTimeout(() => onTimeout(`No answer within ${seconds(timeoutMs)}.`), timeoutMs);
    }
    if (maxTotalMs < timeoutMs) {
      this.#startTotalTimer();
    }
  }

  /** Counts a progress notification and starts the first timer anew. */
  noteProgress(progress: Progress): void {
    this.#progressCount++;
    this.lastProgress = progress;
    this.#idleTimer?.refresh();
    if (this.#totalTimer === undefined) {
      this.#startTotalTimer();
    }
    this.onProgress?.(progress);
  }

  #startTotalTimer(): void {
    const total = this.#maxTotalMs;
    if (total <= longestTimer) {
      const left = Math.max(total - (performance.now() - this.#startMs), 0);
      const reason = `No answer after ${seconds(total)} in all, whatever its progress.`;
      this.#totalTimer = setTimeout(() => this.#onTimeout?.(reason), left);
    }
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
    const progress = this.#progressCount;
    const durationMs = Math.round((performance.now() - this.#startMs) * 1000) / 1000;
    const { method, id } = this;
    resolve(
      id === undefined
        ? { method, ...ending, progress, durationMs }
        : { method, id, ...ending, progress, durationMs },
    );
    return true;
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
