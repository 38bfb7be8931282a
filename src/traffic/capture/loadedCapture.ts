import type { BatchMember, CaptureEntry, TrafficRow } from "../entry.ts";
import { TrafficLog } from "../trafficLog.ts";
import type { LoadedLine } from "../trafficSource.ts";

/**
 * A capture in memory: a log, and of the entries that say more than a log can tell from their raw text (a secret was
 * masked, the request was not exported, a later version wrote it) all that they said. What is shown and written of
 * those is as they said it.
 */
export class LoadedCapture extends TrafficLog {
  /** Entries without their raw texts, as JSON, by seq: a text takes a fraction of an object's memory. */
  readonly #kept = new Map<number, string>();
  readonly #servers = new Set<string>();

  /** The servers that have said anything, in that order. */
  get servers(): string[] {
    return [...this.#servers];
  }

  override load(server: string, epoch: number, line: LoadedLine): void {
    super.load(server, epoch, line);
    this.#servers.add(server);
  }

  /** What the log can tell of line `seq` by itself. */
  derivedHead(seq: number): CaptureEntry | undefined {
    return super.entryHead(seq);
  }

  /** Line `seq` says more of itself: the entry without its raw text, as JSON. */
  keep(seq: number, head: string): void {
    this.#kept.set(seq, head);
  }

  override entryHead(seq: number): CaptureEntry | undefined {
    const kept = this.#kept.get(seq);
    return kept === undefined ? super.entryHead(seq) : (JSON.parse(kept) as CaptureEntry);
  }

  override entry(seq: number): CaptureEntry | undefined {
    const entry = super.entry(seq);
    const kept = this.#kept.get(seq);
    return entry === undefined || kept === undefined
      ? entry
      : { ...entry, ...(JSON.parse(kept) as CaptureEntry) };
  }

  override row(seq: number): TrafficRow | undefined {
    const row = super.row(seq);
    const kept = this.#kept.get(seq);
    return row === undefined || kept === undefined ? row : withKept(row, JSON.parse(kept));
  }
}

type Given = { readonly [K in keyof CaptureEntry]?: unknown };

/** The row as its entry told it, as far as that can be shown. */
function withKept(
  row: TrafficRow,
  { kind, id, method, bytes, replyTo, durationMs, findings }: Given,
): TrafficRow {
  const shown: TrafficRow = { ...row };
  if (typeof kind === "string" && isKind(kind)) {
    shown.kind = kind;
    if (kind === "result" || kind === "error") {
      shown.status = kind === "result" ? "ok" : "error";
    }
  }
  if (typeof id === "string" || typeof id === "number" || id === null) {
    shown.id = id;
  }
  if (typeof method === "string") {
    shown.method = method;
  }
  if (isAmount(bytes)) {
    shown.bytes = bytes;
  }
  if (isAmount(replyTo)) {
    shown.replyTo = replyTo;
  }
  if (isAmount(durationMs)) {
    shown.durationMs = durationMs;
  }
  if (Array.isArray(findings)) {
    shown.findings = findings.filter((code) => typeof code === "string");
  }
  return shown;
}

const kindNames: { readonly [K in TrafficRow["kind"]]: true } = {
  request: true,
  result: true,
  error: true,
  notification: true,
  batch: true,
  invalid: true,
  unparsed: true,
  stderr: true,
  lifecycle: true,
};

function isKind(kind: string): kind is TrafficRow["kind"] {
  return Object.hasOwn(kindNames, kind);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

/** Whether some members of a batch are answers. */
export function answersRequests(members: unknown): boolean {
  return (
    Array.isArray(members) &&
    (members as (BatchMember | null)[]).some(
      (member) => member?.kind === "result" || member?.kind === "error",
    )
  );
}
