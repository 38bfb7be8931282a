// `npm run test:e2e [-- <part of a test's title>]`: runs test/e2e against the package as installed in the embedded VS Code.
// `--shared=<name>`, of `npm test`: against the package that is there, and runs of one name share the files among them.
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import Mocha from "mocha";
import { beginSession } from "../e2e/session.ts";
import { Window } from "../e2e/window.ts";
import { launchChromium } from "./chromium.ts";
import { startEmbeddedServer } from "./embeddedServer.ts";
import { installedDemo } from "./installedDemo.ts";
import { main } from "./main.ts";
import { output, project } from "./paths.ts";
import { python } from "./python.ts";
import { say } from "./say.ts";
import { makeVsix, packagePath } from "./vsix.ts";

const [, shared] = /^--shared=(\w+)$/.exec(process.argv[2] ?? "") ?? [];
const grep = shared === undefined ? process.argv[2] : undefined;

await main(async () => {
  const vsix = shared === undefined ? await makeVsix() : await packagePath();
  if (shared === undefined) await rm(join(output, "screenshots"), { recursive: true, force: true });
  say("Starting the embedded VS Code with the package installed");
  const server = await startEmbeddedServer({ vsix, trust: true });
  try {
    const browser = await launchChromium();
    const demo = await installedDemo(server.extensions);
    beginSession({
      server,
      vsix,
      browser,
      demo,
      python: await python(),
      isWholeRun: grep === undefined,
    });
    if ((await runTests()) > 0) process.exitCode = 1;
    await browser.close();
  } finally {
    await server.end();
  }
});

/** Runs the tests in this process, a file after the other, and tells how many failed. */
async function runTests(): Promise<number> {
  const folder = join(project, "test", "e2e");
  const files = (await readdir(folder))
    .filter((file) => file.endsWith(".test.ts"))
    // README's pictures are made on request; what they show has tests of its own.
    .filter((file) => shared === undefined || file !== "pictures.test.ts")
    .sort();
  let failed = 0;
  for (const file of files) {
    if (await isOurs(file)) failed += await runFile(join(folder, file));
  }
  return failed;
}

/** Of the runs that share the files, the one takes a file that is the first to make a folder of its name. */
async function isOurs(file: string): Promise<boolean> {
  if (shared === undefined) return true;
  const taken = join(output, "e2e-files", shared);
  await mkdir(taken, { recursive: true });
  try {
    await mkdir(join(taken, file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function runFile(file: string): Promise<number> {
  const mocha = new Mocha({ reporter: "spec", timeout: 120_000, ...(grep && { grep }) });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    mocha
      .run(resolve)
      .on("fail", (test) => Window.screenshotAll(`failed ${test.fullTitle()}`.replace(/[^\w]+/g, "-")));
  });
}
