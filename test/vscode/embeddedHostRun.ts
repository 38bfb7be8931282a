import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { resultMark } from "../host/resultMark.ts";
import { launchChromium } from "./chromium.ts";
import { type EmbeddedServer, startEmbeddedServer, windowAddress } from "./embeddedServer.ts";
import { type HostRun, longestRunMs } from "./hostRun.ts";
import { output, project } from "./paths.ts";
import { say } from "./say.ts";

/** What the window and its extension host log besides the results: also what a test writes to the console. */
const windowLog = join(output, "host", "window.log");

/** Runs host tests in the embedded VS Code and tells whether they passed. Their results are streamed. */
export async function runInEmbeddedVsCode(run: HostRun): Promise<boolean> {
  const server = await startEmbeddedServer({ trust: run.trust, testDriver: true, env: run.env });
  try {
    const passed = (await verdictOf(server, run)) === 0;
    if (!passed) say(`What VS Code logged meanwhile: ${windowLog}`);
    return passed;
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
    const log = createWriteStream(windowLog, { flags: "a" });
    const { verdict, settle } = pendingVerdict();
    await page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
      const text = format(...args);
      if (text.startsWith(resultMark)) console.log(text);
      else log.write(`${text}\n`);
    });
    await page.exposeFunction("codeAutomationExit", settle);
    await page.goto(windowAddress(server, run.opened, { payload }), { timeout: longestRunMs });
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
