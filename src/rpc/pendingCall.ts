import * as l10n from "@vscode/l10n";
import type { RequestId } from "../wire/messages.ts";
import type { Outcome, Progress } from "./outcome.ts";

/** The two limits of a call, in milliseconds; absent or infinite: none. [R9] */
export interface CallOptions {
  /** Without an answer or progress. */
  timeoutMs?: number;
  /** However much progress there is. */
  maxTotalMs?: number;
  onProgress?: (progress: Progress) => void;
}

/** Why a call timed out: for the person, and in English for the server. */
export interface TimeoutReason {
  words: string;
  english: string;
}

/** What an outcome says beyond what the call itself knows. */
export type Ending = Pick<Outcome, "status" | "result" | "error" | "reason">;

/** What a call asks of the peer that sent it. */
interface Sender {
  cancelCall(call: PendingCall, reason?: string): boolean;
}

/** One of our requests between being sent and being settled. Settles exactly once. */
export class PendingCall {
  readonly method: string;
  /** Never rejects: whatever happens is in the outcome. */
  readonly outcome: Promise<Outcome>;
  /** Tells it from the other calls of its peer; 0 where nothing was sent. */
  number = 0;
  /** As on the wire; absent where nothing was sent. */
  id: RequestId | undefined;
  /** What the method is called for, where its name does not say so. */
  subject: string | undefined;
  /** Where progress comes under another token than the id. */
  progressToken: RequestId | undefined;
  /** Where its request begins in all that was sent, in bytes. */
  sentAt = 0;
  lastProgress: Progress | undefined;
  /** When its time is up, by `performance.now()`, unless progress comes. */
  endsAt: number;
  readonly #sender: Sender;
  readonly #startMs = performance.now();
  readonly #timeoutMs: number;
  readonly #maxTotalMs: number;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #progressCount = 0;
  #resolve: ((outcome: Outcome) => void) | undefined;

  constructor(sender: Sender, method: string, options: CallOptions) {
    const { timeoutMs = Infinity, maxTotalMs = Infinity, onProgress } = options;
    this.#sender = sender;
    this.method = method;
    this.#timeoutMs = timeoutMs;
    this.#maxTotalMs = maxTotalMs;
    this.#onProgress = onProgress;
    this.endsAt = this.#startMs + Math.min(timeoutMs, maxTotalMs);
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

  /** Why it ends at `endsAt`. */
  get timeoutReason(): TimeoutReason {
    if (this.endsAt === this.#startMs + this.#maxTotalMs) {
      const limit = seconds(this.#maxTotalMs);
      return {
        words: l10n.t("No answer after {0} in all, whatever its progress.", limit),
        english: `No answer after ${limit} in all, whatever its progress.`,
      };
    }
    const limit = seconds(this.#timeoutMs);
    return { words: l10n.t("No answer within {0}.", limit), english: `No answer within ${limit}.` };
  }

  cancel(reason?: string): void {
    this.#sender.cancelCall(this, reason);
  }

  /** Counts a progress notification and gives the server its time anew. */
  noteProgress(progress: Progress): void {
    this.#progressCount++;
    this.lastProgress = progress;
    this.endsAt = Math.min(performance.now() + this.#timeoutMs, this.#startMs + this.#maxTotalMs);
    this.#onProgress?.(progress);
  }

  /** False where it was settled before. */
  settle({ status, result, error, reason }: Ending): boolean {
    const resolve = this.#resolve;
    if (resolve === undefined) {
      return false;
    }
    this.#resolve = undefined;
    const outcome: Outcome = {
      method: this.method,
      status,
      progress: this.#progressCount,
      durationMs: Math.round((performance.now() - this.#startMs) * 1000) / 1000,
    };
    if (this.id !== undefined) {
      outcome.id = this.id;
    }
    if (result !== undefined) {
      outcome.result = result;
    }
    if (error !== undefined) {
      outcome.error = error;
    }
    if (reason !== undefined) {
      outcome.reason = reason;
    }
    resolve(outcome);
    return true;
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
