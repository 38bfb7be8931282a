import { findOnPath } from "./findOnPath.ts";
import { run } from "./processGroup.ts";
import { say } from "./say.ts";

/**
 * A command that the system has, or that Debian's package of this name brings where we may install it.
 * `names` are the commands that will do, best first.
 */
export async function systemCommand(
  what: string,
  debianPackage: string,
  ...names: string[]
): Promise<string> {
  const found = findOnPath(...names);
  if (found) return found;
  if (process.getuid?.() === 0 && findOnPath("apt-get")) {
    say(`Installing ${what} (apt-get install ${debianPackage})`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], { env });
    const installed = findOnPath(...names);
    if (installed) return installed;
  }
  throw new Error(`${what} was not found. On Debian or Ubuntu run: sudo apt-get install ${debianPackage}`);
}
