import * as l10n from "@vscode/l10n";
import type { PeerCalls } from "../rpc/peer.ts";
import { isJsonObject } from "../wire/envelope.ts";
import type { JsonValue } from "../wire/messages.ts";
import { type Handshake, HandshakeError, type HandshakeOptions, patience, type Session } from "./dialect.ts";
import { readMethodList } from "./methodList.ts";
import { plainConventions } from "./plainConventions.ts";
import { noResultInWords, quote } from "./words.ts";

/** What a plain server is asked where its definition says nothing. [OpenRPC "Service Discovery Method"] */
const openRpcDiscovery = "rpc.discover";

/** Plain JSON-RPC: there is no handshake, only the question which methods there are. */
export const plain: Handshake = (peer, options) => {
  peer.conventions = plainConventions(options.cancel);
  return discover(peer, options);
};

/**
 * Finds a plain server's methods: by the definition's `discover`, its `methods`, or both; else by `rpc.discover`,
 * once. A failure or silence is a warning.
 * @throws HandshakeError where the server ends meanwhile.
 */
export async function discover(peer: PeerCalls, options: HandshakeOptions): Promise<Session> {
  const named = (options.methods ?? []).map((name) => ({ name, kind: "method" as const }));
  const method = options.discover ?? (options.methods === undefined ? openRpcDiscovery : undefined);
  if (method === undefined) {
    return { protocol: "jsonrpc", listed: named, warnings: [] };
  }
  const { serverName } = options;
  const { questionMs } = options.patience ?? patience;
  options.note({ type: options.discover === undefined ? "probe" : "discover", method });
  const outcome = await peer.call(method, undefined, { timeoutMs: questionMs, maxTotalMs: questionMs * 6 })
    .outcome;
  if (outcome.status === "serverExited" || outcome.status === "notSent") {
    throw new HandshakeError(
      outcome.reason ?? l10n.t("{0} ended before it answered {1}.", serverName, method),
    );
  }
  const found = outcome.status === "ok" ? readMethodList(outcome.result) : undefined;
  const listed = found?.listed ?? [];
  const known = new Set(listed.map(({ name }) => name));
  const serverInfo = readInfo(outcome.result);
  return {
    protocol: "jsonrpc",
    ...(serverInfo === undefined ? {} : { serverInfo }),
    listed: [...listed, ...named.filter(({ name }) => !known.has(name))],
    warnings: warnings(method),
  };

  function warnings(method: string): string[] {
    const wayOut = l10n.t('Name a method that lists them in "discover", or name them in "methods".');
    if (outcome.status !== "ok") {
      return [
        l10n.t(
          "The methods of {0} are not known: {1}. {2}",
          serverName,
          noResultInWords(serverName, outcome),
          wayOut,
        ),
      ];
    }
    if (found === undefined) {
      return [
        l10n.t(
          "The methods of {0} are not known: it answered {1} without a list of methods: {2}. {3}",
          serverName,
          method,
          quote(outcome.result),
          wayOut,
        ),
      ];
    }
    return found.nameless === 0
      ? []
      : [l10n.t("{0} answered {1} with {2} entries that have no name.", serverName, method, found.nameless)];
  }
}

/** OpenRPC's `info`. */
function readInfo(result: JsonValue | undefined): Session["serverInfo"] {
  const info = isJsonObject(result) ? result.info : undefined;
  if (!isJsonObject(info) || typeof info.title !== "string") {
    return undefined;
  }
  return { name: info.title, ...(typeof info.version === "string" ? { version: info.version } : {}) };
}
