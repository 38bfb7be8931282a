import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache } from "./paths.ts";
import { run } from "./processGroup.ts";
import { say } from "./say.ts";

/**
 * The folder of an npm package that is too big, or too special, to be a dependency of the project: installed once into
 * the cache, without compiling anything. It appears there whole or not at all.
 */
export async function installOnce(
  name: string,
  version: string,
  about: string,
  finish?: (folder: string) => Promise<void>,
): Promise<string> {
  const home = join(cache, `${name}-${version}`);
  const folder = join("node_modules", name);
  if (existsSync(home)) return join(home, folder);

  say(`Installing ${about} (npm package ${name}@${version}), once`);
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, "installing-"));
  try {
    await writeFile(join(draft, "package.json"), JSON.stringify({ private: true }));
    await npmInstall(draft, `${name}@${version}`);
    await finish?.(join(draft, folder));
    await rename(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return join(home, folder);
}

/** Runs `npm install` in a folder, without install scripts. */
export async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  const options = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, ...args], { cwd: folder });
}
