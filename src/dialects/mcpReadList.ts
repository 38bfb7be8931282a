import type { Outcome } from "../rpc/outcome.ts";
import type { PeerCalls } from "../rpc/peer.ts";
import { isJsonObject } from "../wire/envelope.ts";
import { ErrorCode, type JsonValue } from "../wire/messages.ts";
import type { Listed } from "./dialect.ts";
import { type ListKind, readEntry } from "./mcpListKinds.ts";
import { clip, noResultInWords } from "./words.ts";

/** A list with more pages than this has no end. */
export const mostPages = 1_000;

/** What became of reading a list. */
export interface ListReading {
  listed: Listed[];
  /** Why something is missing, in a person's words. What was read before is kept. */
  warnings: string[];
  /** Whether at least one page was read. */
  any: boolean;
  /** Why the server could not be asked any more, in a person's words: it ended, or does not read. */
  ended?: string;
}

/** Reads all pages of a list. Never rejects. [MCP "Server / Utilities / Pagination"] */
export async function readList(
  peer: PeerCalls,
  list: ListKind,
  { serverName, silenceMs }: { serverName: string; silenceMs: number },
): Promise<ListReading> {
  const reading: ListReading = { listed: [], warnings: [], any: false };
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page++) {
    const outcome = await peer.call(list.method, cursor === undefined ? undefined : { cursor }, {
      timeoutMs: silenceMs,
      maxTotalMs: silenceMs * 6,
    }).outcome;
    if (outcome.status !== "ok") {
      return { ...reading, ...failure(outcome, list, serverName, page) };
    }
    const problems = takePage(reading, outcome.result, list);
    reading.warnings.push(...problems.map((problem) => `${serverName} answered ${list.method} ${problem}.`));
    const next = isJsonObject(outcome.result) ? outcome.result.nextCursor : undefined;
    // Servers exist that end with null or "" instead of leaving it out.
    if (next === undefined || next === null || next === "") {
      return reading;
    }
    if (typeof next !== "string") {
      reading.warnings.push(
        `${serverName} answered ${list.method} with a nextCursor that is not a string; stopped after page ${page}.`,
      );
      return reading;
    }
    if (cursors.has(next)) {
      reading.warnings.push(
        `${list.method} of ${serverName} goes in circles: page ${page} gave the cursor "${clip(next)}" again. ` +
          "What was read until then is kept.",
      );
      return reading;
    }
    cursors.add(next);
    cursor = next;
  }
  reading.warnings.push(
    `${list.method} of ${serverName} has no end: stopped after ${mostPages} pages. What was read until then is kept.`,
  );
  return reading;
}

function failure(outcome: Outcome, list: ListKind, serverName: string, page: number): Partial<ListReading> {
  if (outcome.status === "serverExited" || outcome.status === "notSent") {
    return { ended: outcome.reason ?? outcome.status };
  }
  const isAbsent = page === 1 && outcome.error?.code === ErrorCode.methodNotFound;
  if (isAbsent && list.optional === true) {
    return { any: true };
  }
  const where = page === 1 ? "" : ` (page ${page}; the ${page - 1} before are kept)`;
  return { warnings: [`${noResultInWords(serverName, outcome)}${where}`] };
}

/** Adds a page's entries. Returns what is wrong with the page, to be put after "answered …". */
function takePage(reading: ListReading, result: JsonValue | undefined, list: ListKind): string[] {
  reading.any = true;
  const entries = isJsonObject(result) ? result[list.key] : undefined;
  if (!Array.isArray(entries)) {
    return [`without an array "${list.key}"`];
  }
  let nameless = 0;
  for (const entry of entries) {
    const listed = readEntry(entry, list.kind);
    if (listed === undefined) {
      nameless++;
    } else {
      reading.listed.push(listed);
    }
  }
  return nameless === 0 ? [] : [`with ${nameless} of ${entries.length} entries that have no name`];
}
