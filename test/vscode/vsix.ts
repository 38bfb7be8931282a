import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { build } from "./build.ts";
import { output, project } from "./paths.ts";
import { say } from "./say.ts";

const mostBytes = 400_000;
const required = [
  "dist/extension.cjs",
  "dist/guard.cjs",
  "dist/demo.cjs",
  "dist/webview.js",
  "dist/webview.css",
  "dist/codicon.css",
  "dist/codicon.ttf",
  "dist/THIRD-PARTY-NOTICES.txt",
  "l10n/bundle.l10n.json",
];
const forbidden = /(^|\/)(src|test|node_modules)\/|\.(ts|map|vsix)$/;

/** Where the package is, or will be. */
export async function packagePath(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  return join(project, `toolwire-${version}.vsix`);
}

/** Builds `toolwire-<version>.vsix` in the project's folder, checks what it holds, and tells where it is. */
export async function makeVsix(): Promise<string> {
  await build("--production");
  say("Packaging");
  await checkFiles();
  const path = await packagePath();
  await createVSIX({
    cwd: project,
    packagePath: path,
    dependencies: false,
    readmePath: await readmeToPackage(),
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  await checkSize(path);
  return path;
}

/**
 * README.md without its pictures: the extension's page in VS Code shows only those that are on the web, and of all
 * others a broken frame. Returns its path in the project.
 */
async function readmeToPackage(): Promise<string> {
  const readme = await readFile(join(project, "README.md"), "utf8");
  const file = join(output, "README.md");
  await mkdir(output, { recursive: true });
  await writeFile(file, readme.replace(/^!\[[^\]]*\]\([^)]*\)\n\n/gm, ""));
  return relative(project, file).replaceAll("\\", "/");
}

async function checkFiles(): Promise<void> {
  const files = await listFiles({ cwd: project, packageManager: PackageManager.None });
  const stray = files.filter((file) => forbidden.test(file));
  if (stray.length > 0) throw new Error(`These files do not belong into the package: ${stray.join(", ")}`);
  const missing = required.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`The package lacks: ${missing.join(", ")}`);
}

async function checkSize(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size >= mostBytes) throw new Error(`The package has ${size} bytes; it must stay below ${mostBytes}.`);
}
