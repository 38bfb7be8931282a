import { format } from "node:util";
import { launchChromium } from "./chromium.ts";
import { type EmbeddedServer, startEmbeddedServer, windowAddress } from "./embeddedServer.ts";
import { type HostRun, longestRunMs } from "./hostRun.ts";
import { project } from "./paths.ts";

/** The embedded VS Code is installed without its compiled log writer, and each process of it says so once. */
const noise = "Could not locate the bindings file";

/** Runs host tests in the embedded VS Code and tells whether they passed. Their output is streamed. */
export async function runInEmbeddedVsCode(run: HostRun): Promise<boolean> {
  const server = await startEmbeddedServer({ trust: run.trust, testDriver: true, env: run.env });
  try {
    return (await verdictOf(server, run)) === 0;
  } finally {
    await server.end();
  }
}

/** Opens a window whose address carries the extension and its tests. VS Code tells the page what happens. */
async function verdictOf(server: EmbeddedServer, run: HostRun): Promise<number> {
  const remote = (path: string) => `vscode-remote://${server.authority}${path}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote(project)],
    ["extensionTestsPath", remote(run.entry)],
    ["skipWelcome", "true"],
  ]);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const { verdict, settle } = pendingVerdict();
    await page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
      const text = format(...args);
      if (!text.includes(noise)) console.log(text);
    });
    await page.exposeFunction("codeAutomationExit", settle);
    await page.goto(windowAddress(server, run.workspace, { payload }), { timeout: longestRunMs });
    return await verdict;
  } finally {
    await browser.close();
  }
}

function pendingVerdict(): { verdict: Promise<number>; settle: (code: number) => void } {
  let settle: (code: number) => void = () => {};
  const verdict = new Promise<number>((resolve, reject) => {
    settle = resolve;
    const late = new Error(`The host tests were not done after ${longestRunMs / 60_000} minutes.`);
    setTimeout(reject, longestRunMs, late).unref();
  });
  return { verdict, settle };
}
