import type { PanelRow } from "../../shared/trafficProtocol.ts";
import { englishWords, fill, type TrafficWords } from "../../shared/trafficWords.ts";
import type { LifecycleEvent, TrafficRow } from "../../traffic/entry.ts";
import { describeErrorCode } from "../../wire/messages.ts";
import { commandLineText } from "../commandLineText.ts";

/** A server may name its methods and ids as it likes; a row stays small. */
const longest = 300;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What happened to a process, in words: `calc exited with code 1`. What has no words of its own is told field by field. */
export function describeLifecycle(
  { server, epoch }: { server: string; epoch: number },
  event: LifecycleEvent,
  words: TrafficWords = englishWords,
): string {
  const { type, ...rest } = event;
  if (type === "exited") {
    return typeof rest.signal === "string"
      ? fill(words.exitedOnSignal, server, rest.signal)
      : fill(words.exitedWithCode, server, String(rest.code ?? words.unknown));
  }
  if (type === "spawned") {
    const args = Array.isArray(rest.args) ? rest.args.map(String) : [];
    const sentence = epoch > 1 ? words.restarted : words.started;
    return short(
      fill(sentence, server, epoch, String(rest.pid), commandLineText(String(rest.command), args)),
    );
  }
  if (type === "ready") {
    const protocol = rest.protocol === "mcp" ? "MCP" : "JSON-RPC";
    const version = typeof rest.protocolVersion === "string" ? ` ${rest.protocolVersion}` : "";
    return short(fill(words.ready, server, `${protocol}${version}`));
  }
  if (type === "warning" && typeof rest.message === "string") {
    return short(rest.message);
  }
  const details = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return short([`${server} ${type}`, ...details].join(" · "));
}

/** What a row shows that has to be looked for beyond it. */
export interface RowExtras {
  /** The row that answers it: a request's error code is there. */
  answer?: TrafficRow | undefined;
  /** What a lifecycle row is about. */
  event?: LifecycleEvent | undefined;
  note?: string | undefined;
  subject?: string | undefined;
}

/** A row of the log as the panel shows it, with the words that the webview cannot know. */
export function toPanelRow(
  row: TrafficRow,
  { answer, event, note, subject }: RowExtras = {},
  words: TrafficWords = englishWords,
): PanelRow {
  const errorCode = row.errorCode ?? answer?.errorCode;
  const partner = row.replyTo ?? row.answeredBy;
  return {
    seq: row.seq,
    atMicros: row.atMicros,
    server: row.server,
    epoch: row.epoch,
    channel: row.channel,
    kind: row.kind,
    preview: event === undefined ? short(row.preview) : describeLifecycle(row, event, words),
    bytes: row.bytes,
    findings: row.findings,
    ...(row.id === undefined ? {} : { id: typeof row.id === "string" ? short(row.id) : row.id }),
    ...(row.method === undefined ? {} : { method: short(row.method) }),
    ...(row.status === undefined ? {} : { status: row.status }),
    ...(row.durationMs === undefined ? {} : { durationMs: row.durationMs }),
    ...(note === undefined ? {} : { note: short(note) }),
    ...(subject === undefined ? {} : { subject: short(subject) }),
    ...(partner === undefined ? {} : { partner }),
    ...(errorCode === undefined || row.status !== "error"
      ? {}
      : { errorCode, errorMeaning: describeErrorCode(errorCode).meaning }),
  };
}
