import * as l10n from "@vscode/l10n";
import type { Session } from "../dialects/dialect.ts";
import { handshake } from "../dialects/handshake.ts";
import { plainConventions } from "../dialects/plainConventions.ts";
import { Peer } from "../rpc/peer.ts";
import type { TrafficSource } from "../traffic/trafficSource.ts";
import { LineSplitter } from "../wire/lineSplitter.ts";
import type { ServerDefinition } from "./definition.ts";
import { onClosedPipe } from "./process/closedPipes.ts";
import type { ProcessExit, ServerProcess } from "./process/serverProcess.ts";
import { StderrTail } from "./stderrTail.ts";

export interface RunOptions {
  definition: ServerDefinition;
  epoch: number;
  process: ServerProcess;
  source: TrafficSource;
  /** The workspace's folders as `file:` URIs. */
  roots: () => { uri: string; name: string }[];
  clientVersion: string;
  /** Of a longer line on stdout or stderr only head and tail are kept. */
  maxLineBytes: number;
  /** The session, the calls in flight or their progress changed. */
  onDidChange: () => void;
  /** Takes the known secrets out of what a person is told. */
  mask: (text: string) => string;
}

/** One epoch of a server: a process, its pipes, what the log keeps of it, and the calls that go through it. */
export class ServerRun {
  readonly definition: ServerDefinition;
  readonly epoch: number;
  readonly pid: number;
  readonly peer: Peer;
  readonly stderrTail = new StderrTail();
  /** What the handshake found out, as of now. */
  session: Session | undefined;
  /**
   * How the process ended. Resolves once both pipes are drained and every call is settled, so that nothing of this
   * run changes afterwards.
   */
  readonly ended: Promise<ProcessExit>;
  /** Once it has exited: the method of the oldest call that was left without an answer. */
  unanswered: string | undefined;
  readonly #options: RunOptions;
  readonly #closedPipes: string[] = [];
  #stopReason: string | undefined;

  /** To be called in the turn in which the process was launched: its streams flow from the start. */
  constructor(options: RunOptions) {
    const { definition, epoch, process, source, maxLineBytes } = options;
    this.#options = options;
    this.definition = definition;
    this.epoch = epoch;
    this.pid = process.pid;
    source.lifecycle({
      type: "spawned",
      pid: process.pid,
      command: definition.command,
      args: definition.args,
    });
    this.peer = new Peer({
      input: process.stdout,
      output: process.stdin,
      taps: source,
      conventions: plainConventions(definition.cancel),
      requestIds: definition.requestIds,
      maxLineBytes,
      onSettledLocally: (id, status) => source.settle(id, status),
      onDidChangeCalls: options.onDidChange,
    });
    const splitter = new LineSplitter((line) => {
      source.stderr(line);
      this.stderrTail.push(line.bytes.subarray(0, 10_000).toString("utf8"));
    }, maxLineBytes);
    process.stderr.on("data", (chunk: Buffer) => splitter.push(chunk)).once("close", () => splitter.end());
    onClosedPipe(process, (pipe) => this.#onClosedPipe(pipe));
    this.ended = process.exited.then((exit) => {
      source.lifecycle({ type: "exited", code: exit.code, signal: exit.signal });
      this.unanswered = this.peer.inFlight()[0]?.method;
      this.peer.close(this.#stopReason ?? this.#exitReason(exit));
      source.exited();
      return exit;
    });
  }

  /** What is odd about it, in a person's words. */
  get warnings(): readonly string[] {
    return [...(this.session?.warnings ?? []), ...this.#closedPipes];
  }

  /** Finds out what the server speaks and lists. Rejects with a `HandshakeError`. */
  async handshake(): Promise<void> {
    const { definition, source, roots, clientVersion, onDidChange } = this.#options;
    const session = await handshake(this.peer, {
      serverName: definition.name,
      clientVersion,
      protocol: definition.protocol,
      ...(definition.discover === undefined ? {} : { discover: definition.discover }),
      ...(definition.methods === undefined ? {} : { methods: definition.methods }),
      ...(definition.cancel === undefined ? {} : { cancel: definition.cancel }),
      roots,
      onDidChange: (session) => {
        this.#takeSession(session);
        onDidChange();
      },
      note: (event) => void source.lifecycle(event),
    });
    const { protocol, protocolVersion } = session;
    source.protocol = protocol;
    this.#takeSession(session);
    source.lifecycle({
      type: "ready",
      protocol,
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    });
  }

  /**
   * Ends the process and all that it started. The calls in flight end with this reason.
   * Resolves to whether everything is gone; bounded by a few seconds.
   */
  stop(reason: string, options: { polite: boolean }): Promise<boolean> {
    this.#stopReason ??= reason;
    this.peer.flush();
    return this.#options.process.stop(options);
  }

  /** Through a closed stdout no answer can come: nobody waits for one. What was read before stdin closed may be answered. */
  #onClosedPipe(pipe: "stdin" | "stdout"): void {
    if (this.#stopReason !== undefined) {
      return;
    }
    const { name } = this.definition;
    const message =
      pipe === "stdout"
        ? l10n.t("{0} closed its stdout, so no answer can come any more. Restart it to call again.", name)
        : l10n.t("{0} closed its stdin, so nothing reaches it any more. Restart it to send again.", name);
    this.#closedPipes.push(message);
    this.#options.source.lifecycle({ type: "warning", message });
    if (pipe === "stdout") {
      this.peer.close(message);
    } else {
      this.peer.settleLost(message);
    }
    this.#options.onDidChange();
  }

  /** The log keeps each warning once, when it is new. */
  #takeSession(session: Session): void {
    const known = this.session?.warnings ?? [];
    this.session = session;
    for (const message of session.warnings) {
      if (!known.includes(message)) {
        this.#options.source.lifecycle({ type: "warning", message });
      }
    }
  }

  #exitReason(exit: ProcessExit): string {
    const lastLine = this.stderrTail.last();
    const ended = exitInWords(this.definition.name, exit);
    return this.#options.mask(
      lastLine === undefined ? ended : `${ended} ${l10n.t("Last line on stderr: {0}", lastLine)}`,
    );
  }
}

/** "calc exited with code 1.", "calc was ended by SIGKILL before answering `add`." */
export function exitInWords(who: string, { code, signal }: ProcessExit, unanswered?: string): string {
  if (signal !== null) {
    return unanswered === undefined
      ? l10n.t("{0} was ended by {1}.", who, signal)
      : l10n.t("{0} was ended by {1} before answering `{2}`.", who, signal, unanswered);
  }
  const known = code ?? l10n.t("unknown");
  return unanswered === undefined
    ? l10n.t("{0} exited with code {1}.", who, known)
    : l10n.t("{0} exited with code {1} before answering `{2}`.", who, known, unanswered);
}
