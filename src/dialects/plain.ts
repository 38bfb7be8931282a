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
  options.note({ type: "discover", method });
  const outcome = await peer.call(method, undefined, { timeoutMs: questionMs, maxTotalMs: questionMs * 6 })
    .outcome;
  if (outcome.status === "serverExited" || outcome.status === "notSent") {
    throw new HandshakeError(outcome.reason ?? `${serverName} ended before it answered ${method}.`);
  }
  const found = outcome.status === "ok" ? readMethodList(outcome.result) : undefined;
  const listed = found?.listed ?? [];
  const known = new Set(listed.map(({ name }) => name));
  const serverInfo = readInfo(outcome.result);
  return {
    protocol: "jsonrpc",
    ...(serverInfo === undefined ? {} : { serverInfo }),
    listed: [...listed, ...named.filter(({ name }) => !known.has(name))],
    warnings: warnings(),
  };

  function warnings(): string[] {
    const wayOut = 'Name a method that lists them in "discover", or name them in "methods".';
    if (outcome.status !== "ok") {
      return [
        `The methods of ${serverName} are not known: ${noResultInWords(serverName, outcome)}. ${wayOut}`,
      ];
    }
    if (found === undefined) {
      return [
        `The methods of ${serverName} are not known: it answered ${method} without a list of methods: ${quote(outcome.result)}. ${wayOut}`,
      ];
    }
    return found.nameless === 0
      ? []
      : [`${serverName} answered ${method} with ${found.nameless} entries that have no name.`];
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
