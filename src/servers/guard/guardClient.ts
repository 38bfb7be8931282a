import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { parse } from "node:path";
import * as l10n from "@vscode/l10n";
import type { GroupGuard } from "../process/groupGuard.ts";
import { MARK_VARIABLE } from "../process/mark.ts";
import { guardLines } from "./guardLines.ts";

/** A guard that lived this long was a working one: its successor is started without a pause. */
const WORKING_MS = 5000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export interface GuardClientOptions {
  /** The guard's entry script. */
  script: string;
  /** A Node, or an Electron that can be one. Default: the program that runs us. */
  execPath?: string;
  /** Told, in a sentence, when a guard could not be started or ended on its own. */
  report?: (sentence: string) => void;
}

/**
 * The host's side of the guard. The guard starts with the first server and is started anew, and told everything
 * again, when it dies; it ends when we do.
 *
 * What remains: a host and a guard that are killed in the same moment, a guard killed before it has booted far enough
 * to be deaf to signals (some 50 ms; it is in a session of its own from the start, so a terminal cannot), and on
 * Windows the descendants of a server that ended before the guard could ask for them.
 */
export class GuardClient implements GroupGuard {
  readonly #options: GuardClientOptions;
  /** Marks of the servers that may run, with their process ids once known. */
  readonly #servers = new Map<string, number | undefined>();
  #guard: ChildProcess | undefined;
  #startedAt = 0;
  /** Guards in a row that did not live long. */
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: GuardClientOptions) {
    this.#options = options;
  }

  /** The guard's process id, while there is one. */
  get pid(): number | undefined {
    return this.#guard?.pid;
  }

  /** @throws after {@link dispose}: nothing may be started that nobody will end. */
  expect(mark: string): void {
    if (this.#disposed)
      throw new Error(l10n.t("no server can be started any more: Toolwire is shutting down"));
    this.#servers.set(mark, undefined);
    if (this.#guard) this.#tell(guardLines.expect(mark));
    else this.#start();
  }

  add(pid: number, mark: string): void {
    this.#servers.set(mark, pid);
    this.#tell(guardLines.add(mark, pid));
  }

  remove(mark: string): void {
    if (this.#servers.delete(mark)) this.#tell(guardLines.remove(mark));
  }

  /** Lets the guard go: it ends the servers that still run, also when we are gone by then, and then itself. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#restart);
    if (!this.#guard && this.#servers.size > 0) this.#start();
    this.#servers.clear();
    this.#guard?.stdin?.end();
  }

  /** Written at once where the pipe has room, so that it is said even if we are killed right after. */
  #tell(line: string): void {
    this.#guard?.stdin?.write(line);
  }

  #start(): void {
    clearTimeout(this.#restart);
    this.#startedAt = performance.now();
    const execPath = this.#options.execPath ?? process.execPath;
    try {
      const guard = spawn(execPath, [this.#options.script], {
        // Not a folder that somebody may want to remove.
        cwd: parse(execPath).root || "/",
        env: guardEnvironment(),
        stdio: ["pipe", "ignore", "ignore"],
        detached: true,
        windowsHide: true,
      });
      this.#guard = guard;
      guard.once("error", (error) => this.#ended(guard, error.message));
      guard.once("exit", (code, signal) => this.#ended(guard, `it ended with ${signal ?? `code ${code}`}`));
      guard.stdin.on("error", () => {});
      // It lives as long as we do; it does not make us live.
      guard.unref();
      if (guard.stdin instanceof Socket) guard.stdin.unref();
    } catch (error) {
      this.#ended(undefined, (error as Error).message);
      return;
    }
    for (const [mark, pid] of this.#servers) {
      this.#tell(pid === undefined ? guardLines.expect(mark) : guardLines.add(mark, pid));
    }
  }

  #ended(guard: ChildProcess | undefined, reason: string): void {
    if (guard !== this.#guard) return;
    this.#guard = undefined;
    if (this.#disposed) return;
    this.#options.report?.(`The guard process is gone (${reason}); starting another.`);
    this.#failures = performance.now() - this.#startedAt > WORKING_MS ? 0 : this.#failures + 1;
    // Without servers there is nothing to guard: the next one starts it.
    if (this.#servers.size === 0) return;
    const pause =
      this.#failures < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 2), LONGEST_PAUSE_MS);
    this.#restart = setTimeout(() => this.#start(), pause).unref();
  }
}

/** Ours, without what is meant for the extension host alone (a debugger's port, its own hooks). */
function guardEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  for (const name of Object.keys(environment)) {
    if (name.startsWith("VSCODE_") || name === "NODE_OPTIONS") delete environment[name];
  }
  // Whatever ends the processes around this host must not take the guard with them.
  delete environment[MARK_VARIABLE];
  return environment;
}
