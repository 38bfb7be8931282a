import { isJsonObject } from "../../wire/envelope.ts";
import type { RequestId } from "../../wire/messages.ts";
import type { TrafficLog } from "../trafficLog.ts";
import type { TrafficSource } from "../trafficSource.ts";
import type { GivenEntry, ReadableEntry } from "./captureEntry.ts";

/** The parameter that names the request, by the notification that cancels it. [R10] */
const idParams: ReadonlyMap<unknown, string> = new Map([
  ["$/cancelRequest", "id"],
  ["notifications/cancelled", "requestId"],
]);

/**
 * How calls of ours ended on our side. No line of a capture says so, but those around tell: what we asked to cancel
 * and was never answered was cancelled, and what was answered late had ended before.
 */
export class LocalEnds {
  readonly #log: TrafficLog;
  /** The ids of the calls that we asked to cancel, by process. */
  readonly #asked = new Map<TrafficSource, Set<RequestId>>();

  constructor(log: TrafficLog) {
    this.#log = log;
  }

  /** An entry is about to be loaded. */
  before({ server, epoch, channel }: ReadableEntry, { id, findings, event }: GivenEntry): void {
    const isLate = channel === "stdout" && Array.isArray(findings) && findings.includes("late-answer");
    if (isLate && (typeof id === "string" || typeof id === "number")) {
      const source = this.#log.source(server, epoch);
      source.settle(id, this.#asked.get(source)?.has(id) === true ? "cancelled" : "timedOut");
    }
    if (channel === "lifecycle" && (event as { type?: unknown }).type === "exited") {
      this.#end(this.#log.source(server, epoch));
    }
  }

  /** An entry was loaded. */
  after({ server, epoch, channel }: ReadableEntry, { method, raw }: GivenEntry): void {
    const idParam = channel === "stdin" ? idParams.get(method) : undefined;
    const id = idParam === undefined ? undefined : idIn(raw, idParam);
    if (id !== undefined) {
      const source = this.#log.source(server, epoch);
      const asked = this.#asked.get(source) ?? new Set();
      this.#asked.set(source, asked.add(id));
    }
  }

  /** There are no more entries. */
  end(): void {
    for (const source of this.#asked.keys()) {
      this.#end(source);
    }
  }

  #end(source: TrafficSource): void {
    for (const id of this.#asked.get(source) ?? []) {
      source.settle(id, "cancelled");
    }
    this.#asked.delete(source);
  }
}

function idIn(raw: unknown, idParam: string): RequestId | undefined {
  try {
    const params: unknown = (JSON.parse(raw as string) as { params?: unknown } | null)?.params;
    const id = isJsonObject(params) ? params[idParam] : undefined;
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}
