import { performance } from "node:perf_hooks";

/** Tells the time as whole microseconds since the Unix epoch. */
export type Clock = () => number;

/** How far the wall clock may run ahead before it is followed: less is drift, more was a sleeping computer. */
const toleratedLagMs = 2000;
const checkEveryMs = 1000;

/**
 * A clock that never runs backwards, whatever happens to the wall clock.
 *
 * It counts from the process's start with the monotonic clock. That one stands still while a computer sleeps, so once
 * a second it is compared with the wall clock and follows it forwards, never back. A reading costs about 40 ns.
 */
export function monotonicClock(): Clock {
  let originMs = performance.timeOrigin;
  let checkAtMs = 0;
  return () => {
    const elapsedMs = performance.now();
    if (elapsedMs >= checkAtMs) {
      checkAtMs = elapsedMs + checkEveryMs;
      const lagMs = Date.now() - (originMs + elapsedMs);
      if (lagMs > toleratedLagMs) {
        originMs += lagMs;
      }
    }
    return Math.floor((originMs + elapsedMs) * 1000);
  };
}

/** Lines mostly come within the same second as the one before. */
let lastSecondMs = Number.NaN;
let lastSecond = "";

/** ISO 8601 in UTC with microseconds: `2026-01-31T12:00:00.123456Z`. */
export function isoMicroseconds(atMicros: number): string {
  const secondMs = Math.floor(atMicros / 1_000_000) * 1000;
  if (secondMs !== lastSecondMs) {
    lastSecond = new Date(secondMs).toISOString().slice(0, 19);
    lastSecondMs = secondMs;
  }
  return `${lastSecond}.${String(atMicros - secondMs * 1000).padStart(6, "0")}Z`;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,6})\d*)?Z$/;
let parsedSecond = "";
let parsedSecondMs = Number.NaN;

/** What `isoMicroseconds` told, as microseconds since the Unix epoch; NaN where it is no such time. */
export function parseIsoMicroseconds(text: string): number {
  const match = isoTime.exec(text);
  if (match === null) {
    return Number.NaN;
  }
  const second = text.slice(0, 19);
  if (second !== parsedSecond) {
    parsedSecond = second;
    parsedSecondMs = Date.parse(`${second}Z`);
  }
  return parsedSecondMs * 1000 + Number((match[1] ?? "").padEnd(6, "0"));
}
