import * as l10n from "@vscode/l10n";
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
    takePage(reading, outcome.result, list, serverName);
    const next = isJsonObject(outcome.result) ? outcome.result.nextCursor : undefined;
    // Servers exist that end with null or "" instead of leaving it out.
    if (next === undefined || next === null || next === "") {
      return reading;
    }
    if (typeof next !== "string") {
      reading.warnings.push(
        l10n.t(
          "{0} answered {1} with a nextCursor that is not a string; stopped after page {2}.",
          serverName,
          list.method,
          page,
        ),
      );
      return reading;
    }
    if (cursors.has(next)) {
      reading.warnings.push(
        l10n.t(
          '{0} of {1} goes in circles: page {2} gave the cursor "{3}" again. What was read until then is kept.',
          list.method,
          serverName,
          page,
          clip(next),
        ),
      );
      return reading;
    }
    cursors.add(next);
    cursor = next;
  }
  reading.warnings.push(
    l10n.t(
      "{0} of {1} has no end: stopped after {2} pages. What was read until then is kept.",
      list.method,
      serverName,
      mostPages,
    ),
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
  const said = noResultInWords(serverName, outcome);
  return {
    warnings: [page === 1 ? said : l10n.t("{0} (page {1}; the {2} before are kept)", said, page, page - 1)],
  };
}

/** Adds a page's entries, and what is wrong with the page. */
function takePage(
  reading: ListReading,
  result: JsonValue | undefined,
  list: ListKind,
  serverName: string,
): void {
  reading.any = true;
  const entries = isJsonObject(result) ? result[list.key] : undefined;
  if (!Array.isArray(entries)) {
    reading.warnings.push(
      l10n.t('{0} answered {1} without an array "{2}".', serverName, list.method, list.key),
    );
    return;
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
  if (nameless > 0) {
    reading.warnings.push(
      l10n.t(
        "{0} answered {1} with {2} of {3} entries that have no name.",
        serverName,
        list.method,
        nameless,
        entries.length,
      ),
    );
  }
}
