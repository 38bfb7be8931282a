import { type FileHandle, open, stat } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import type { LaunchSpecification } from "../definition.ts";

/** A server that could not be started. The message is for people; it does not name the server. [R13] */
export class LaunchFailure extends Error {
  override readonly name = "LaunchFailure";
  /** The system's word for it: `ENOENT`, `EACCES`, `ENOEXEC`, …; `unknown` where there is none. */
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Says why a spawn failed. The system uses one code for several things (`ENOENT` is a missing command, a missing
 * folder and a missing interpreter), so the disk is asked which it was.
 */
export async function explainSpawnError(
  error: unknown,
  specification: LaunchSpecification,
): Promise<LaunchFailure> {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  const sentence =
    (await aboutFolder(specification.cwd)) ?? (await aboutCommand(code, specification.command));
  return new LaunchFailure(
    sentence ?? l10n.t("could not be started: {0}", (error as Error).message),
    code,
    error,
  );
}

async function aboutFolder(folder: string): Promise<string | undefined> {
  try {
    if ((await stat(folder)).isDirectory()) return undefined;
    return l10n.t('the working directory "{0}" (cwd) is not a folder', folder);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return missing
      ? l10n.t('the working directory "{0}" (cwd) does not exist', folder)
      : l10n.t('the working directory "{0}" (cwd) cannot be entered', folder);
  }
}

async function aboutCommand(code: string, command: string): Promise<string | undefined> {
  switch (code) {
    case "ENOENT": {
      if (!/[\\/]/.test(command)) return l10n.t('"{0}" was not found in PATH', command);
      const interpreter = await interpreterOf(command);
      if (interpreter === undefined) return l10n.t('"{0}" does not exist', command);
      if (interpreter === "")
        return l10n.t('"{0}" needs a program loader that this system does not have', command);
      return l10n.t(
        '"{0}" wants to be run by "{1}" (its first line), which was not found',
        command,
        interpreter,
      );
    }
    case "EACCES":
    case "EPERM":
      return l10n.t('"{0}" may not be executed: it is a folder, or lacks the permission (chmod +x)', command);
    case "ENOEXEC":
      return l10n.t(
        '"{0}" is not a program this system can run: its first line names no interpreter, or it is built for another processor',
        command,
      );
    case "ENOTDIR":
      return l10n.t('"{0}" does not exist: a part of its path is not a folder', command);
    case "E2BIG":
      return l10n.t('the arguments and the environment of "{0}" are longer than this system allows', command);
    case "EAGAIN":
    case "ENOMEM":
      return l10n.t(
        '"{0}" could not be started: this system has no room for another process ({1})',
        command,
        code,
      );
    case "EMFILE":
    case "ENFILE":
      return l10n.t('"{0}" could not be started: too many files are open ({1})', command, code);
    case "ERR_INVALID_ARG_VALUE":
      return l10n.t(
        '"{0}" could not be started: its command, an argument or the environment holds a null character',
        command,
      );
    default:
      return undefined;
  }
}

/** What the script's `#!` line names; empty where the file has none, `undefined` where there is no such file. */
async function interpreterOf(file: string): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    const firstLine = buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1)[0] ?? "";
    return firstLine.startsWith("#!") ? firstLine.slice(2).trim() : "";
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}
