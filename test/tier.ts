import { stripVTControlCharacters } from "node:util";
import { project } from "./vscode/paths.ts";
import { ProcessGroup } from "./vscode/processGroup.ts";

export type Command = readonly [string, ...string[]];

/** One part of `npm test`: a command that succeeds or fails, and may run many tests. */
export interface Tier {
  name: string;
  /** Tells the command, once what it needs is there. */
  command: () => Command | Promise<Command>;
  /** Its output tells how many tests passed and failed, as Mocha writes it. Otherwise it is one check. */
  runsTests?: boolean;
}

export interface Result {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** Of tests that failed: which, and why. */
  failures?: string;
}

/** Runs lanes of tiers side by side: the output of the first in view, that of each other one behind it. */
export async function runTogether(lanes: readonly (readonly Tier[])[]): Promise<Result[]> {
  const running = lanes.map((lane, index) => {
    const written: string[] = [];
    const write =
      index === 0 ? (text: string) => void process.stdout.write(text) : written.push.bind(written);
    return { results: runLane(lane, write), written };
  });
  const all: Result[] = [];
  for (const { results, written } of running) {
    all.push(...(await results));
    process.stdout.write(written.join(""));
  }
  return all;
}

async function runLane(lane: readonly Tier[], write: (text: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const tier of lane) results.push(await runTier(tier, write));
  return results;
}

/** Runs a tier; `write` gets its output. */
async function runTier({ name, command, runsTests }: Tier, write: (text: string) => void): Promise<Result> {
  write(`\n━━ ${name}\n`);
  const started = performance.now();
  const { ok, output } = await runCommand(command, write);
  const seconds = (performance.now() - started) / 1000;
  if (!runsTests) return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds };

  const passed = sum(output.matchAll(/^\W*(\d+) passing/gm));
  const failed = sum(output.matchAll(/^\W*(\d+) failing/gm));
  // A run that broke off, or that found no test, is a failure of its own.
  const broken = failed === 0 && (!ok || passed === 0);
  const failures = [...output.matchAll(/^\W*\d+ failing[\s\S]*?(?=^\W*\d+ passing|(?![\s\S]))/gm)]
    .join("")
    .trim();
  return { name, passed, failed: broken ? 1 : failed, seconds, failures };
}

async function runCommand(
  command: Tier["command"],
  write: (text: string) => void,
): Promise<{ ok: boolean; output: string }> {
  let output = "";
  try {
    const [program, ...args] = await command();
    const group = new ProcessGroup(program, args, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    group.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      write(text);
      output += text;
    });
    const code = await group.exit.finally(() => group.end());
    return { ok: code === 0, output: stripVTControlCharacters(output) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { ok: false, output };
  }
}

function sum(matches: Iterable<RegExpMatchArray>): number {
  return [...matches].reduce((total, match) => total + Number(match[1]), 0);
}
