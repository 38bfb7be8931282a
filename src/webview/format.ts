import { formatSize } from "../shared/size.ts";
import type { PanelRow, PanelStatus } from "../shared/trafficProtocol.ts";
import { fill, words } from "./words.ts";

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** `14:02:11.481`, in the person's time zone. */
export function formatTime(atMicros: number): string {
  const date = new Date(Math.floor(atMicros / 1000));
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => padded(part, 2))
    .join(":");
  return `${time}.${padded(date.getMilliseconds(), 3)}`;
}

/** `2026-03-09 14:02:11.481527 UTC+01:00` */
export function formatExactTime(atMicros: number): string {
  const date = new Date(Math.floor(atMicros / 1000));
  const day = [date.getFullYear(), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join("-");
  const east = -date.getTimezoneOffset();
  const zone = `${east < 0 ? "-" : "+"}${padded(Math.floor(Math.abs(east) / 60), 2)}:${padded(Math.abs(east) % 60, 2)}`;
  return `${day} ${formatTime(atMicros)}${padded(Math.floor(atMicros % 1000), 3)} UTC${zone}`;
}

/** Under a column headed "ms": a bare number below a second, with its unit from there on. */
export function formatDuration(ms: number): string {
  if (ms < 9.95) {
    return ms.toFixed(1);
  }
  if (ms < 999.5) {
    return ms.toFixed(0);
  }
  if (ms < 59_950) {
    return `${(ms / 1000).toFixed(1)} s`;
  }
  return ms < 59.95 * 60_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

/** The same where no column heads it. */
export function formatDurationWithUnit(ms: number): string {
  return ms < 999.5 ? `${formatDuration(ms)} ms` : formatDuration(ms);
}

/** The number 1 and the string "1" are two ids, so a string that reads as something else keeps its quotes. */
export function formatId(id: string | number | null | undefined): string {
  if (id === undefined) {
    return "";
  }
  if (typeof id !== "string") {
    return String(id);
  }
  return /^$|^null$|^[-+.\d\s][-+.\d\seE]*$/.test(id) ? JSON.stringify(id) : id;
}

/** What was said: the method, and where there is none the line itself, in quotes. */
export function formatMethod(row: PanelRow): string {
  if (row.method !== undefined) {
    return row.method;
  }
  return row.channel === "lifecycle" ? row.preview : `"${row.preview}"`;
}

const directions: Record<PanelRow["channel"], { arrow: string; word: string }> = {
  stdin: { arrow: "→", word: words.sent },
  stdout: { arrow: "←", word: words.received },
  stderr: { arrow: "←", word: words.stderr },
  lifecycle: { arrow: "", word: words.process },
};

export function directionOf(row: PanelRow): { arrow: string; word: string } {
  return directions[row.channel];
}

const statusWords: Record<PanelStatus, string> = {
  pending: words.pending,
  ok: words.ok,
  error: words.error,
  cancelled: words.cancelled,
  timedOut: words.timedOut,
  serverExited: words.serverExited,
};

/** `ok`, `-32602 invalid params`, `timed out`; of a notification what it says. */
export function formatStatus(row: PanelRow): string {
  if (row.status === undefined) {
    return row.note ?? "";
  }
  if (row.status === "error" && row.errorCode !== undefined) {
    return row.errorMeaning === undefined ? String(row.errorCode) : `${row.errorCode} ${row.errorMeaning}`;
  }
  return statusWords[row.status];
}

/** How long a call took, or has taken by `now` (milliseconds, the host's clock). */
export function elapsedMs(row: PanelRow, now: number): number | undefined {
  if (row.status === "pending") {
    return Math.max(0, now - row.atMicros / 1000);
  }
  return row.durationMs;
}

/** One row as a screen reader says it. */
export function describeRow(row: PanelRow, now: number): string {
  const elapsed = elapsedMs(row, now);
  const parts = [
    `${row.seq}`,
    row.server,
    `${row.kind} ${directionOf(row).word}`,
    formatMethod(row),
    row.subject ?? "",
    formatStatus(row),
    elapsed === undefined ? "" : formatDurationWithUnit(elapsed),
    row.findings.length === 0 ? "" : fill(words.findingsOf, row.findings.join(", ")),
    row.channel === "lifecycle" ? "" : formatSize(row.bytes),
    formatTime(row.atMicros),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** How much of a line is on screen, where it is not all. */
export function shownOf(findings: readonly { code: string }[], shown: number, bytes: number): string {
  const isOversized = findings.some(({ code }) => code === "oversized-line");
  const sentence = isOversized ? words.showingEnds : words.showingFirst;
  return fill(sentence, formatSize(shown), formatSize(bytes));
}
