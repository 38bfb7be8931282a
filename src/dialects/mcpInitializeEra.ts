import * as l10n from "@vscode/l10n";
import type { Outcome } from "../rpc/outcome.ts";
import type { PeerCalls } from "../rpc/peer.ts";
import { isJsonObject } from "../wire/envelope.ts";
import {
  describeErrorCode,
  ErrorCode,
  type JsonObject,
  type JsonValue,
  lookAtInWords,
} from "../wire/messages.ts";
import { type Handshake, HandshakeError, type HandshakeOptions, patience, type Session } from "./dialect.ts";
import { mcpConventions } from "./mcpConventions.ts";
import { liveLists } from "./mcpLiveLists.ts";
import { clip, errorInWords, noResultInWords, quote } from "./words.ts";

/** The protocol versions that begin with `initialize` and that we speak, oldest first. */
export const initializeVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

const oldest: string = initializeVersions[0];
const newest: string = initializeVersions[initializeVersions.length - 1] ?? oldest;

/** MCP in the versions that begin with `initialize`. */
export const initializeEra: Handshake = async (peer, options) => {
  peer.conventions = mcpConventions;
  answerServer(peer, options);
  const answer = await peer.call("initialize", initializeParams(options)).outcome;
  return enterSession(peer, options, answer);
};

/** What we say of ourselves: only what we can do. [MCP "Basic / Lifecycle"] */
export function initializeParams(options: HandshakeOptions, protocolVersion = newest): JsonObject {
  return {
    protocolVersion,
    capabilities: { roots: {} },
    clientInfo: { name: "toolwire", title: "Toolwire", version: options.clientVersion },
  };
}

/**
 * Whether a result of `initialize` is MCP's. Plain servers have an `initialize` of their own, or echo what they get:
 * our `clientInfo` without their `serverInfo` is such an echo.
 */
export function isInitializeResult(
  result: JsonValue | undefined,
): result is JsonObject & { protocolVersion: string } {
  return (
    isJsonObject(result) &&
    typeof result.protocolVersion === "string" &&
    !(result.clientInfo !== undefined && result.serverInfo === undefined)
  );
}

/**
 * Goes on from the answer to `initialize`: version, conventions, `notifications/initialized`, lists.
 * @throws HandshakeError where the answer does not lead to a session.
 */
export async function enterSession(
  peer: PeerCalls,
  options: HandshakeOptions,
  answer: Outcome,
): Promise<Session> {
  const { serverName } = options;
  const result = acceptedResult(options, await negotiated(peer, options, answer));
  const { protocolVersion, capabilities } = result;
  peer.conventions = mcpConventions;
  answerServer(peer, options);

  const serverInfo = readServerInfo(result.serverInfo);
  const lists = liveLists(peer, {
    serverName,
    announced: ({ capability }) => isJsonObject(capabilities) && isAnnounced(capabilities[capability]),
    silenceMs: (options.patience ?? patience).questionMs,
    onDidChange: () => options.onDidChange(session()),
  });
  const warnings = isJsonObject(capabilities)
    ? []
    : [
        l10n.t(
          '{0} answered initialize without "capabilities", so it was asked for no lists. A server with tools answers {1}.',
          serverName,
          '{"capabilities": {"tools": {}}}',
        ),
      ];
  function session(): Session {
    return {
      protocol: "mcp",
      protocolVersion,
      ...(serverInfo === undefined ? {} : { serverInfo }),
      listed: lists.listed(),
      warnings: [...warnings, ...lists.warnings()],
      capabilities,
    };
  }

  sayInitialized(peer, serverName);
  const { ended } = await lists.readAll();
  if (ended !== undefined) {
    throw new HandshakeError(ended);
  }
  return session();
}

function sayInitialized(peer: PeerCalls, serverName: string): void {
  try {
    peer.notify("notifications/initialized");
  } catch (error) {
    throw new HandshakeError(
      l10n.t("{0} could not be told that the handshake is done: {1}", serverName, (error as Error).message),
    );
  }
}

/** What a server may ask of us. Sampling and elicitation are not announced, so the peer refuses them. [R12] */
function answerServer(peer: PeerCalls, { roots }: HandshakeOptions): void {
  peer.onRequest("ping", () => ({}));
  peer.onRequest("roots/list", () => ({ roots: roots().map(({ uri, name }) => ({ uri, name })) }));
}

/**
 * A server may refuse our version with -32602 and name its own in `data.supported`, instead of answering with
 * another version; then we ask once more, with the newest that both speak. [MCP "Basic / Lifecycle"]
 */
async function negotiated(peer: PeerCalls, options: HandshakeOptions, answer: Outcome): Promise<Outcome> {
  const theirs = supportedInstead(answer);
  const common = initializeVersions.findLast((version) => theirs.includes(version));
  return common === undefined
    ? answer
    : await peer.call("initialize", initializeParams(options, common)).outcome;
}

/** The versions that a server names when it refuses ours; none where it names ours, for then the version is not why. */
function supportedInstead({ error }: Outcome): string[] {
  const supported = isJsonObject(error?.data) ? error.data.supported : undefined;
  if (error?.code !== ErrorCode.invalidParams || !Array.isArray(supported) || supported.includes(newest)) {
    return [];
  }
  return supported.filter((version) => typeof version === "string");
}

/** The answer's result, where both sides can live with it. */
function acceptedResult(
  { serverName, protocol }: HandshakeOptions,
  answer: Outcome,
): JsonObject & { protocolVersion: string } {
  const { status, result, error } = answer;
  const wayOut = l10n.t('If {0} speaks plain JSON-RPC, set "protocol": "jsonrpc".', serverName);
  if (status === "error" && error !== undefined) {
    const theirs = supportedInstead(answer);
    if (theirs.length > 0 && !initializeVersions.some((version) => theirs.includes(version))) {
      throw new HandshakeError(noCommonVersion(serverName, clip(theirs.join(", "))));
    }
    if (error.code === ErrorCode.methodNotFound) {
      throw new HandshakeError(
        l10n.t(
          '{0} does not know "initialize", with which MCP begins ({1}). {2}',
          serverName,
          errorInWords(error),
          wayOut,
        ),
      );
    }
    const refused = l10n.t(
      "{0} refused the MCP handshake with {1}. Look at {2}.",
      serverName,
      errorInWords(error),
      lookAtInWords(describeErrorCode(error.code).lookAt),
    );
    throw new HandshakeError(protocol === "auto" ? `${refused} ${wayOut}` : refused);
  }
  if (status === "serverExited" || status === "notSent") {
    throw new HandshakeError(
      answer.reason ?? l10n.t("{0} ended before it answered {1}.", serverName, "initialize"),
    );
  }
  if (status !== "ok") {
    throw new HandshakeError(
      l10n.t(
        "{0}. Without this answer there is no session: start it again.",
        noResultInWords(serverName, answer),
      ),
    );
  }
  if (!isInitializeResult(result)) {
    throw new HandshakeError(
      l10n.t(
        '{0} answered initialize without a "protocolVersion", which MCP requires: {1}. {2}',
        serverName,
        quote(result),
        wayOut,
      ),
    );
  }
  if (!(initializeVersions as readonly string[]).includes(result.protocolVersion)) {
    throw new HandshakeError(noCommonVersion(serverName, clip(result.protocolVersion)));
  }
  return result;
}

function noCommonVersion(serverName: string, theirs: string): string {
  return l10n.t(
    "{0} speaks MCP {1}; Toolwire speaks {2} to {3}. Update the server, or Toolwire, so that they have a version in common.",
    serverName,
    theirs,
    oldest,
    newest,
  );
}

/** `{}` announces a capability; `true` is wrong, but meant so. */
function isAnnounced(capability: JsonValue | undefined): boolean {
  return capability !== undefined && capability !== null && capability !== false;
}

function readServerInfo(info: JsonValue | undefined): Session["serverInfo"] {
  if (!isJsonObject(info) || typeof info.name !== "string") {
    return undefined;
  }
  return { name: info.name, ...(typeof info.version === "string" ? { version: info.version } : {}) };
}
