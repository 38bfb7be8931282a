import type { ServerProcess } from "./serverProcess.ts";

/** Pipes close as a process exits: so long after that an exit is what it meant. */
const exitWaitMs = 500;

/**
 * Tells of a process that closes its stdout or stdin and lives on. Of stdin it is known once something that was written
 * did not arrive.
 */
export function onClosedPipe(
  process: Pick<ServerProcess, "stdin" | "stdout" | "running">,
  listener: (pipe: "stdin" | "stdout") => void,
): void {
  const unlessItExits = (pipe: "stdin" | "stdout") => {
    // Where the loop was busy all that time, an exit is heard of after the timer and before the immediate.
    setTimeout(() => setImmediate(() => process.running && listener(pipe)), exitWaitMs).unref();
  };
  process.stdout.once("close", () => unlessItExits("stdout"));
  process.stdin.once("error", () => unlessItExits("stdin"));
}
