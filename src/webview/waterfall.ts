import type { PanelRow } from "../shared/trafficProtocol.ts";

/** From when to when, in microseconds since the Unix epoch. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Where a span lies in another one, as fractions of it. */
export interface Placed {
  left: number;
  width: number;
}

/** When a row was, and how long its call took; a call that waits takes until `now` (milliseconds, the host's clock). */
export function spanOf(row: PanelRow, now: number): TimeSpan {
  const from = row.atMicros;
  if (row.kind !== "request" && !(row.kind === "batch" && row.status !== undefined)) {
    return { from, to: from };
  }
  return {
    from,
    to: row.status === "pending" ? Math.max(from, now * 1000) : from + (row.durationMs ?? 0) * 1000,
  };
}

/** What the rows on screen span together. */
export function rangeOf(rows: readonly PanelRow[], now: number): TimeSpan {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const span = spanOf(row, now);
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
  }
  return from <= to ? { from, to } : { from: 0, to: 0 };
}

export function place(span: TimeSpan, range: TimeSpan): Placed {
  const length = range.to - range.from;
  if (length <= 0) {
    return { left: 0, width: 0 };
  }
  const left = Math.min(1, Math.max(0, (span.from - range.from) / length));
  return { left, width: Math.min(1 - left, Math.max(0, (span.to - span.from) / length)) };
}
