import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { output, project } from "./paths.ts";

/** The host tests as VS Code can load them. */
export interface HostBundle {
  /** The module that exports `run()`. */
  entry: string;
  /** The bundled test files of a folder of `test/host`; `.` is that folder itself. */
  testsIn(folder: string): string[];
}

const source = "test/host";
const target = join(output, "host");

/** Bundles each test file for the extension host, which loads CommonJS only. Packages stay outside. */
export async function bundleHostTests(): Promise<HostBundle> {
  const tests = (await readdir(join(project, source), { recursive: true })).filter((file) =>
    file.endsWith(".test.ts"),
  );
  await rm(target, { recursive: true, force: true });
  await build({
    absWorkingDir: project,
    bundle: true,
    entryPoints: ["index.ts", ...tests].map((file) => join(source, file)),
    external: ["vscode"],
    format: "cjs",
    logLevel: "warning",
    outbase: source,
    outdir: target,
    outExtension: { ".js": ".cjs" },
    packages: "external",
    platform: "node",
    sourcemap: "inline",
    target: "node22",
  });
  const bundled = tests.sort().map((file) => join(target, file.replace(/\.ts$/, ".cjs")));
  return {
    entry: join(target, "index.cjs"),
    testsIn: (folder) => bundled.filter((file) => join(file, "..") === join(target, folder)),
  };
}
