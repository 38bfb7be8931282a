import type { PeerCalls } from "../rpc/peer.ts";
import type { Listed } from "./dialect.ts";
import { type ListKind, listKinds } from "./mcpListKinds.ts";
import { readList } from "./mcpReadList.ts";
import { repeater } from "./repeater.ts";

export interface ReadAll {
  /** Why the server could not be asked any more, in a person's words: it ended, or does not read. */
  ended?: string;
}

/** All lists of one MCP server, read again when it says that they changed. */
export interface LiveLists {
  /** Reads every announced list, side by side. Resolves once each is read, failed, or silent. */
  readAll(): Promise<ReadAll>;
  listed(): Listed[];
  warnings(): string[];
}

export interface LiveListsOptions {
  serverName: string;
  /** Which lists the server announced. */
  announced: (list: ListKind) => boolean;
  silenceMs: number;
  /** A list has been read again, after `readAll`. */
  onDidChange: () => void;
}

/** Listens from now on; the listener ends with the peer. */
export function liveLists(peer: PeerCalls, options: LiveListsOptions): LiveLists {
  let isReady = false;
  let ended: string | undefined;
  const lists = listKinds.map((list) => {
    const state = { listed: [] as Listed[], warnings: [] as string[] };
    const reader = repeater(async () => {
      const reading = await readList(peer, list, options);
      if (reading.ended !== undefined) {
        ended = reading.ended;
        return;
      }
      // Where nothing could be read again, the earlier list is better than none.
      if (reading.any) {
        state.listed = reading.listed;
      }
      state.warnings = reading.warnings;
      if (isReady) {
        options.onDidChange();
      }
    });
    return { list, state, reader, started: options.announced(list) };
  });

  peer.onNotification(({ method }) => {
    for (const each of lists) {
      if (method !== `notifications/${each.list.capability}/list_changed`) {
        continue;
      }
      if (each.started) {
        each.reader.again();
      } else {
        // It never announced this list, but it has one.
        each.started = true;
        void each.reader.first();
      }
    }
  });

  return {
    async readAll() {
      await Promise.all(lists.filter(({ started }) => started).map(({ reader }) => reader.first()));
      isReady = true;
      return ended === undefined ? {} : { ended };
    },
    listed: () => lists.flatMap(({ state }) => state.listed),
    warnings: () => lists.flatMap(({ state }) => state.warnings),
  };
}
