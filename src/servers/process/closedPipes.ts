import type { ServerProcess } from "./serverProcess.ts";

/** Pipes close as a process exits: so long after that an exit is what it meant. */
const exitWaitMs = 500;

/**
 * Tells of a process that closes its stdout or stdin and lives on. Of stdin it is known once something that was written
 * did not arrive.
 */
export function onClosedPipe(
  { stdin, stdout, exited }: Pick<ServerProcess, "stdin" | "stdout" | "exited">,
  listener: (pipe: "stdin" | "stdout") => void,
): void {
  let hasExited = false;
  const unlessItExits = (pipe: "stdin" | "stdout") => {
    setTimeout(() => hasExited || listener(pipe), exitWaitMs);
  };
  stdout.once("close", () => unlessItExits("stdout"));
  stdin.once("error", () => unlessItExits("stdin"));
  void exited.then(() => {
    hasExited = true;
  });
}
