// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of definitions are written so
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ExecutableProblem,
  type ExecutableSearch,
  type FileKind,
  findExecutable,
} from "../../../src/servers/environment/executable.ts";

async function problemOf(command: string, search: ExecutableSearch): Promise<ExecutableProblem> {
  try {
    await findExecutable(command, search);
  } catch (error) {
    assert.ok(error instanceof ExecutableProblem, String(error));
    return error;
  }
  return assert.fail("it should not be found");
}

describe("findExecutable", () => {
  let folder: string;
  let search: ExecutableSearch;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "toolwire-executable-")));
    for (const name of ["one", "two", "one/tool"]) {
      await mkdir(join(folder, name));
    }
    const environment = { PATH: `${folder}/one:${folder}/two` };
    search = { environment, cwd: folder, platform: "linux" };
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function program(path: string, mode = 0o755): Promise<string> {
    const file = join(folder, path);
    await writeFile(file, "#!/bin/sh\n");
    await chmod(file, mode);
    return file;
  }

  it("finds the first program in PATH, past folders and files that cannot be run", async () => {
    await program("one/other", 0o644);
    const tool = await program("two/tool");
    const other = await program("two/other");
    assert.equal(await findExecutable("tool", search), tool);
    assert.equal(await findExecutable("other", search), other);
  });

  it("a path is relative to cwd and not searched in PATH", async () => {
    const tool = await program("two/tool");
    assert.equal(await findExecutable("./two/tool", search), tool);
    assert.equal(await findExecutable("two/tool", search), tool);
    assert.equal(await findExecutable(tool, search), tool);
    assert.equal(
      (await problemOf("./nothing", search)).message,
      `The command "./nothing" does not exist (${folder}/nothing)`,
    );
  });

  it("keeps a link as it is: programs look at the name they are called by", async () => {
    await program("two/tool");
    await symlink(join(folder, "two/tool"), join(folder, "one/linked"));
    assert.equal(await findExecutable("linked", search), join(folder, "one/linked"));
  });

  it("relative and empty entries of PATH are relative to cwd", async () => {
    const tool = await program("two/tool");
    assert.equal(await findExecutable("tool", { ...search, environment: { PATH: "two" } }), tool);
    assert.equal(
      await findExecutable("tool", { ...search, cwd: join(folder, "two"), environment: { PATH: ":/bin" } }),
      tool,
    );
  });

  it("searches the usual folders where PATH is not set", async () => {
    assert.match(await findExecutable("sh", { ...search, environment: {} }), /\/bin\/sh$/);
  });

  it("[R13] names a command that is not in PATH, with the folders that were searched", async () => {
    const problem = await problemOf("nothing", search);
    assert.match(problem.message, /^"nothing" was not found in PATH/);
    assert.deepEqual(problem.searched, [`${folder}/one`, `${folder}/two`]);
  });

  it("[R13] says that it is a folder, or not executable", async () => {
    assert.equal(
      (await problemOf("tool", search)).message,
      `The command "tool" is a folder (${folder}/one/tool): expected a program`,
    );
    assert.match((await problemOf("./one", search)).message, /"\.\/one" is a folder/);
    const file = await program("two/plain", 0o644);
    assert.equal(
      (await problemOf("plain", search)).message,
      `The command "plain" may not be executed: ${file} has no execute permission for this user`,
    );
  });

  it("[R13] says that the working directory is missing or no folder, before it blames the command", async () => {
    const file = await program("two/tool");
    assert.equal(
      (await problemOf("tool", { ...search, cwd: join(folder, "no") })).message,
      `The working directory ${folder}/no does not exist`,
    );
    assert.equal(
      (await problemOf("tool", { ...search, cwd: file })).message,
      `The working directory ${file} is not a folder`,
    );
  });

  it("a ~ is explained", async () => {
    assert.match((await problemOf("~/bin/tool", search)).message, /write \$\{userHome\} instead of ~/);
  });

  describe("on Windows", () => {
    const windows = (
      files: Record<string, FileKind>,
      environment: Record<string, string>,
    ): ExecutableSearch => ({
      environment,
      cwd: "C:\\work",
      platform: "win32",
      probe: async (path) => (path === "C:\\work" ? "folder" : (files[path] ?? "missing")),
    });

    it("completes a name by PATHEXT, in its order, whatever the case of Path", async () => {
      const files = { "C:\\bin\\npx.CMD": "program", "C:\\bin\\npx": "program" } as const;
      const path = { Path: '"C:\\none";;C:\\bin', PATHEXT: ".EXE;.CMD" };
      assert.equal(await findExecutable("npx", windows(files, path)), "C:\\bin\\npx.CMD");
      assert.equal(await findExecutable("npx", windows(files, { PATH: "C:\\bin" })), "C:\\bin\\npx.CMD");
    });

    it("a name with an ending may be complete, or not", async () => {
      const files = { "C:\\bin\\a.exe": "program", "C:\\bin\\python3.11.EXE": "program" } as const;
      const path = { PATH: "C:\\bin" };
      assert.equal(await findExecutable("a.exe", windows(files, path)), "C:\\bin\\a.exe");
      assert.equal(await findExecutable("python3.11", windows(files, path)), "C:\\bin\\python3.11.EXE");
    });

    it("a path is relative to cwd and completed too", async () => {
      const files = { "C:\\work\\bin\\run.BAT": "program" } as const;
      assert.equal(await findExecutable("bin\\run", windows(files, {})), "C:\\work\\bin\\run.BAT");
      assert.equal(await findExecutable("./bin/run", windows(files, {})), "C:\\work\\bin\\run.BAT");
      const problem = await problemOf("run", windows(files, { PATH: "C:\\a;C:\\b" }));
      assert.deepEqual(problem.searched, ["C:\\a", "C:\\b"]);
    });
  });
});
