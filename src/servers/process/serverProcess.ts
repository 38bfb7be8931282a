import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import * as l10n from "@vscode/l10n";
import spawn from "cross-spawn";
import type { LaunchSpecification } from "../definition.ts";
import { batchArguments } from "./batchArguments.ts";
import { drain } from "./drain.ts";
import { endTree } from "./endTree.ts";
import type { GroupGuard } from "./groupGuard.ts";
import { explainSpawnError } from "./launchFailure.ts";
import { MARK_VARIABLE, newMark } from "./mark.ts";
import { platformTree } from "./platformTree.ts";
import { until, within } from "./until.ts";

/** After its exit: how long a grandchild may hold the output pipes before they are closed. */
const DRAIN_LIMIT_MS = 200;

/** A polite stop: time to end after stdin was closed, and again after SIGTERM. */
const POLITE_WAIT_MS = 500;

/** A restart: time between SIGTERM and SIGKILL. */
const HURRIED_WAIT_MS = 100;

/** How a server ended: one of the two is set, unless the system said neither. */
export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface StopOptions {
  /** `false`: somebody waits for the next process (a restart), so nobody waits for this one to tidy up. */
  polite: boolean;
}

/**
 * One process of a server, with everything it starts: its process group, and on Linux also what left the group.
 *
 * The streams flow from the start and are not kept for latecomers: attach listeners in the turn in which
 * {@link ServerProcess.launch} resolves. An output that a grandchild held open is destroyed, so it may `close`
 * without an `end`. Writing to a stdin that nobody reads any more fails in the write's callback and nowhere else.
 */
export class ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;

  /**
   * Resolves once the process has ended and both its outputs are drained: to their end, or 200 ms after the exit when
   * somebody else holds them open. Both have emitted `close` by then. Never rejects.
   */
  readonly exited: Promise<ProcessExit>;

  readonly #mark: string;
  readonly #guard: GroupGuard | undefined;
  #running = true;
  #polite = true;
  #ending: Promise<boolean> | undefined;

  /**
   * Starts a server, without a shell, leading a process group and a session of its own (POSIX) or without a window
   * (Windows).
   *
   * @param guard told of the process, so that it ends even if we are killed. [R16] A SIGKILL that hits us between the
   * system's spawn and our naming of the process id leaves a server that the guard knows by its mark only: enough on
   * Linux; elsewhere it has the closing of its stdin to end by.
   * @throws LaunchFailure with the reason in a person's words.
   */
  static async launch(specification: LaunchSpecification, guard?: GroupGuard): Promise<ServerProcess> {
    const mark = newMark();
    guard?.expect(mark);
    try {
      const { command, args, cwd, env } = specification;
      const child = spawn(command, batchArguments(command, args, process.platform), {
        cwd,
        env: { ...env, [MARK_VARIABLE]: mark },
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      if (child.pid === undefined) throw (await once(child, "error"))[0];
      guard?.add(child.pid, mark);
      return new ServerProcess(child, child.pid, mark, guard);
    } catch (error) {
      guard?.remove(mark);
      throw await explainSpawnError(error, specification);
    }
  }

  private constructor(child: ChildProcess, pid: number, mark: string, guard: GroupGuard | undefined) {
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error(l10n.t("the process was started without its pipes"));
    this.pid = pid;
    this.#mark = mark;
    this.#guard = guard;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    // A pipe breaks when its other end does, and the exit says so better.
    for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {});
    this.exited = this.#untilExit(child);
  }

  /** False as soon as it has ended, drained or not. */
  get running(): boolean {
    return this.#running;
  }

  /**
   * Ends the process and everything it started: closes stdin, then SIGTERM, then SIGKILL, each with a short wait.
   * Called again while it works it gives the same answer; an impolite call shortens the waits of a polite one.
   *
   * @returns whether everything is gone. `false` after at most about three seconds: something cannot be killed
   * (it runs as another user, or hangs in the system). The guard keeps it in mind, and a further call tries again.
   */
  stop(options: StopOptions): Promise<boolean> {
    if (!options.polite) this.#polite = false;
    this.#ending ??= this.#end().then((gone) => {
      if (gone) this.#guard?.remove(this.#mark);
      else this.#ending = undefined;
      return gone;
    });
    return this.#ending;
  }

  async #untilExit(child: ChildProcess): Promise<ProcessExit> {
    const exit = await new Promise<ProcessExit>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      // cross-spawn on Windows: cmd.exe could not find the command. It says this instead of the exit.
      child.once("error", () => resolve({ code: 1, signal: null }));
    });
    this.#running = false;
    await drain([this.stdout, this.stderr], DRAIN_LIMIT_MS);
    // What it left behind ends with it.
    void this.stop({ polite: true });
    return exit;
  }

  async #end(): Promise<boolean> {
    this.stdin.end();
    await until(
      () => !this.#running,
      () => (this.#polite ? POLITE_WAIT_MS : 0),
    );
    this.stdin.destroy();
    const tree = platformTree([{ pid: this.pid, mark: this.#mark }]);
    const gone = await endTree(tree, () => (this.#polite ? POLITE_WAIT_MS : HURRIED_WAIT_MS));
    if (gone) await within(this.exited, DRAIN_LIMIT_MS * 2);
    return gone;
  }
}
