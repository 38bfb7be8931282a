import type { EntryKind, RowStatus, TrafficRow } from "../entry.ts";

/** Which rows of the log pass. What is absent does not restrict. */
export interface RowFilter {
  server?: string;
  kinds?: readonly EntryKind[];
  /** Only rows with a finding or that went wrong. */
  problems?: boolean;
  /** In the exact text, the method or the id, without regard to the case of ASCII letters. */
  text?: string;
}

const badEnds: readonly (RowStatus | undefined)[] = ["error", "timedOut", "serverExited"];

/** Whether a person would want to look at it: a finding, an error, no answer. */
export function isProblem({ findings, status }: Pick<TrafficRow, "findings" | "status">): boolean {
  return findings.length > 0 || badEnds.includes(status);
}
