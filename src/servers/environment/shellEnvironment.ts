import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import type { Readable } from "node:stream";
import { environmentCommand, personsShell } from "./shellCommand.ts";
import { type Environment, toEnvironment, withoutHostVariables } from "./variables.ts";

/** What the extension host runs in. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Node, or Electron that can be told to be Node. */
  execPath: string;
}

/** The environment that a terminal of the person would have. */
export interface PersonsEnvironment {
  variables: Environment;
  /** Why it is the host's own, where the shell was asked in vain. */
  problem?: string;
}

export interface ShellLimits {
  /** As long as VS Code waits. */
  timeoutMs: number;
  /** A start file that prints without end must not fill the memory. */
  maxLength: number;
}

const vsCodesLimits: ShellLimits = { timeoutMs: 10_000, maxLength: 4 * 1024 * 1024 };

/**
 * Resolves the person's environment as VS Code does for terminals: a host that was started from a terminal has it
 * already, and so has every host on Windows; otherwise the login shell is asked. Never rejects: a shell that is
 * missing, hangs, fails or prints something else leaves the host's own environment, with the reason.
 */
export async function resolveEnvironment(
  host: Host,
  limits: ShellLimits = vsCodesLimits,
): Promise<PersonsEnvironment> {
  const own = hostEnvironment(host);
  if (host.platform === "win32" || host.env.VSCODE_CLI) {
    return { variables: own };
  }
  const shell = personsShell(host.env.SHELL, accountShell());
  const answer = await askShell(shell, host, own, limits);
  if ("problem" in answer) {
    return { variables: own, problem: `${answer.problem}: servers get the environment of VS Code instead` };
  }
  const variables = withoutHostVariables(answer.variables, { nodeOptions: true });
  for (const name of ["_", "PWD", "OLDPWD", "SHLVL"]) {
    // These tell of the shell that was asked, not of the person.
    delete variables[name];
  }
  // A login shell may start a session of its own; the sockets of the person's are in this folder.
  const runtimeFolder = own.XDG_RUNTIME_DIR;
  return {
    variables: runtimeFolder === undefined ? variables : { ...variables, XDG_RUNTIME_DIR: runtimeFolder },
  };
}

/**
 * The host's environment without what VS Code put into it. `code` in a terminal moves the person's own
 * `NODE_OPTIONS` to `VSCODE_NODE_OPTIONS`; any other is not the person's.
 */
function hostEnvironment(host: Host): Environment {
  const own = withoutHostVariables(toEnvironment(host.env), { nodeOptions: false });
  const moved = host.env.VSCODE_NODE_OPTIONS;
  return moved ? { ...own, NODE_OPTIONS: moved } : own;
}

function accountShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // A user without an account, as in some containers.
    return null;
  }
}

type ShellAnswer = { variables: Environment } | { problem: string };

/** A background process of a start file may hold the pipe after the shell has ended; nothing comes from it then. */
const drainMs = 200;

async function askShell(
  shell: string,
  host: Host,
  environment: Environment,
  limits: ShellLimits,
): Promise<ShellAnswer> {
  const { args, mark } = environmentCommand(shell, host.execPath, randomUUID().replaceAll("-", ""));
  let child: ChildProcessByStdio<null, Readable, null>;
  try {
    child = spawn(shell, args, {
      // A session of its own: an interactive shell would otherwise take the terminal of a host that has one.
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        ...environment,
        ELECTRON_RUN_AS_NODE: "1",
        ELECTRON_NO_ATTACH_CONSOLE: "1",
        // Start files look at this one to skip what needs a terminal.
        VSCODE_RESOLVING_ENVIRONMENT: "1",
      },
    });
  } catch (error) {
    return { problem: `The shell ${shell} cannot be run (${error})` };
  }
  return new Promise((resolve) => {
    let printed = "";
    // Runs on after an answer: a shell that then hangs in its logout file is not left behind.
    const timer = setTimeout(() => {
      end({ problem: `The shell ${shell} did not answer within ${limits.timeoutMs / 1000} s` });
    }, limits.timeoutMs);

    const settle = (answer: ShellAnswer) => {
      child.stdout.destroy();
      child.unref();
      timer.unref();
      resolve(answer);
    };
    const end = (answer: ShellAnswer) => {
      killGroup(child.pid);
      settle(answer);
    };

    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      printed += text;
      const variables = readMarked(printed, mark);
      if (variables !== undefined) {
        settle({ variables });
      } else if (printed.length > limits.maxLength) {
        end({ problem: `The shell ${shell} printed more than ${limits.maxLength} characters` });
      }
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      settle({ problem: `The shell ${shell} cannot be run (${error.message})` });
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      const answer = { problem: `The shell ${shell} ended ${how} and did not tell its environment` };
      const drained = setTimeout(() => settle(answer), drainMs);
      child.stdout.on("close", () => {
        clearTimeout(drained);
        settle(answer);
      });
    });
  });
}

/** `undefined` while the answer is not complete, and where what stands between the marks is none. */
function readMarked(printed: string, mark: string): Environment | undefined {
  const start = printed.indexOf(mark);
  const end = start === -1 ? -1 : printed.indexOf(mark, start + mark.length);
  if (end === -1) {
    return undefined;
  }
  try {
    const parsed: unknown = JSON.parse(printed.slice(start + mark.length, end));
    return typeof parsed === "object" && parsed !== null ? toEnvironment({ ...parsed }) : undefined;
  } catch {
    return undefined;
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, "SIGKILL");
    }
  } catch {
    // It is gone already.
  }
}
