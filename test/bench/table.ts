/** One line of the benches' table. */
export interface Figure {
  bench: string;
  what: string;
  /** With its unit. */
  value: string;
  /** To its limit or peer in the same run; absent where the value is its own measure. */
  ratio?: number;
  /** The ratio (or with `most` the number) must not be below (above) it; absent where there is no goal. */
  goal?: string;
  met?: boolean;
}

/** The middle one of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The table, one figure a line, columns aligned. */
export function formatTable(figures: readonly Figure[]): string {
  const cells = [
    ["bench", "what", "value", "ratio", "goal", ""],
    ...figures.map(({ bench, what, value, ratio, goal, met }) => [
      bench,
      what,
      value,
      ratio?.toFixed(2) ?? "",
      goal ?? "",
      met === undefined ? "" : met ? "met" : "NOT MET",
    ]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
