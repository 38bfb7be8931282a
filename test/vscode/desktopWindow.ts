import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DesktopVsCode } from "./desktopVsCode.ts";
import { ownEnvironment } from "./ownEnvironment.ts";
import { ProcessGroup, run } from "./processGroup.ts";
import { quietSettings } from "./quietSettings.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface DesktopOptions {
  workspace: string;
  /** Opens the workspace as trusted. */
  trust: boolean;
  /** More arguments of VS Code's. */
  args?: string[];
  env?: Record<string, string>;
}

/** A desktop VS Code with data folders of its own: the person's own VS Code is not touched. */
export class DesktopWindow {
  readonly extensions: string;
  readonly #vsCode: DesktopVsCode;
  readonly #folders: string[];

  private constructor(vsCode: DesktopVsCode, home: string) {
    this.#vsCode = vsCode;
    this.extensions = join(home, "extensions");
    this.#folders = ["--user-data-dir", join(home, "data"), "--extensions-dir", this.extensions];
  }

  static async prepare(vsCode: DesktopVsCode): Promise<DesktopWindow> {
    const home = temporaryFolder("vscode");
    const user = join(home, "data", "User");
    await mkdir(user, { recursive: true });
    await writeFile(join(user, "settings.json"), JSON.stringify(quietSettings, undefined, 2));
    return new DesktopWindow(vsCode, home);
  }

  async install(vsix: string): Promise<void> {
    await run(this.#vsCode.cli, [...this.#folders, "--install-extension", vsix], { env: ownEnvironment() });
  }

  /** Opens the window and waits until it is closed. */
  async untilClosed({ workspace, trust, args = [], env }: DesktopOptions): Promise<number> {
    const flags = ["--new-window", "--skip-welcome", "--skip-release-notes", "--disable-updates"];
    if (process.getuid?.() === 0) flags.push("--no-sandbox");
    if (trust) flags.push("--disable-workspace-trust");
    const launch = [this.#vsCode.executable, ...this.#folders, ...flags, ...args, workspace];
    const [command, ...rest] = [...this.#vsCode.display, ...launch] as [string, ...string[]];
    const group = new ProcessGroup(command, rest, {
      env: { ...ownEnvironment(), ...env },
      stdio: "inherit",
    });
    try {
      return await group.exit;
    } finally {
      await group.end();
    }
  }
}
