import type { DesktopVsCode } from "./desktopVsCode.ts";
import { DesktopWindow } from "./desktopWindow.ts";
import type { HostRun } from "./hostRun.ts";
import { project } from "./paths.ts";

/** Runs host tests in a desktop VS Code and tells whether they passed. Their output is streamed. */
export async function runInDesktopVsCode(vsCode: DesktopVsCode, run: HostRun): Promise<boolean> {
  const window = await DesktopWindow.prepare(vsCode);
  const args = [`--extensionDevelopmentPath=${project}`, `--extensionTestsPath=${run.entry}`];
  return (await window.untilClosed({ ...run, workspace: run.opened, args })) === 0;
}
