import assert from "node:assert/strict";
import fc from "fast-check";
import { splitCommandLine } from "../../../src/ui/ask/commandLine.ts";

const posix = (line: string) => splitCommandLine(line, false);
const windows = (line: string) => splitCommandLine(line, true);

describe("A command line", () => {
  it("is split at blanks, with quotes grouping", () => {
    assert.deepEqual(posix(`  python3 -u "my server.py"  'a "b"' "" x'y'z `), {
      command: "python3",
      args: ["-u", "my server.py", 'a "b"', "", "xyz"],
      env: {},
    });
  });

  it("takes a backslash as a shell does", () => {
    assert.deepEqual(posix(String.raw`a\ b "c\"d\e" '\f'`).args, [String.raw`c"d\e`, String.raw`\f`]);
    assert.equal(posix(String.raw`a\ b`).command, "a b");
  });

  it("leaves the backslashes of Windows paths alone", () => {
    assert.deepEqual(windows(String.raw`C:\tools\calc.exe "C:\my files\a" it's`), {
      command: String.raw`C:\tools\calc.exe`,
      args: [String.raw`C:\my files\a`, "it's"],
      env: {},
    });
  });

  it("reads variables that stand before the command", () => {
    assert.deepEqual(posix("LOG=debug TOKEN='a b' npx -y calc KEY=value"), {
      command: "npx",
      args: ["-y", "calc", "KEY=value"],
      env: { LOG: "debug", TOKEN: "a b" },
    });
  });

  it("says what is missing or open", () => {
    assert.throws(() => posix("  "), /program to run is missing/);
    assert.throws(() => posix("A=1"), /program to run is missing/);
    assert.throws(() => posix('a "b'), /quote " is not closed/);
  });

  it("gives back every word that was quoted", () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string()), (args) => {
        assert.deepEqual(posix(["cmd", ...args.map(quote)].join(" ")).args, args);
      }),
    );
  });
});
