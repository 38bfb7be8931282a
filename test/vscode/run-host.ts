// `npm run test:host [-- <part of a test's title>]`: runs test/host in the extension host of a real VS Code.
import { join } from "node:path";
import { asVariable, type TestEnvironment } from "../host/environment.ts";
import { build } from "./build.ts";
import { runInDesktopVsCode } from "./desktopHostRun.ts";
import { desktopVsCode } from "./desktopVsCode.ts";
import { runInEmbeddedVsCode } from "./embeddedHostRun.ts";
import { bundleHostTests } from "./hostBundle.ts";
import { main } from "./main.ts";
import { fixtures, project } from "./paths.ts";
import { python } from "./python.ts";
import { say } from "./say.ts";
import { makeWorkspace } from "./workspace.ts";

/** Each is a start of VS Code of its own, on a workspace of its own, for the tests of one folder. */
const variants = [
  { name: "a trusted workspace", folder: ".", trust: true },
  { name: "a workspace that is not trusted", folder: "untrusted", trust: false },
];

await main(async () => {
  await build();
  const bundle = await bundleHostTests();
  const desktop = await desktopVsCode();
  const demo = join(project, "dist", "demo.cjs");
  const machine = { project, fixtures, node: process.execPath, python: await python(), demo };
  const grep = process.argv[2];

  for (const { name, folder, trust } of variants) {
    say(`Host tests in ${name}, in ${desktop ? desktop.executable : "the embedded VS Code"}`);
    const workspace = await makeWorkspace("example-workspace", { demo });
    const environment: TestEnvironment = {
      ...machine,
      workspace,
      tests: bundle.testsIn(folder),
      ...(grep && { grep }),
    };
    const run = { workspace, trust, entry: bundle.entry, env: asVariable(environment) };
    const passed = desktop ? await runInDesktopVsCode(desktop, run) : await runInEmbeddedVsCode(run);
    if (!passed) process.exitCode = 1;
  }
});
