import type { InputSchema } from "./schema.ts";

/** What a method may do while it runs. */
export interface Call {
  /** Aborted when the caller cancels, and when the server ends. */
  readonly signal: AbortSignal;
  /** Tells the caller how far this call is. `progress` must grow from one time to the next. */
  progress(value: { progress: number; total: number; message: string }): void;
  notify(method: string, params: unknown): void;
}

/** A method that resolves to this is never answered. */
export const noAnswer = Symbol("no answer");

export interface Method {
  name: string;
  description: string;
  inputSchema: InputSchema;
  /** The parameters have passed the schema. What it throws becomes the error of the answer. */
  run(params: Record<string, unknown>, call: Call): unknown;
}
