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

interface Variant {
  name: string;
  /** Of `test/host`: its tests are run. */
  folder: string;
  trust: boolean;
  /** Of `test/fixtures`; by default the example. */
  template?: string;
  /** The `.code-workspace` file in it that is opened; by default the folder is. */
  workspaceFile?: string;
}

/** Each is a start of VS Code of its own, on a workspace of its own, for the tests of one folder. */
const variants: Variant[] = [
  { name: "a trusted workspace", folder: ".", trust: true },
  { name: "a workspace that is not trusted", folder: "untrusted", trust: false },
  {
    name: "a workspace of several folders",
    folder: "folders",
    trust: true,
    template: "folders-workspace",
    workspaceFile: "several.code-workspace",
  },
];

await main(async () => {
  await build();
  const bundle = await bundleHostTests();
  const desktop = await desktopVsCode();
  const demo = join(project, "dist", "demo.cjs");
  const machine = { project, fixtures, node: process.execPath, python: await python(), demo };
  const grep = process.argv[2];

  for (const { name, folder, trust, template = "example-workspace", workspaceFile = "" } of variants) {
    say(`Host tests in ${name}, in ${desktop ? desktop.executable : "the embedded VS Code"}`);
    const workspace = await makeWorkspace(template, { demo, python: machine.python, fixtures });
    const environment: TestEnvironment = {
      ...machine,
      workspace,
      tests: bundle.testsIn(folder),
      ...(grep && { grep }),
    };
    const run = {
      opened: join(workspace, workspaceFile),
      trust,
      entry: bundle.entry,
      env: asVariable(environment),
    };
    const passed = desktop ? await runInDesktopVsCode(desktop, run) : await runInEmbeddedVsCode(run);
    if (!passed) process.exitCode = 1;
  }
});
