/**
 * What can be wrong with a line, as the protocol notes name it. A set of them is a bit mask, so that a million
 * entries keep theirs in one typed array.
 */
export const findingCodes = [
  "stray-output",
  "invalid-json",
  "lsp-framing",
  "invalid-utf8",
  "bom",
  "crlf",
  "unterminated-line",
  "oversized-line",
  "missing-jsonrpc",
  "bad-envelope",
  "result-and-error",
  "bad-error-object",
  "null-id-error",
  "unknown-id",
  "id-type-mismatch",
  "duplicate-answer",
  "late-answer",
  "duplicate-request-id",
  "unsafe-integer",
  "duplicate-key",
  "empty-batch",
  "batch-not-allowed",
  "progress-unknown-token",
  "progress-not-increasing",
  "progress-after-end",
  "before-initialize",
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** A set of findings: the sum of the bits of `finding`. */
export type FindingSet = number;

/** The bit of each code. */
export const finding = Object.fromEntries(findingCodes.map((code, bit) => [code, 1 << bit])) as Record<
  FindingCode,
  FindingSet
>;

/** The codes in a set, in the order of `findingCodes`. */
export function findingsIn(set: FindingSet): FindingCode[] {
  return set === 0 ? [] : findingCodes.filter((_, bit) => (set & (1 << bit)) !== 0);
}
