import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import { SecretMask } from "../traffic/secrets.ts";
import type { TrafficLog } from "../traffic/trafficLog.ts";
import type { LaunchSpecification, ServerDefinition } from "./definition.ts";
import { ExecutableProblem } from "./environment/executable.ts";
import type { GroupGuard } from "./process/groupGuard.ts";
import { type ProcessExit, ServerProcess } from "./process/serverProcess.ts";
import { exitInWords, ServerRun } from "./serverRun.ts";
import type { ListedMethod, ServerState, ServerStatus } from "./status.ts";

/** How long after a failed handshake an exit counts as its reason. */
const exitWaitMs = 200;

/** What all servers of a window share. */
export interface ServerParts {
  log: TrafficLog;
  guard: GroupGuard;
  /** Expands a definition. Rejects with an `Error` in a person's words; asks the person only if `interactive`. */
  prepareLaunch: (
    definition: ServerDefinition,
    options: { interactive: boolean },
  ) => Promise<LaunchSpecification>;
  /** The workspace's folders as `file:` URIs. */
  roots: () => { uri: string; name: string }[];
  clientVersion: string;
  /** How long a line of a server may be to be kept whole. Asked at each start. */
  maxLineBytes: () => number;
}

/**
 * One server's life: the only place where its state changes.
 *
 * `starting` → `ready` → `stopping` → `stopped`; an exit that nobody asked for makes it `crashed` (or `stopped`, with
 * code 0), one before it was ready `failed`, and so does a launch or handshake that fails.
 */
export class ToolServer {
  readonly name: string;
  /** What the next start uses; a running process keeps what it was started with. Undefined: its entry was removed. */
  #definition: ServerDefinition | undefined;
  /** What the exports must mask: secrets that went into any launch of this server. */
  readonly secrets = new Set<string>();
  readonly #parts: ServerParts;
  readonly #onDidChange: () => void;
  #state: ServerState = "stopped";
  #epoch = 0;
  /** The newest run, also after its end: its stderr is still shown. */
  #run: ServerRun | undefined;
  #exit: ProcessExit | undefined;
  #error: string | undefined;
  #searched: readonly string[] = [];
  /** Fires when the newest start is over, or abandoned by a stop. */
  #attempt: AbortController | undefined;
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  /** How often somebody wanted it stopped, also where it did not run. */
  #stops = 0;
  /** How often it was ended although it ran or was starting: by a stop, a restart, or the removal of its entry. */
  #interruptions = 0;

  constructor(definition: ServerDefinition, parts: ServerParts, onDidChange: () => void) {
    this.name = definition.name;
    this.#definition = definition;
    this.#parts = parts;
    this.#onDidChange = onDidChange;
  }

  /** For the next start. */
  define(definition: ServerDefinition): void {
    this.#definition = definition;
  }

  get state(): ServerState {
    return this.#state;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Why it is failed or crashed, in a person's words. */
  get error(): string | undefined {
    return this.#error;
  }

  /** The folders of PATH in which the newest start did not find the program. */
  get searched(): readonly string[] {
    return this.#searched;
  }

  /** What is odd about it although it is ready, in a person's words. */
  get warnings(): readonly string[] {
    const run = this.#run;
    if (this.#state !== "ready" || run === undefined) {
      return [];
    }
    return isDeepStrictEqual(run.definition, this.#definition)
      ? run.warnings
      : [l10n.t("Its entry was changed since it was started. Restart it to use the entry as it is now.")];
  }

  /** The run whose process takes lines now, ready or not. */
  get run(): ServerRun | undefined {
    return this.#state === "ready" || this.#state === "starting" ? this.#run : undefined;
  }

  /** The contract's members, apart from where the definition stands. */
  status(): Omit<ServerStatus, "source"> {
    const run = this.#run;
    const session = this.#state === "ready" ? run?.session : undefined;
    const alive = this.run !== undefined || this.#state === "stopping";
    const tail = run?.stderrTail.lines() ?? [];
    return {
      name: this.name,
      state: this.#state,
      ...(alive && run !== undefined ? { pid: run.pid } : {}),
      epoch: this.#epoch,
      ...(session === undefined
        ? {}
        : { protocol: session.protocol, methods: session.listed.map(toListedMethod) }),
      ...(session?.protocolVersion === undefined ? {} : { protocolVersion: session.protocolVersion }),
      ...(session?.serverInfo === undefined ? {} : { serverInfo: session.serverInfo }),
      ...(this.#exit === undefined ? {} : { exit: { ...this.#exit } }),
      ...(tail.length === 0 ? {} : { stderrTail: tail }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  /**
   * Resolves once it is ready, failed, or stopped meanwhile: `state` and `error` say which. A restart meanwhile is waited
   * for. Never rejects.
   */
  async start(options: { interactive: boolean }): Promise<void> {
    const stops = this.#stops;
    let interruptions: number;
    do {
      await this.#stopping;
      if (stops !== this.#stops) {
        // Who wants it started after that stop waited for its end too, and comes first.
        await Promise.resolve();
      }
      interruptions = this.#interruptions;
      if (this.#state !== "starting") {
        const definition = this.#definition;
        // Whoever wanted it stopped after this was asked has the last word.
        if (this.#state === "ready" || stops !== this.#stops || definition === undefined) {
          return;
        }
        const attempt = new AbortController();
        this.#attempt = attempt;
        this.#starting = Promise.race([this.#start(definition, attempt, options), aborted(attempt.signal)]);
      }
      await this.#starting;
    } while (interruptions !== this.#interruptions);
  }

  /** Resolves once the process and all that it started are gone. Never rejects. */
  async stop(options: { polite: boolean } = { polite: true }): Promise<void> {
    this.#stops++;
    await this.#stop(l10n.t("{0} was stopped.", this.name), options);
  }

  async restart(options: { interactive: boolean }): Promise<void> {
    const stops = this.#stops;
    await this.#stop(l10n.t("{0} was stopped.", this.name), { polite: false });
    // A stop that was asked for meanwhile has the last word.
    if (stops === this.#stops) {
      await this.start(options);
    }
  }

  /** Its entry is gone: ends it. It does not start before it has a definition again. Never rejects. */
  async remove(): Promise<void> {
    this.#definition = undefined;
    await this.#stop(l10n.t("{0} was stopped: its entry was removed.", this.name), { polite: true });
  }

  async #stop(reason: string, options: { polite: boolean }): Promise<void> {
    if (this.#state === "ready" || this.#state === "starting") {
      this.#interruptions++;
      this.#set("stopping");
      this.#stopping = this.#end(reason, options).finally(() => {
        this.#stopping = undefined;
      });
      this.#attempt?.abort();
    }
    await this.#stopping;
  }

  /** One attempt; its signal fires when it is over, also because somebody stops the server meanwhile. */
  async #start(
    definition: ServerDefinition,
    attempt: AbortController,
    options: { interactive: boolean },
  ): Promise<void> {
    const abandoned = attempt.signal;
    this.#exit = undefined;
    this.#error = undefined;
    this.#searched = [];
    this.#run = undefined;
    this.#set("starting");
    try {
      const specification = await this.#parts.prepareLaunch(definition, options);
      for (const secret of specification.secrets) {
        this.secrets.add(secret);
      }
      if (abandoned.aborted) {
        return;
      }
      const process = await ServerProcess.launch(specification, this.#parts.guard);
      if (abandoned.aborted) {
        await process.stop({ polite: false });
        return;
      }
      await this.#becomeReady(this.#begin(definition, process), attempt);
    } catch (error) {
      if (!abandoned.aborted) {
        this.#failWith(this.#named((error as Error).message));
        this.#searched = error instanceof ExecutableProblem ? error.searched : [];
        this.#set("failed");
      }
    }
  }

  #begin(definition: ServerDefinition, process: ServerProcess): ServerRun {
    this.#epoch++;
    const { log, roots, clientVersion, maxLineBytes } = this.#parts;
    const run = new ServerRun({
      definition,
      epoch: this.#epoch,
      process,
      source: log.source(this.name, this.#epoch),
      roots,
      clientVersion,
      maxLineBytes: maxLineBytes(),
      onDidChange: this.#onDidChange,
      mask: (text) => this.#masked(text),
    });
    this.#run = run;
    void run.ended.then((exit) => this.#onEnded(run, exit));
    this.#onDidChange();
    return run;
  }

  /** Ends in `ready`, or with the process gone, or abandoned. */
  async #becomeReady(run: ServerRun, attempt: AbortController): Promise<void> {
    const abandoned = attempt.signal;
    // Another attempt may be under way by the time this one notices that it was abandoned.
    const current = () => this.#attempt === attempt && this.#state === "starting";
    const { startTimeoutMs } = run.definition;
    const tooLate = delay(startTimeoutMs, abandoned).then(() => {
      throw new Error(l10n.t("not ready within {0} s (startTimeoutMs).", startTimeoutMs / 1000));
    });
    try {
      await Promise.race([run.handshake(), run.ended, tooLate]);
      if (current()) {
        this.#set("ready");
      }
    } catch (error) {
      // A handshake also fails because the process is going, and then the exit says more.
      await Promise.race([run.ended, delay(exitWaitMs, abandoned)]);
      if (current()) {
        await run.stop(this.#failWith(this.#named((error as Error).message)), { polite: false });
        await run.ended;
      }
    } finally {
      attempt.abort();
    }
  }

  async #end(reason: string, options: { polite: boolean }): Promise<void> {
    const run = this.#run;
    if (run === undefined) {
      // Nothing was spawned yet; the attempt is abandoned.
      this.#set("stopped");
    } else if (await run.stop(reason, options)) {
      await run.ended;
    } else {
      this.#failWith(this.#named(l10n.t("process {0} could not be ended. End it by hand.", run.pid)));
      this.#set("failed");
    }
  }

  /** The process is gone, its pipes are drained, its calls are settled. */
  #onEnded(run: ServerRun, exit: ProcessExit): void {
    if (run !== this.#run) {
      return;
    }
    this.#exit = exit;
    if (this.#state === "starting") {
      if (this.#error === undefined) {
        this.#failWith(this.#exitError(run, exit));
      }
      this.#set("failed");
    } else if (this.#state === "ready" && exit.code !== 0) {
      this.#failWith(this.#exitError(run, exit));
      this.#set("crashed");
    } else {
      this.#set("stopped");
    }
  }

  /** "calc: python3 exited with code 1 before answering `initialize`. Last line on stderr: …" */
  #exitError(run: ServerRun, exit: ProcessExit): string {
    const ended = exitInWords(basename(run.definition.command), exit, run.unanswered);
    const lastLine = run.stderrTail.last();
    const tail =
      lastLine === undefined
        ? l10n.t("It wrote nothing to stderr.")
        : l10n.t("Last line on stderr: {0}", lastLine);
    return `${this.name}: ${ended} ${tail}`;
  }

  /** Keeps why it failed, as `error`. Returns that: without the secrets that a server may have written to stderr. */
  #failWith(reason: string): string {
    this.#error = this.#masked(reason);
    return this.#error;
  }

  #masked(text: string): string {
    return new SecretMask(this.secrets).maskText(text);
  }

  #named(message: string): string {
    return message.startsWith(this.name) ? message : `${this.name}: ${message}`;
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#onDidChange();
  }
}

/** Resolves when the signal fires. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Waits; once the signal has fired it waits for ever, and holds nothing. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

function toListedMethod({ name, kind, description }: ListedMethod): ListedMethod {
  return { name, kind, ...(description === undefined ? {} : { description }) };
}
