import childProcess from "node:child_process";

/**
 * Launches each specification that its argument holds as on Windows, and says what was handed to the system's spawn. On
 * any system: the platform is told before anything looks at it, and what is run in the end is a program that does nothing.
 */
Object.defineProperty(process, "platform", { value: "win32" });

/** What Node's spawn was asked for. */
export interface Spawned {
  command: string;
  args: string[];
  options: childProcess.SpawnOptions;
}

const asked: Spawned[] = [];
const spawn = childProcess.spawn as (...spawned: [string, string[], object]) => childProcess.ChildProcess;
childProcess.spawn = ((command: string, args: string[], options: childProcess.SpawnOptions) => {
  asked.push({ command, args, options });
  return spawn(process.execPath, ["--version"], { stdio: ["pipe", "pipe", "pipe"] });
}) as typeof childProcess.spawn;

const { ServerProcess } = await import("../../../src/servers/process/serverProcess.ts");
for (const specification of JSON.parse(process.argv[2] as string)) {
  await (await ServerProcess.launch(specification)).exited;
}
process.stdout.write(JSON.stringify(asked));
