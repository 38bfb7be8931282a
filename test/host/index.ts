import { format } from "node:util";
import type { default as Runner } from "mocha";
import { environment } from "./environment.ts";
import { resultMark } from "./resultMark.ts";

/** Called by VS Code in its extension host: runs this run's test files and rejects where one fails. */
export async function run(): Promise<void> {
  const { tests, grep } = environment();
  const { default: Mocha } = await import("mocha");
  Mocha.reporters.Base.consoleLog = (...args) => console.log(marked(format(...args)));
  const runner = new Mocha({
    reporter: "spec",
    timeout: 60_000,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of tests) runner.addFile(file);
  const failures = await failuresOf(runner);
  if (failures > 0) throw new Error(`${failures} failing`);
}

/** The text with the mark before each of its lines. */
function marked(text: string): string {
  return text.replace(/^/gm, resultMark);
}

function failuresOf(runner: Runner): Promise<number> {
  return new Promise((resolve) => {
    runner.run(resolve);
  });
}
