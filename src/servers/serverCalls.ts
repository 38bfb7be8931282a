import * as l10n from "@vscode/l10n";
import { isToolError } from "../dialects/mcpToolError.ts";
import type { Outcome } from "../rpc/outcome.ts";
import type { Call } from "../rpc/peer.ts";
import type { CallOptions } from "../rpc/pendingCall.ts";
import { isJsonObject } from "../wire/envelope.ts";
import type { Params } from "../wire/messages.ts";
import type { ServerRun } from "./serverRun.ts";
import type { CallOutcome } from "./status.ts";

/** What a caller may decide about, and learn from, one call. */
export interface ServerCallOptions extends Pick<CallOptions, "timeoutMs" | "onProgress"> {
  /** Aborting it cancels the call; a reason that is a string goes to the server. */
  signal?: AbortSignal;
  /** A person is there to be asked for inputs if the server has to be started first. */
  interactive?: boolean;
  /** Asked before something destructive is sent [R14]; without it nothing destructive is sent. */
  confirm?: (tool: string) => boolean | Promise<boolean>;
}

/** A member of a batch, as the public contract's `sendBatch` takes it. */
export interface BatchRequest {
  method: string;
  params?: Params;
  notification?: boolean;
}

/** What limits a call: what its caller asks for, or else the definition. [R9] */
export function limitsOf(run: ServerRun, { timeoutMs, onProgress }: ServerCallOptions): CallOptions {
  return {
    timeoutMs: timeoutMs ?? run.definition.timeoutMs,
    maxTotalMs: run.definition.maxTotalMs,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

/** Why the requests are not sent: the first of them that destroys something, and that nobody has confirmed. [R14] */
export async function unconfirmed(
  run: ServerRun,
  requests: readonly BatchRequest[],
  confirm: ServerCallOptions["confirm"],
): Promise<string | undefined> {
  for (const { method, params } of requests) {
    const tool = destructiveTool(run, method, params);
    if (tool !== undefined && (await confirm?.(tool)) !== true) {
      return l10n.t(
        'Not sent: "{0}" says that it destroys something (destructiveHint). Confirm the call to send it.',
        tool,
      );
    }
  }
  return undefined;
}

/** The tool that a request would call, where the server says of it that it destroys something. [R14] */
function destructiveTool(run: ServerRun, method: string, params: Params | undefined): string | undefined {
  if (run.session?.protocol !== "mcp" || method !== "tools/call" || !isJsonObject(params)) {
    return undefined;
  }
  const tool = run.session.listed.find(({ kind, name }) => kind === "tool" && name === params.name);
  return tool?.destructiveHint === true ? tool.name : undefined;
}

/** The outcomes of calls that are under way; they are cancelled when the signal fires. */
export async function settled(
  run: ServerRun,
  calls: readonly Call[],
  signal: AbortSignal | undefined,
): Promise<CallOutcome[]> {
  const cancel = () => {
    const reason = typeof signal?.reason === "string" ? signal.reason : undefined;
    for (const call of calls) {
      call.cancel(reason);
    }
  };
  signal?.addEventListener("abort", cancel, { once: true });
  const outcomes = await Promise.all(calls.map((call) => call.outcome));
  signal?.removeEventListener("abort", cancel);
  return outcomes.map((outcome) => toCallOutcome(run, outcome));
}

function toCallOutcome(run: ServerRun, outcome: Outcome): CallOutcome {
  const isMcpTool = run.session?.protocol === "mcp" && outcome.method === "tools/call";
  return {
    server: run.definition.name,
    epoch: run.epoch,
    ...outcome,
    ...(isMcpTool && outcome.status === "ok" ? { isToolError: isToolError(outcome.result) } : {}),
  };
}
