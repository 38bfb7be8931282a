// `npm run test:e2e [-- <part of a test's title>]`: runs test/e2e against the package as installed in the embedded VS Code.
// `--part=1/2`, of `npm test`: the first half of the files, against the package that is there.
import { readdir, rm } from "node:fs/promises";
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

const [, part, parts] = /^--part=(\d+)\/(\d+)$/.exec(process.argv[2] ?? "") ?? [];
const grep = part === undefined ? process.argv[2] : undefined;

await main(async () => {
  const vsix = part === undefined ? await makeVsix() : await packagePath();
  if (part === undefined) await rm(join(output, "screenshots"), { recursive: true, force: true });
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

/** Runs the tests in this process and tells how many failed. */
async function runTests(): Promise<number> {
  const mocha = new Mocha({ reporter: "spec", timeout: 120_000, ...(grep && { grep }) });
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      const test = this.currentTest;
      if (test?.isFailed()) await Window.screenshotAll(`failed ${test.fullTitle()}`.replace(/[^\w]+/g, "-"));
    },
  });
  const folder = join(project, "test", "e2e");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".test.ts")).sort();
  // README's pictures are made on request; what they show has tests of its own.
  const wanted = part === undefined ? files : files.filter((file) => file !== "pictures.test.ts");
  const endOf = (count: number) => Math.floor((wanted.length * count) / Number(parts ?? 1));
  const number = Number(part ?? 1);
  for (const file of wanted.slice(endOf(number - 1), endOf(number))) mocha.addFile(join(folder, file));
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    mocha.run(resolve);
  });
}
