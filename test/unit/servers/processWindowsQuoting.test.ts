import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import type { Spawned } from "./windowsLaunch.ts";

const launcher = fileURLToPath(new URL("./windowsLaunch.ts", import.meta.url));

/** The command line that cmd.exe makes of its own: a caret stands for the character after it, and is gone. */
function seenByCmd(line: string): { line: string; bare: string[] } {
  // What acts where it stands without a caret: separators, redirections, groups, variables.
  const bare = line.replace(/\^[\s\S]/g, "").match(/[&|<>()%!"]/g) ?? [];
  return { line: line.replace(/\^([\s\S])/g, "$1"), bare };
}

/** The arguments that a program finds in its command line, by the rules of Microsoft's C runtime. */
function argumentsIn(line: string): string[] {
  const found: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  for (const [, backslashes = "", character = ""] of line.matchAll(/(\\*)([^\\]|$)/g)) {
    if (character === '"') {
      current = (current ?? "") + "\\".repeat(backslashes.length >> 1);
      if (backslashes.length % 2 === 1) current += '"';
      else isQuoted = !isQuoted;
    } else if (character === " " && !isQuoted) {
      if (current !== undefined || backslashes !== "") found.push((current ?? "") + backslashes);
      current = undefined;
    } else if (backslashes + character !== "") {
      current = (current ?? "") + backslashes + character;
    }
  }
  return current === undefined ? found : [...found, current];
}

describe("What is handed to Windows for a launch", () => {
  let folder: string;
  const file = (name: string) => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire quoting & 100% "));
    for (const name of ["tool.exe", "tool.cmd", "tool.bat", "node_modules/.bin/tool.cmd"]) {
      await mkdir(dirname(file(name)), { recursive: true });
      await writeFile(file(name), "");
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function launched(program: string, argumentLists: string[][]): Promise<Spawned[]> {
    const env = { PATH: process.env.PATH ?? "" };
    const command = file(program);
    const all = argumentLists.map((args) => ({ command, args, cwd: folder, env, secrets: [] }));
    const { stdout } = await promisify(execFile)(process.execPath, [launcher, JSON.stringify(all)]);
    return JSON.parse(stdout);
  }

  const odd = [
    "",
    "plain",
    "a b",
    'say "hi"',
    "%PATH%",
    "!PATH!",
    "^",
    "a&b|c<d>e",
    "(x)",
    "C:\\folder\\",
    'quoted\\"and\\\\',
    "a;b,c=d*?[]`",
    "ü 日本 🙂",
    "--flag=x y\\",
  ];

  it("a program gets its arguments as they are written: Node quotes them, and no shell sees them", async () => {
    const [spawned] = await launched("tool.exe", [odd]);
    assert.equal(spawned?.command, file("tool.exe"));
    assert.deepEqual(spawned.args, odd);
    assert.deepEqual(
      [spawned.options.shell, spawned.options.windowsVerbatimArguments, spawned.options.windowsHide],
      [undefined, undefined, true],
    );
  });

  const quoted: [argument: string, line: string][] = [
    ["plain", '^"plain^"'],
    ["a b", '^"a^ b^"'],
    ['say "hi"', '^"say^ \\^"hi\\^"^"'],
    ["%PATH%", '^"^%PATH^%^"'],
    ["a&b|c>d", '^"a^&b^|c^>d^"'],
    ["^", '^"^^^"'],
    ["C:\\folder\\", '^"C:\\folder\\\\^"'],
    // cross-spawn alone makes three backslashes of two at the end, and the quote goes on.
    ["\\\\share\\\\", '^"\\\\share\\\\\\\\^"'],
    ['{"root":"C:\\\\"}', '^"{\\^"root\\^":\\^"C:\\\\\\\\\\^"}^"'],
  ];
  for (const program of ["tool.cmd", "tool.bat"]) {
    it(`${program} runs through cmd.exe, each argument quoted`, async () => {
      const all = await launched(
        program,
        quoted.map(([argument]) => [argument]),
      );
      for (const [index, { command, args, options }] of all.entries()) {
        assert.equal(command, "cmd.exe");
        assert.deepEqual([options.shell, options.windowsVerbatimArguments], [undefined, true]);
        assert.deepEqual(args.slice(0, 3), ["/d", "/s", "/c"]);
        const escaped = file(program).replace(/[ &%]/g, "^$&");
        assert.equal(args[3], `"${escaped} ${quoted[index]?.[1]}"`);
      }
    });
  }

  it("a shim of npm's quotes twice, for it hands its arguments to cmd.exe once more", async () => {
    const [spawned] = await launched("node_modules/.bin/tool.cmd", [["a b", "%PATH%"]]);
    assert.ok(spawned?.args[3]?.endsWith(' ^^^"a^^^ b^^^" ^^^"^^^%PATH^^^%^^^""'), spawned?.args[3]);
  });

  it("whatever the arguments are, nothing in them acts, and the program finds the same", async function () {
    this.timeout(60_000);
    const character = fc.oneof(
      fc.constantFrom("\\\\", ..." \"'\\%!^&|<>()[];,=*?`$@~"),
      fc.string({ maxLength: 1 }),
    );
    // No line feed: cmd.exe reads a command up to there.
    const text = fc
      .string({ unit: character, maxLength: 12 })
      .map((value) => value.replace(/[\r\n\0]/g, "_"));
    const lists = [odd, ...fc.sample(fc.array(text, { maxLength: 4 }), 60)];
    for (const [index, { args }] of (await launched("tool.cmd", lists)).entries()) {
      const { line, bare } = seenByCmd((args[3] as string).slice(1, -1));
      assert.deepEqual(bare, [], args[3]);
      assert.ok(line.startsWith(`${file("tool.cmd")}`), line);
      assert.deepEqual(argumentsIn(line.slice(file("tool.cmd").length)), lists[index], args[3]);
    }
  });
});
