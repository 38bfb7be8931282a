import { posix } from "node:path";

/** How a shell is asked for its environment. */
export interface ShellCommand {
  args: string[];
  /** What must stand before and after the JSON in what it prints. */
  mark: string;
}

/**
 * The shell starts as for a terminal (a login shell, interactive), so that every start file of the person is read,
 * and runs Node, because only a program prints an environment exactly. The mark is put together by that program: a
 * shell that echoes its command line does not print it.
 *
 * @param id unlike anything a start file prints; letters and digits
 */
export function environmentCommand(shell: string, execPath: string, id: string): ShellCommand {
  const half = Math.floor(id.length / 2);
  const [head, tail] = [id.slice(0, half), id.slice(half)];
  const name = posix.basename(shell);
  if (/^pwsh(?:-preview)?$/.test(name)) {
    // Some versions drop double quotes in arguments of a program, so the script has single ones, doubled.
    const mark = `''${head}'' + ''${tail}''`;
    const script = `${mark} + JSON.stringify(process.env) + ${mark}`;
    const command = `& '${execPath.replaceAll("'", "''")}' -p '${script}'`;
    return { args: ["-Login", "-Command", command], mark: id };
  }
  const mark = `"${head}" + "${tail}"`;
  const script = `${mark} + JSON.stringify(process.env) + ${mark}`;
  const program = `'${execPath.replaceAll("'", "'\\''")}'`;
  const command = `${name === "nu" ? "^" : ""}${program} -p '${script}'`;
  // These two know no login shell that runs a command.
  return {
    args: name === "tcsh" || name === "csh" ? ["-i", "-c", command] : ["-i", "-l", "-c", command],
    mark: id,
  };
}

/** The shell of the person, as VS Code chooses it for terminals. */
export function personsShell(
  environmentShell: string | undefined,
  accountShell: string | null | undefined,
): string {
  const shell = environmentShell || accountShell || "/bin/sh";
  return /\/(?:false|nologin)$/.test(shell) ? "/bin/bash" : shell;
}
