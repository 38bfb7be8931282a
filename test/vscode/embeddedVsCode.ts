import { join } from "node:path";
import { installOnce, npmInstall } from "./npmInstall.ts";

/** Carries VS Code 1.139.1. */
const version = "4.139.1";

/**
 * The server of the embedded VS Code, which runs anywhere without a display: a script for Node.
 * Its dependencies are brought without compiling; what then lacks only writes its own log files.
 */
export async function embeddedVsCode(): Promise<string> {
  const folder = await installOnce("code-server", version, "an embedded VS Code, about 30 s", (draft) =>
    npmInstall(join(draft, "lib", "vscode")),
  );
  return join(folder, "lib", "vscode", "out", "server-main.js");
}
