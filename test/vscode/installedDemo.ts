import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The demo server inside the extension as installed into this folder of extensions. */
export async function installedDemo(extensions: string): Promise<string> {
  const folder = (await readdir(extensions)).find((name) => name.startsWith("toolwire.toolwire-"));
  if (!folder) throw new Error(`Toolwire is not installed in ${extensions}`);
  return join(extensions, folder, "dist", "demo.cjs");
}
