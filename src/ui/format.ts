/** "12 ms", "1.8 s", "2 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) {
    return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  }
  if (ms < 60_000) {
    return `${(ms / 1000).toFixed(1)} s`;
  }
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The time of day where the person is: "14:02:11". */
export function formatClock(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** "42 %" where the total is known, otherwise what was counted. */
export function formatProgress(progress: number, total: number | undefined): string {
  return total !== undefined && total > 0
    ? `${Math.min(100, Math.round((progress / total) * 100))} %`
    : String(progress);
}
