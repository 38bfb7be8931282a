import assert from "node:assert/strict";
import fc from "fast-check";
import { readCommandLine, splitCommandLine } from "../../../src/ui/ask/commandLine.ts";

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

  it("leaves out a prompt that was copied along", () => {
    assert.equal(posix("$ npx -y calc").command, "npx");
  });

  it("never loses a character of an unquoted word, and throws nothing but its own errors", () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (line, onWindows) => {
        try {
          const { command, args } = splitCommandLine(line, onWindows);
          assert.ok(command.length + args.join("").length <= line.length);
        } catch (error) {
          assert.match((error as Error).message, /not closed|is missing/);
        }
      }),
    );
  });
});

describe("Shell syntax in a command line", () => {
  const found = (line: string, onWindows = false) =>
    readCommandLine(line, onWindows).shellSyntax.map(({ kind, found, instead }) =>
      instead === undefined ? `${kind} ${found}` : `${kind} ${found} → ${instead}`,
    );

  it("is found where it would do nothing", () => {
    assert.deepEqual(found("a $HOME ~/x | tee log 2>&1 && b > c; d &"), [
      "variable $HOME → ${env:HOME}",
      "home ~ → ${userHome}",
      "pipe |",
      "redirection 2>&1",
      "chain &&",
      "redirection >",
      "chain ;",
      "chain &",
    ]);
    assert.deepEqual(found('a "$TOKEN" $(date) `date` ${X:-y}'), [
      "variable $TOKEN → ${env:TOKEN}",
      "substitution $(…)",
      "substitution `…`",
      "variable ${X:-y} → ${env:X}",
    ]);
    assert.deepEqual(found("cd server"), ["builtin cd"]);
    assert.equal(readCommandLine("a --log=$HOME/log", false).shellSyntax[0]?.word, "--log=$HOME/log");
  });

  it("is not seen in quoted text, addresses and variables of ours", () => {
    assert.deepEqual(
      found("sh -c 'a | b > $C' \\$X http://h/?a=1&b=2 ${workspaceFolder}/x ${env:TOKEN} a~b"),
      [],
    );
  });

  it("is the command prompt's on Windows", () => {
    assert.deepEqual(found("a %USERPROFILE%\\x $env:TOKEN", true), [
      "variable %USERPROFILE% → ${env:USERPROFILE}",
      "variable $env:TOKEN → ${env:TOKEN}",
    ]);
  });
});
