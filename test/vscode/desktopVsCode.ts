import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from "@vscode/test-electron";
import { findOnPath } from "./findOnPath.ts";
import { cache } from "./paths.ts";
import { say } from "./say.ts";

/** A VS Code of the desktop. */
export interface DesktopVsCode {
  executable: string;
  /** The command for the command line, which installs extensions. */
  cli: string;
  /** What gives it a display, where there is none. */
  display: string[];
}

/**
 * The desktop VS Code to use, or undefined where the embedded one is to be used. `TOOLWIRE_VSCODE` decides: the path of
 * a VS Code's executable, a version to download such as `1.101.0`, or `embedded`. Without it `code` on the PATH is taken.
 */
export async function desktopVsCode(): Promise<DesktopVsCode | undefined> {
  const wish = process.env.TOOLWIRE_VSCODE;
  const display = displayPrefix();
  if (wish === "embedded" || !display) return undefined;
  const executable = wish ? await executableFor(wish) : executableOf(findOnPath("code"));
  if (!executable) return undefined;
  return { executable, cli: resolveCliPathFromVSCodeExecutablePath(executable), display };
}

async function executableFor(wish: string): Promise<string> {
  if (existsSync(wish)) return wish;
  say(`Downloading VS Code ${wish}`);
  return downloadAndUnzipVSCode({ version: wish, cachePath: cache });
}

/** The program behind the command `code`, or undefined where that is not a desktop's (in a remote terminal, say). */
function executableOf(command: string | undefined): string | undefined {
  if (!command) return undefined;
  const folder = join(realpathSync(command), "..", "..");
  const candidates = {
    darwin: [join(folder, "..", "..", "MacOS", "Electron"), join(folder, "..", "..", "MacOS", "Code")],
    win32: [join(folder, "Code.exe")],
  }[process.platform as string] ?? [join(folder, "code")];
  return candidates.find((file) => existsSync(file));
}

/** The command to put before VS Code's for a display: none where there is one, undefined where none can be had. */
function displayPrefix(): string[] | undefined {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== "linux" || DISPLAY || WAYLAND_DISPLAY) return [];
  const xvfb = findOnPath("xvfb-run");
  return xvfb ? [xvfb, "-a"] : undefined;
}
