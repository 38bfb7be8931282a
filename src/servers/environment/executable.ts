import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import * as l10n from "@vscode/l10n";
import { type Environment, readVariable } from "./variables.ts";

/** What stands at a path, as far as running it goes. */
export type FileKind = "program" | "notExecutable" | "folder" | "missing";

export type Probe = (path: string) => Promise<FileKind>;

/** The command cannot be run; the message is for the person and names it. */
export class ExecutableProblem extends Error {
  override readonly name: string = "ExecutableProblem";
  /** The folders that were searched, where PATH was. */
  readonly searched: string[];

  constructor(message: string, searched: string[] = []) {
    super(message);
    this.searched = searched;
  }
}

export interface ExecutableSearch {
  /** The environment that the process gets: its PATH counts, not ours. */
  environment: Environment;
  /** Absolute. */
  cwd: string;
  platform: NodeJS.Platform;
  probe?: Probe;
}

/**
 * Finds the program before it is spawned, because what spawn answers (`ENOENT`) means a missing program, a missing
 * interpreter or a missing folder alike. A name with a separator is a path relative to `cwd`; any other is searched in
 * PATH, and on Windows completed by PATHEXT. The current folder is not searched on its own: an entry of PATH may name it.
 *
 * @throws ExecutableProblem
 */
export async function findExecutable(command: string, search: ExecutableSearch): Promise<string> {
  const { environment, cwd, platform, probe = probeFile } = search;
  const path = platform === "win32" ? win32 : posix;
  const folder = await probe(cwd);
  if (folder !== "folder") {
    throw new ExecutableProblem(
      folder === "missing"
        ? withTildeHint(l10n.t("The working directory {0} does not exist", cwd), cwd)
        : l10n.t("The working directory {0} is not a folder", cwd),
    );
  }

  const endings = platform === "win32" ? windowsEndings(command, environment) : [""];
  if (hasSeparator(command, platform)) {
    const base = path.resolve(cwd, command);
    const found = await firstOf([base], endings, probe);
    if (found.program !== undefined) {
      return found.program;
    }
    throw new ExecutableProblem(
      describeUseless(found, command) ??
        withTildeHint(l10n.t("The command {0} does not exist ({1})", quoted(command), base), command),
    );
  }

  const searched = (readVariable(environment, "PATH", platform) ?? defaultPath(platform))
    .split(path.delimiter)
    .map((entry) => (platform === "win32" ? entry.replaceAll('"', "") : entry))
    .filter((entry) => entry !== "" || platform !== "win32");
  const bases = searched.map((entry) => path.resolve(cwd, entry, command));
  const found = await firstOf(bases, endings, probe);
  if (found.program !== undefined) {
    return found.program;
  }
  throw new ExecutableProblem(
    describeUseless(found, command) ??
      l10n.t("{0} was not found in PATH: install it, or write its absolute path", quoted(command)),
    searched,
  );
}

interface Found {
  program?: string;
  /** The first file of that name that cannot be run. */
  notExecutable?: string;
  folder?: string;
}

async function firstOf(bases: string[], endings: string[], probe: Probe): Promise<Found> {
  const found: Found = {};
  for (const base of bases) {
    for (const ending of endings) {
      const candidate = base + ending;
      const kind = await probe(candidate);
      if (kind === "program") {
        return { program: candidate };
      }
      if (kind !== "missing") {
        found[kind] ??= candidate;
      }
    }
  }
  return found;
}

function describeUseless(found: Found, command: string): string | undefined {
  if (found.notExecutable !== undefined) {
    return l10n.t(
      "The command {0} may not be executed: {1} has no execute permission for this user",
      quoted(command),
      found.notExecutable,
    );
  }
  return found.folder === undefined
    ? undefined
    : l10n.t("The command {0} is a folder ({1}): expected a program", quoted(command), found.folder);
}

/** A name that has an ending may be complete already. */
function windowsEndings(command: string, environment: Environment): string[] {
  const endings = (readVariable(environment, "PATHEXT", "win32") || ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((ending) => ending !== "");
  return win32.extname(command) === "" ? endings : ["", ...endings];
}

/** What POSIX systems search where PATH is not set at all. */
function defaultPath(platform: NodeJS.Platform): string {
  return platform === "win32" ? "" : "/usr/bin:/bin";
}

function hasSeparator(command: string, platform: NodeJS.Platform): boolean {
  return command.includes("/") || (platform === "win32" && /[\\:]/.test(command));
}

/** Only a shell knows `~`, and there is none here. */
function withTildeHint(problem: string, path: string): string {
  return /(?:^|\/)~\//.test(path) ? l10n.t("{0}: write {1} instead of ~", problem, "${userHome}") : problem;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

async function probeFile(path: string): Promise<FileKind> {
  try {
    if ((await stat(path)).isDirectory()) {
      return "folder";
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EACCES" ? "notExecutable" : "missing";
  }
  try {
    await access(path, constants.X_OK);
    return "program";
  } catch {
    return "notExecutable";
  }
}
