import { longestLine } from "../wire/lineSplitter.ts";

/** What is wrong with a line that was too long to be read, as a part of a sentence. */
export function oversizedLine(bytes: number, maxLineBytes = longestLine): string {
  const limit = Math.min(maxLineBytes, longestLine);
  return `a line of ${megabytes(bytes)}, longer than the ${megabytes(limit)} that are read of a line`;
}

/** What a person can do about it. */
export const waysOutOfOversized =
  "Ask for less at a time, or raise toolwire.traffic.maxLineMB and restart the server.";

/** Rounded up, so that what is more also reads so. */
function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MB`;
}
