import type Mocha from "mocha";
import { environment } from "./environment.ts";

/** Called by VS Code in its extension host: runs this run's test files and rejects where one fails. */
export async function run(): Promise<void> {
  const { tests, grep } = environment();
  const runner = new (await import("mocha")).default({
    reporter: "spec",
    timeout: 60_000,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of tests) runner.addFile(file);
  const failures = await failuresOf(runner);
  if (failures > 0) throw new Error(`${failures} failing`);
}

function failuresOf(runner: Mocha): Promise<number> {
  return new Promise((resolve) => {
    runner.run(resolve);
  });
}
