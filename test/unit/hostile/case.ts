import type { CallOutcome, ServerState } from "../../../src/servers/status.ts";
import type { FindingCode } from "../../../src/wire/findings.ts";
import type { Lab } from "./laboratory.ts";

/** A line that the log must hold to the byte, and what must be found wrong with it. The findings tell its terminator. */
export type Line = readonly [content: string | Buffer, ...findings: FindingCode[]];

/** What must be in an outcome, member by member; a pattern is matched. */
export type Expected<T> = { [Key in keyof T]?: T[Key] | RegExp };

/** One way to misbehave, and what Toolwire must make of it. */
export interface Case {
  /** The program's argument. */
  way: string;
  /** What it does. */
  does: string;
  /** Members of its definition besides the usual ones. */
  entry?: Record<string, unknown>;
  /** How long that call waits. */
  timeoutMs?: number;
  /** What a person does; by default they call "odd" once. */
  act?: (lab: Lab) => Promise<CallOutcome[]>;
  /** What becomes of that call, or of all that were made; by default one is answered with the result 1. */
  outcome?: Expected<CallOutcome> | readonly Expected<CallOutcome>[];
  /**
   * All that the server wrote, but for the answer to the next good call; where that does not work, its first process.
   * Absent where chance decides how much it is.
   */
  stdout?: readonly Line[];
  /** What was sent to it, where that is not just the calls. */
  stdin?: readonly Line[];
  /** The server's state after it, before the next good call; by default "ready". */
  state?: ServerState;
  /** What its row says about it. */
  error?: RegExp;
  /** The names of what it lists, in order. */
  listed?: readonly string[];
  /** What its row warns of, where it is ready. */
  warnings?: readonly RegExp[];
  /** From the start of the server to the outcome, at most; a guard, not a measurement. By default 15 s. */
  withinMs?: number;
  /** By default the next good call works. */
  next?: { whyNot: string } & Expected<CallOutcome>;
}

export const json = (value: unknown): string => JSON.stringify(value);
export const result = (id: unknown, value: unknown): string => json({ jsonrpc: "2.0", id, result: value });
export const error = (id: unknown, value: unknown): string => json({ jsonrpc: "2.0", id, error: value });
export const request = (id: unknown, method: string, params?: unknown): string =>
  json({ jsonrpc: "2.0", id, method, params });
export const notification = (method: string, params?: unknown): string =>
  json({ jsonrpc: "2.0", method, params });

/** A server that does not become ready, for this reason: nothing is sent, and the next call tries in vain again. */
export function fails(error: RegExp): Required<Pick<Case, "outcome" | "state" | "error" | "next">> {
  return {
    outcome: { status: "notSent", reason: error },
    state: "failed",
    error,
    next: { whyNot: "it cannot start", status: "notSent", reason: error },
  };
}

/** The answer to the call of "odd", which has the id 1. */
export const answer: Line = [result(1, 1)];
/** What the call of "odd" ends as where its answer cannot be read. */
export const timedOut: Pick<Case, "outcome" | "timeoutMs"> = {
  outcome: { status: "timedOut", reason: /^No answer within 0\.4 s\.$/ },
  timeoutMs: 400,
};
