// `npm test`: every tier. A tier that fails does not stop the next.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Command, type Result, runTogether, type Tier } from "./tier.ts";
import { node22 } from "./vscode/node22.ts";
import { output } from "./vscode/paths.ts";
import { python } from "./vscode/python.ts";

const node = process.execPath;
const typescript = "node_modules/typescript/bin/tsc";

/** The lanes of a group run side by side, because their tiers wait for most of their time; a lane's tiers one by one. */
const groups: Tier[][][] = [
  [
    [
      {
        name: "lint",
        command: () => [node, "node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."],
      },
    ],
    [{ name: "types", command: () => [node, typescript] }],
    [{ name: "types of the webview", command: () => [node, typescript, "-p", "src/webview"] }],
  ],
  [[{ name: "build", command: () => [node, "esbuild.mjs"] }]],
  [[{ name: "package", command: () => [node, "test/vscode/package.ts"] }]],
  [
    // The product's own Node is 22 in the oldest VS Code that it supports; VS Code's own here is 24, in the other tiers.
    [{ name: "unit on Node 22", command: unit, runsTests: true }, e2e(1)],
    [{ name: "host", command: () => [node, "test/vscode/run-host.ts"], runsTests: true }, e2e(2)],
  ],
];

// What lanes side by side would both install; whoever needs it says why it could not be.
await python().catch(() => {});
await rm(join(output, "e2e-files"), { recursive: true, force: true });
const results: Result[] = [];
for (const group of groups) results.push(...(await runTogether(group)));
report(results);

/** The lanes share the files: each takes the next that nobody has. */
function e2e(lane: number): Tier {
  return {
    name: `e2e, lane ${lane}`,
    command: () => [node, "test/vscode/run-e2e.ts", `--shared=${process.pid}`],
    runsTests: true,
  };
}

/** The unit tests start Python servers. */
async function unit(): Promise<Command> {
  await python();
  return [await node22(), "node_modules/mocha/bin/mocha.js", "test/unit/**/*.test.ts"];
}

/** What failed once more, since it lies far above by now, a table, and alone in the last line the verdict. */
function report(results: Result[]): void {
  for (const { name, failures } of results) if (failures) console.log(`\n━━ ${name}\n${failures}`);
  console.log("\n  passed  failed    time  tier");
  for (const { name, passed, failed, seconds } of results) {
    const cells = [passed, failed, `${seconds.toFixed(0)} s`].map((cell) => `${cell}`.padStart(8));
    console.log(`${cells.join("")}  ${name}`);
  }
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.reduce((total, result) => total + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
