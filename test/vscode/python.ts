import { systemCommand } from "./debian.ts";
import { run } from "./processGroup.ts";

/** Python 3 itself, behind any version manager's shim: a shim would be one more process in every tree of processes. */
export async function python(): Promise<string> {
  const command = await systemCommand("Python 3", "python3", "python3");
  return (await run(command, ["-c", "import sys; print(sys.executable)"])).trim();
}
