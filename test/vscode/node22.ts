import { join } from "node:path";
import { installOnce } from "./npmInstall.ts";

/** The Node of VS Code 1.101's extension host, the oldest that the product must run on. */
const version = "22.15.1";

/** The path of that Node. Its packages by platform hold just the binary, so that no install script is needed. */
export async function node22(): Promise<string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const family = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const folder = await installOnce(`${family}-${platform}-${process.arch}`, version, `Node ${version}`);
  return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
}
