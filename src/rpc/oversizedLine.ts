import * as l10n from "@vscode/l10n";
import { longestLine } from "../wire/lineSplitter.ts";

/** Why an answer was too long to be read, and what a person can do about it. */
export function oversizedAnswer(bytes: number, maxLineBytes = longestLine): string {
  return l10n.t(
    "The answer is a line of {0}, longer than the {1} that are read of a line. Ask for less at a time, or raise toolwire.traffic.maxLineMB and restart the server.",
    megabytes(bytes),
    megabytes(Math.min(maxLineBytes, longestLine)),
  );
}

/** The same of a request of the server's, which is told: in English, as all that goes over the wire. */
export function oversizedRequest(bytes: number, maxLineBytes = longestLine): string {
  const limit = Math.min(maxLineBytes, longestLine);
  return `The request is a line of ${megabytes(bytes)}, longer than the ${megabytes(limit)} that are read of a line.`;
}

/** Rounded up, so that what is more also reads so. */
function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MB`;
}
