import { join } from "node:path";
import { installOnce } from "./npmInstall.ts";

/** The oldest Node 22 that runs TypeScript as it is: closest to the 22.15 of VS Code 1.101, the oldest we support. */
const version = "22.18.0";

/** The path of that Node. Its packages by platform hold just the binary, so that no install script is needed. */
export async function node22(): Promise<string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const family = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const folder = await installOnce(`${family}-${platform}-${process.arch}`, version, `Node ${version}`);
  return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
}
