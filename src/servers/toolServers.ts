import * as l10n from "@vscode/l10n";
import type { Listed } from "../dialects/dialect.ts";
import type { Call } from "../rpc/peer.ts";
import { WriteRefusedError } from "../wire/lineMessageWriter.ts";
import type { JsonValue, Params, RequestId } from "../wire/messages.ts";
import type { ListedEntry } from "./definition.ts";
import { type BatchRequest, limitsOf, type ServerCallOptions, settled, unconfirmed } from "./serverCalls.ts";
import type { ServerRun } from "./serverRun.ts";
import { describeState } from "./stateWords.ts";
import type { CallOutcome, ServerStatus, ShownCall } from "./status.ts";
import { type ServerParts, ToolServer } from "./toolServer.ts";

/** One row of the servers view. */
export interface ServerRow {
  /** Tells rows of one name apart. */
  key: string;
  entry: ListedEntry;
  status: ServerStatus;
  /** The folders in which its program was looked for in vain. Empty where that is not what is wrong. */
  searched: readonly string[];
  /** What is odd about a server that is ready: lists that failed or were silent, a protocol that was guessed. */
  warnings: readonly string[];
}

/** All servers of a window: one for each name, and what is listed but cannot be used. [R13] */
export class ToolServers {
  readonly #parts: ServerParts;
  readonly #listeners = new Set<(key: string | undefined) => void>();
  readonly #settleListeners = new Set<(outcome: CallOutcome) => void>();
  readonly #servers = new Map<string, ToolServer>();
  #entries: readonly ListedEntry[] = [];

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** Listeners get the key of the row that changed, or undefined when the list did. */
  onDidChange(listener: (key: string | undefined) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Listeners get the outcome of every call that was sent, whoever asked for it. */
  onDidSettle(listener: (outcome: CallOutcome) => void): { dispose(): void } {
    this.#settleListeners.add(listener);
    return { dispose: () => void this.#settleListeners.delete(listener) };
  }

  /**
   * What the definitions say now. A running server keeps what it was started with until its next start; one whose
   * entry is gone is stopped.
   */
  update(entries: readonly ListedEntry[]): void {
    this.#entries = entries;
    const names = new Set<string>();
    for (const { name, definition, shadowedBy } of entries) {
      if (shadowedBy !== undefined) {
        continue;
      }
      names.add(name);
      const server = this.#servers.get(name);
      if (definition === undefined) {
        continue;
      }
      if (server === undefined) {
        this.#servers.set(name, new ToolServer(definition, this.#parts, () => this.#fireOf(name)));
      } else {
        server.define(definition);
      }
    }
    for (const [name, server] of this.#servers) {
      // It is kept: its epochs go on where the name comes back, and its secrets are still in the traffic.
      if (!names.has(name)) {
        void server.remove();
      }
    }
    this.#fire(undefined);
  }

  /** In the contract's order: every entry, also those that cannot be used. */
  rows(): ServerRow[] {
    return this.#entries.map((entry) => ({
      key: keyOf(entry),
      entry,
      status: this.#statusOf(entry),
      searched: entry.shadowedBy === undefined ? (this.#servers.get(entry.name)?.searched ?? []) : [],
      warnings: entry.shadowedBy === undefined ? (this.#servers.get(entry.name)?.warnings ?? []) : [],
    }));
  }

  statuses(): ServerStatus[] {
    return this.rows().map(({ status }) => status);
  }

  /** Throws an `Error` that names the server and the way out where there is none of that name. */
  status(name: string): ServerStatus {
    return this.#statusOf(this.#entry(name));
  }

  /** Resolves to the status once it is ready, or why it is not. A running server stays as it is. */
  async start(name: string, options: { interactive?: boolean } = {}): Promise<ServerStatus> {
    const entry = this.#entry(name);
    await this.#startable(entry)?.start({ interactive: options.interactive === true });
    return this.#started(entry);
  }

  async stop(name: string): Promise<ServerStatus> {
    const entry = this.#entry(name);
    await this.#servers.get(name)?.stop();
    return this.#statusOf(this.#find(name) ?? entry);
  }

  /** Where the entry cannot be used any more, what still runs of it ends. */
  async restart(name: string, options: { interactive?: boolean } = {}): Promise<ServerStatus> {
    const entry = this.#entry(name);
    const server = this.#startable(entry);
    if (server === undefined) {
      return this.stop(name);
    }
    await server.restart({ interactive: options.interactive === true });
    return this.#started(entry);
  }

  /** Never rejects for what the server does: that is in the outcome. A server that does not run is started once. */
  call(name: string, method: string, params?: Params, options: ServerCallOptions = {}): Promise<CallOutcome> {
    return this.#callOne(name, () => ({ method, ...(params && { params }) }), options);
  }

  /** MCP: `tools/call`. Plain JSON-RPC: the method of that name. */
  callTool(
    name: string,
    tool: string,
    args?: JsonValue,
    options: ServerCallOptions = {},
  ): Promise<CallOutcome> {
    const request = (run: ServerRun | undefined): BatchRequest =>
      run?.session?.protocol === "mcp"
        ? { method: "tools/call", params: { name: tool, ...(args === undefined ? {} : { arguments: args }) } }
        : { method: tool, ...(args === undefined ? {} : { params: args as Params }) };
    return this.#callOne(name, request, options);
  }

  /** Rejects with an `Error` where the server does not run and cannot be started, or does not read. */
  async notify(name: string, method: string, params?: Params): Promise<{ seq: number }> {
    const run = await this.#running(name);
    return run.peer.notify(method, params);
  }

  /** Writes the text and one line feed, unchecked. Rejects like `notify`. */
  async sendRaw(name: string, text: string): Promise<{ seq: number }> {
    const run = await this.#running(name);
    return run.peer.sendRaw(text);
  }

  /**
   * One line; the outcomes are those of the members that want an answer, in the order asked. [R5]
   * What one member must not do without being confirmed keeps the whole line back.
   */
  async sendBatch(
    name: string,
    messages: readonly BatchRequest[],
    options: ServerCallOptions = {},
  ): Promise<{ outcomes: CallOutcome[]; notifications: number }> {
    const requests = messages.filter(({ notification }) => notification !== true);
    if (requests.length === 0) {
      // No outcome could say that it was not sent.
      const run = await this.#running(name);
      run.peer.batch(messages);
      return { outcomes: [], notifications: messages.length };
    }
    const outcomes = await this.#exchange(
      name,
      () => requests,
      options,
      (run) => run.peer.batch(messages, limitsOf(run, options)),
    );
    return { outcomes, notifications: messages.length - requests.length };
  }

  /** False where no such call is in flight. */
  cancel(name: string, id: RequestId, reason?: string): boolean {
    this.#entry(name);
    return this.#servers.get(name)?.run?.peer.cancel(id, reason) ?? false;
  }

  /** The calls in flight of one server, or of all. */
  inFlight(name?: string): ShownCall[] {
    if (name !== undefined) {
      this.#entry(name);
    }
    const servers = [...this.#servers.values()].filter(
      (server) => name === undefined || server.name === name,
    );
    return servers.flatMap((server) =>
      (server.run?.peer.inFlight() ?? []).map(({ id, method, subject, startedAt, lastProgress }) => ({
        server: server.name,
        id: id as RequestId,
        method,
        ...(subject === undefined ? {} : { subject }),
        startedAt: startedAt.toISOString(),
        ...(lastProgress === undefined ? {} : { progress: lastProgress }),
      })),
    );
  }

  /** What a running server lists, with the schemas as the server gave them. */
  listed(name: string): readonly Listed[] {
    return this.#servers.get(name)?.run?.session?.listed ?? [];
  }

  /** What exports must mask. */
  secrets(): Set<string> {
    return new Set([...this.#servers.values()].flatMap((server) => [...server.secrets]));
  }

  /** Stops them all. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    this.#settleListeners.clear();
    await Promise.all([...this.#servers.values()].map((server) => server.stop({ polite: false })));
  }

  /** `requestFor` gets the run that it goes to; undefined where there is none. */
  async #callOne(
    name: string,
    requestFor: (run: ServerRun | undefined) => BatchRequest,
    options: ServerCallOptions,
  ): Promise<CallOutcome> {
    const [outcome] = await this.#exchange(
      name,
      (run) => [requestFor(run)],
      options,
      (run) => {
        const { method, params } = requestFor(run);
        return [run.peer.call(method, params, limitsOf(run, options))];
      },
    );
    return outcome as CallOutcome;
  }

  /** Brings a server up, sends, and waits; everything that goes wrong on the way is in the outcomes. */
  async #exchange(
    name: string,
    requestsFor: (run: ServerRun | undefined) => readonly BatchRequest[],
    options: ServerCallOptions,
    send: (run: ServerRun) => Call[],
  ): Promise<CallOutcome[]> {
    const began = performance.now();
    const { signal, confirm } = options;
    const ready = await this.#ready(name, options);
    const requests = requestsFor(typeof ready === "string" ? undefined : ready);
    const notSent = (status: "notSent" | "cancelled", reason: string): CallOutcome[] =>
      requests.map(({ method }) => ({
        server: name,
        epoch: this.#servers.get(name)?.epoch ?? 0,
        method,
        status,
        reason,
        progress: 0,
        durationMs: Math.round(performance.now() - began),
      }));
    const cancelled = () => notSent("cancelled", l10n.t("Cancelled before it was sent."));
    if (typeof ready === "string") {
      return signal?.aborted ? cancelled() : notSent("notSent", ready);
    }
    const refused = await unconfirmed(ready, requests, confirm);
    if (signal?.aborted) {
      return cancelled();
    }
    if (refused !== undefined) {
      return notSent("notSent", refused);
    }
    try {
      const outcomes = await settled(ready, send(ready), signal);
      for (const listener of this.#settleListeners) {
        outcomes.forEach(listener);
      }
      return outcomes;
    } catch (error) {
      // It has gone while somebody was asked.
      if (error instanceof WriteRefusedError) {
        return notSent("notSent", error.message);
      }
      throw error;
    }
  }

  /** The run of a ready server, started if need be; or why there is none. */
  async #ready(name: string, options: ServerCallOptions): Promise<ServerRun | string> {
    const entry = this.#entry(name);
    const started = this.start(name, options);
    // A person who cancels while the server starts does not wait for it.
    const { state, error } = await Promise.race([
      started,
      abortOf(options.signal).then(() => this.#started(entry)),
    ]);
    const run = this.#servers.get(name)?.run;
    if (state === "ready" && run !== undefined) {
      return run;
    }
    return error ?? l10n.t("{0} is {1}.", name, describeState(state));
  }

  async #running(name: string): Promise<ServerRun> {
    const run = this.#servers.get(name)?.run ?? (await this.#ready(name, {}));
    if (typeof run === "string") {
      throw new Error(run);
    }
    return run;
  }

  #statusOf(entry: ListedEntry): ServerStatus {
    const { name, source, error, shadowedBy } = entry;
    const server = shadowedBy === undefined ? this.#servers.get(name) : undefined;
    const unusable = error !== undefined && (server === undefined || server.run === undefined);
    return {
      ...(server === undefined ? { name, state: "stopped", epoch: 0 } : server.status()),
      source,
      ...(shadowedBy === undefined ? {} : { shadowedBy }),
      ...(unusable ? { state: "failed", error } : {}),
    };
  }

  /** The status for who asked to start what was listed then: where the entry is gone by now, that is why it failed. */
  #started({ name, source }: ListedEntry): ServerStatus {
    const error = l10n.t('The entry of "{0}" was removed while it started. Add it again to use it.', name);
    return this.#statusOf(this.#find(name) ?? { name, source, error });
  }

  /** The entry that has the name, if one has. */
  #find(name: string): ListedEntry | undefined {
    return this.#entries.find((candidate) => candidate.name === name && candidate.shadowedBy === undefined);
  }

  /** The same; throws an `Error` that names the way out where there is none. */
  #entry(name: string): ListedEntry {
    const entry = this.#find(name);
    if (entry === undefined) {
      const known = [...new Set(this.#entries.map((candidate) => candidate.name))];
      throw new Error(
        known.length === 0
          ? l10n.t(
              'No server is named "{0}". None is registered yet. "Toolwire: Add Server…" registers one.',
              name,
            )
          : l10n.t(
              'No server is named "{0}". Known: {1}. "Toolwire: Add Server…" registers one.',
              name,
              known.join(", "),
            ),
      );
    }
    return entry;
  }

  /** Undefined for an entry that cannot be used: its status says why. */
  #startable({ name, definition }: ListedEntry): ToolServer | undefined {
    return definition === undefined ? undefined : this.#servers.get(name);
  }

  #fireOf(name: string): void {
    const entry = this.#find(name);
    if (entry !== undefined) {
      this.#fire(keyOf(entry));
    }
  }

  #fire(key: string | undefined): void {
    for (const listener of this.#listeners) {
      listener(key);
    }
  }
}

function keyOf({ name, source, scope, folder }: ListedEntry): string {
  return JSON.stringify([name, source, scope, folder]);
}

/** Resolves when the signal fires, never without one. */
function abortOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
    }
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
