import { runGuard } from "./guard.ts";

/** The guard's entry: a program of its own, started by `GuardClient`. */
runGuard(process.stdin).finally(() => process.exit());
