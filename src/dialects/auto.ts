import { setTimeout as sleep } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import type { Conventions } from "../rpc/conventions.ts";
import type { Outcome } from "../rpc/outcome.ts";
import type { Call, PeerCalls } from "../rpc/peer.ts";
import { ErrorCode } from "../wire/messages.ts";
import { type Handshake, HandshakeError, type HandshakeOptions, patience, type Session } from "./dialect.ts";
import { enterSession, initializeParams, isInitializeResult } from "./mcpInitializeEra.ts";
import { discover, plain } from "./plain.ts";
import { plainConventions } from "./plainConventions.ts";
import { quote } from "./words.ts";

/**
 * The public contract's `auto`: probes with `initialize`. -32601 means plain JSON-RPC at once; after 5 s of silence
 * the server is provisionally plain, and a late result of `initialize` makes it MCP, even after the handshake. A
 * result that is not MCP's means plain, with a warning. Any other error is MCP's own failure.
 */
export const auto: Handshake = async (peer, options) => {
  peer.conventions = undecidedConventions(options);
  options.note({ type: "probe", method: "initialize" });
  const probe = peer.call("initialize", initializeParams(options));
  const answer = await within(probe.outcome, (options.patience ?? patience).probeMs);
  if (answer === undefined) {
    return provisionallyPlain(peer, options, probe);
  }
  const verdict = judge(options, answer);
  return verdict.isPlain
    ? withWarnings(await plain(peer, options), verdict.warnings)
    : enterSession(peer, options, answer);
};

async function provisionallyPlain(peer: PeerCalls, options: HandshakeOptions, probe: Call): Promise<Session> {
  const discovery = discover(peer, options);
  // Where the probe's answer comes first, nobody waits for the discovery.
  discovery.catch(() => undefined);
  const first = await Promise.race([
    probe.outcome.then((answer) => ({ answer })),
    discovery.then((session) => ({ session })),
  ]);
  if ("answer" in first) {
    const verdict = judge(options, first.answer);
    if (!verdict.isPlain) {
      return enterSession(peer, options, first.answer);
    }
    peer.conventions = plainConventions(options.cancel);
    return withWarnings(await discovery, verdict.warnings);
  }
  void probe.outcome.then((answer) => reconsider(peer, options, first.session, answer));
  return withWarnings(first.session, [
    l10n.t(
      '{0} has not answered initialize, so it is taken for plain JSON-RPC until it does. Set "protocol" to "jsonrpc" or "mcp" to skip the wait.',
      options.serverName,
    ),
  ]);
}

/** The probe's answer came after the handshake. */
async function reconsider(
  peer: PeerCalls,
  options: HandshakeOptions,
  plainSession: Session,
  answer: Outcome,
): Promise<void> {
  if (answer.status !== "ok" && answer.status !== "error") {
    return;
  }
  const verdict = judge(options, answer);
  if (verdict.isPlain) {
    peer.conventions = plainConventions(options.cancel);
    options.onDidChange(withWarnings(plainSession, verdict.warnings));
    return;
  }
  try {
    options.onDidChange(await enterSession(peer, options, answer));
  } catch (error) {
    if (!(error instanceof HandshakeError)) {
      throw error;
    }
    // It was ready and may be in use: say it, and leave it as it is.
    options.onDidChange(withWarnings(plainSession, [error.message]));
  }
}

/** What an answer to the probe says of the server. */
function judge({ serverName }: HandshakeOptions, answer: Outcome): { isPlain: boolean; warnings: string[] } {
  if (answer.error?.code === ErrorCode.methodNotFound) {
    return { isPlain: true, warnings: [] };
  }
  if (answer.status !== "ok" || isInitializeResult(answer.result)) {
    return { isPlain: false, warnings: [] };
  }
  return {
    isPlain: true,
    warnings: [
      l10n.t(
        '{0} answered initialize, but not as MCP does ({1}), so it is taken for plain JSON-RPC. Set "protocol": "jsonrpc" to skip this question.',
        serverName,
        quote(answer.result),
      ),
    ],
  };
}

/** Plain JSON-RPC's, except that `initialize` is not cancelled while the server may still turn out to speak MCP. */
function undecidedConventions({ cancel }: HandshakeOptions): Conventions {
  const conventions = plainConventions(cancel);
  return {
    ...conventions,
    cancelNotification: (id, method, reason) =>
      method === "initialize" ? undefined : conventions.cancelNotification(id, method, reason),
  };
}

function withWarnings(session: Session, warnings: readonly string[]): Session {
  return warnings.length === 0 ? session : { ...session, warnings: [...warnings, ...session.warnings] };
}

/** Undefined where the promise, which must not reject, takes longer. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const timer = new AbortController();
  const silence = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, silence]);
  } finally {
    timer.abort();
  }
}
