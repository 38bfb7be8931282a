import type { PanelRow } from "../../shared/trafficProtocol.ts";
import type { LifecycleEvent, TrafficRow } from "../../traffic/entry.ts";
import { describeErrorCode } from "../../wire/messages.ts";

/** A server may name its methods and ids as it likes; a row stays small. */
const longest = 300;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What happened to a process, in words: `exited with code 1`. What has no words of its own is told field by field. */
export function describeLifecycle(event: LifecycleEvent): string {
  const { type, ...rest } = event;
  if (type === "exited") {
    return typeof rest.signal === "string"
      ? `exited on signal ${rest.signal}`
      : `exited with code ${rest.code ?? "unknown"}`;
  }
  if (type === "spawned") {
    const args = Array.isArray(rest.args) ? rest.args : [];
    return short(`spawned · pid ${rest.pid} · ${[rest.command, ...args].join(" ")}`);
  }
  const details = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return short([type, ...details].join(" · "));
}

/**
 * A row of the log as the panel shows it, with the words that the webview cannot know.
 *
 * @param answer the row that answers `row`: a request's error code is there
 * @param event what a lifecycle row is about
 */
export function toPanelRow(row: TrafficRow, answer?: TrafficRow, event?: LifecycleEvent): PanelRow {
  const errorCode = row.errorCode ?? answer?.errorCode;
  const partner = row.replyTo ?? row.answeredBy;
  return {
    seq: row.seq,
    atMicros: row.atMicros,
    server: row.server,
    channel: row.channel,
    kind: row.kind,
    preview: event === undefined ? short(row.preview) : describeLifecycle(event),
    bytes: row.bytes,
    findings: row.findings,
    ...(row.id === undefined ? {} : { id: typeof row.id === "string" ? short(row.id) : row.id }),
    ...(row.method === undefined ? {} : { method: short(row.method) }),
    ...(row.status === undefined ? {} : { status: row.status }),
    ...(row.durationMs === undefined ? {} : { durationMs: row.durationMs }),
    ...(partner === undefined ? {} : { partner }),
    ...(errorCode === undefined || row.status !== "error"
      ? {}
      : { errorCode, errorMeaning: describeErrorCode(errorCode).meaning }),
  };
}
