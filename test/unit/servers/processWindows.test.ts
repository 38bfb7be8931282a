import assert from "node:assert/strict";
import { endTree } from "../../../src/servers/process/endTree.ts";
import { taskkillArguments, taskkillProgram, windowsTree } from "../../../src/servers/process/windowsTree.ts";

describe("windowsTree", () => {
  /** A Windows on which a process ends when it is told by a command line that this accepts. */
  const windows = (pids: number[], endsBy: (args: string[]) => boolean) => {
    const running = new Set(pids);
    const lines: string[] = [];
    const tree = windowsTree(
      pids.map((pid) => ({ pid, mark: `m${pid}` })),
      {
        async run(program, args) {
          lines.push([program.split("\\").pop(), ...args].join(" "));
          if (endsBy(args)) running.delete(Number(args[1]));
        },
        isRunning: (pid) => running.has(pid),
      },
    );
    return { tree, lines, running };
  };

  it("asks taskkill for the whole tree, and for force only when told", () => {
    assert.deepEqual(taskkillArguments(42, false), ["/PID", "42", "/T"]);
    assert.deepEqual(taskkillArguments(42, true), ["/PID", "42", "/T", "/F"]);
  });

  it("takes the system's taskkill, whatever PATH says", () => {
    assert.equal(taskkillProgram({ SystemRoot: "D:\\Win" }), "D:\\Win\\System32\\taskkill.exe");
    assert.equal(taskkillProgram({}), "C:\\Windows\\System32\\taskkill.exe");
  });

  it("[R16] ends what can be asked without force", async () => {
    const { tree, lines } = windows([42], () => true);
    assert.equal(await endTree(tree, () => 50), true);
    assert.deepEqual(lines, ["taskkill.exe /PID 42 /T"]);
  });

  it("[R16] forces what does not listen, each server for itself", async () => {
    const { tree, lines } = windows([42, 43], (args) => args.includes("/F"));
    assert.equal(await endTree(tree, () => 20), true);
    assert.deepEqual(lines, [
      "taskkill.exe /PID 42 /T",
      "taskkill.exe /PID 43 /T",
      "taskkill.exe /PID 42 /T /F",
      "taskkill.exe /PID 43 /T /F",
    ]);
  });

  it("does nothing about a process that has ended: its id may be another's", async () => {
    const { tree, lines, running } = windows([42], () => true);
    running.clear();
    assert.equal(await endTree(tree, () => 20), true);
    assert.deepEqual(lines, []);
  });

  it("says so, after a bounded time, where nothing helps", async () => {
    const { tree } = windows([42], () => false);
    assert.equal(await endTree(tree, () => 20), false);
  });
});
