import { project } from "./paths.ts";
import { run } from "./processGroup.ts";
import { say } from "./say.ts";

/** Bundles the product into `dist`. */
export async function build(...options: "--production"[]): Promise<void> {
  say(options.length > 0 ? "Building for the package" : "Building");
  await run(process.execPath, ["esbuild.mjs", ...options], { cwd: project });
}
