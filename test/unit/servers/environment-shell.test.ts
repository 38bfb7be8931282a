import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createEnvironmentCache } from "../../../src/servers/environment/environment.ts";
import { environmentCommand, personsShell } from "../../../src/servers/environment/shellCommand.ts";
import { type Host, resolveEnvironment } from "../../../src/servers/environment/shellEnvironment.ts";
import {
  readVariable,
  withoutHostVariables,
  withVariables,
} from "../../../src/servers/environment/variables.ts";

describe("the person's environment", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "toolwire-shell-"));
  });
  afterEach(() => rm(home, { recursive: true }));

  const limits = { timeoutMs: 10_000, maxLength: 1_000_000 };

  function host(env: Record<string, string | undefined>, more: Partial<Host> = {}): Host {
    return {
      env: { PATH: "/usr/bin:/bin", HOME: home, SHELL: "/bin/bash", ...env },
      platform: "linux",
      execPath: process.execPath,
      ...more,
    };
  }

  async function shell(script: string): Promise<string> {
    const path = join(home, "shell");
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }

  const startFile = (text: string) => writeFile(join(home, ".bash_profile"), text);

  it("contract: a real login shell is asked, as for terminals", async () => {
    await startFile(
      'export PATH="$HOME/bin:$PATH" FROM_PROFILE="two\nlines é"\nunset GIVEN\necho "Welcome {}"\n',
    );
    const { variables, problem } = await resolveEnvironment(host({ GIVEN: "1", KEPT: "2" }), limits);
    assert.equal(problem, undefined);
    // The machine's own start files may set more.
    assert.ok(variables.PATH?.startsWith(`${home}/bin:`));
    assert.deepEqual([variables.FROM_PROFILE, variables.KEPT, variables.HOME], ["two\nlines é", "2", home]);
    for (const name of ["GIVEN", "_", "PWD", "OLDPWD", "SHLVL"]) {
      assert.equal(name in variables, false, name);
    }
  });

  it("an interactive shell reads its own start file too", async () => {
    await startFile('case $- in *i*) . "$HOME/.bashrc";; esac\n');
    await writeFile(join(home, ".bashrc"), "export FROM_RC=1\n");
    assert.equal((await resolveEnvironment(host({}), limits)).variables.FROM_RC, "1");
  });

  it("works with dash", async () => {
    await writeFile(join(home, ".profile"), "export FROM_PROFILE=1\n");
    const { variables, problem } = await resolveEnvironment(host({ SHELL: "/bin/dash" }), limits);
    assert.deepEqual([variables.FROM_PROFILE, problem], ["1", undefined]);
  });

  it("start files can see that they are asked for an environment only", async () => {
    await startFile('export SEEN="$VSCODE_RESOLVING_ENVIRONMENT" TERMINAL="$(test -t 0 || echo none)"\n');
    const { variables } = await resolveEnvironment(host({}), limits);
    assert.deepEqual([variables.SEEN, variables.TERMINAL], ["1", "none"]);
  });

  it("contract: VSCODE_*, ELECTRON_* and injected NODE_OPTIONS of the host are taken out", async () => {
    const injected = {
      VSCODE_PID: "1",
      VSCODE_IPC_HOOK: "x",
      ELECTRON_RUN_AS_NODE: "1",
      ELECTRON_NO_ASAR: "1",
      NODE_OPTIONS: "--require /injected/bootloader.js",
      NOT_VSCODE_: "stays",
    };
    for (const more of [{}, { VSCODE_CLI: "1" }, { SHELL: "/no/shell" }]) {
      const { variables } = await resolveEnvironment(host({ ...injected, ...more }), limits);
      const names = Object.keys(variables).filter((name) => /VSCODE|ELECTRON|NODE_OPTIONS/.test(name));
      assert.deepEqual(names, ["NOT_VSCODE_"], JSON.stringify(more));
    }
  });

  it("contract: NODE_OPTIONS that the shell itself sets stay, and those that `code` moved away come back", async () => {
    const env = { NODE_OPTIONS: "--require /injected.js" };
    await startFile("export NODE_OPTIONS=--max-old-space-size=999\n");
    assert.equal(
      (await resolveEnvironment(host(env), limits)).variables.NODE_OPTIONS,
      "--max-old-space-size=999",
    );
    const fromTerminal = host({ ...env, VSCODE_CLI: "1", VSCODE_NODE_OPTIONS: "--no-warnings" });
    assert.equal((await resolveEnvironment(fromTerminal, limits)).variables.NODE_OPTIONS, "--no-warnings");
  });

  it("contract: a host that was started from a terminal, and one on Windows, asks no shell", async () => {
    const path = await shell('touch "$HOME/ran"');
    for (const asked of [
      host({ SHELL: path, VSCODE_CLI: "1", A: "1" }),
      host({ SHELL: path, A: "1" }, { platform: "win32" }),
    ]) {
      const { variables, problem } = await resolveEnvironment(asked, limits);
      assert.deepEqual([variables.A, problem], ["1", undefined]);
    }
    await assert.rejects(readFile(join(home, "ran")));
  });

  describe("[R13] a shell that is of no use leaves the host's environment, with the reason", () => {
    const expectOwn = async (path: string, reason: RegExp, some = limits) => {
      const { variables, problem } = await resolveEnvironment(host({ SHELL: path, A: "1" }), some);
      assert.deepEqual(variables, { PATH: "/usr/bin:/bin", HOME: home, SHELL: path, A: "1" });
      assert.match(problem ?? "", reason);
      assert.match(problem ?? "", /servers get the environment of VS Code instead$/);
    };

    it("missing", () => expectOwn("/no/such/shell", /\/no\/such\/shell cannot be run/));

    it("not executable", async () => {
      const path = await shell("");
      await chmod(path, 0o644);
      await expectOwn(path, /cannot be run/);
    });

    it("exits with a code and says nothing", async () =>
      expectOwn(await shell("exit 3"), /ended with code 3/));

    it("ends by a signal", async () => expectOwn(await shell("kill -TERM $$"), /ended by SIGTERM/));

    it("prints junk", async () =>
      expectOwn(await shell('echo \'{"A":"junk"}\''), /ended with code 0 and did not tell/));

    it("prints without end", async () =>
      expectOwn(await shell("yes"), /printed more than 1000000 characters/));

    it("hangs: it is ended with its children", async () => {
      const path = await shell('sleep 98765 & echo $! > "$HOME/child"; echo $$ > "$HOME/self"; wait');
      const started = performance.now();
      await expectOwn(path, /did not answer within 0\.5 s/, { ...limits, timeoutMs: 500 });
      assert.ok(performance.now() - started < 3000);
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const name of ["child", "self"]) {
        const pid = (await readFile(join(home, name), "utf8")).trim();
        assert.equal(isRunning(pid), false, `${name} ${pid} still runs`);
      }
    });
  });

  function isRunning(pid: string): boolean {
    try {
      return !execFileSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).trim().startsWith("Z");
    } catch {
      return false;
    }
  }

  it("what a shell told counts even if it then fails, or leaves a process that holds the pipe", async () => {
    await startFile("export TOLD=1\nsleep 3 &\n");
    await writeFile(join(home, ".bash_logout"), "exit 7\n");
    const started = performance.now();
    const { variables, problem } = await resolveEnvironment(host({}), limits);
    assert.deepEqual([variables.TOLD, problem], ["1", undefined]);
    assert.ok(performance.now() - started < 2500);
  });

  it("a process that holds the pipe of a shell that told nothing is not waited for", async () => {
    const started = performance.now();
    const { problem } = await resolveEnvironment(host({ SHELL: await shell("sleep 3 & exit 1") }), limits);
    assert.match(problem ?? "", /ended with code 1/);
    assert.ok(performance.now() - started < 2500);
  });

  it("a shell that echoes its command line is understood", async () => {
    const path = await shell(
      'echo "$@"; while [ "$1" != "-c" ]; do shift; done; export ECHOED=1; exec sh -c "$2"',
    );
    assert.equal((await resolveEnvironment(host({ SHELL: path }), limits)).variables.ECHOED, "1");
  });

  it("the shell is asked once, and again on refresh", async () => {
    const path = await shell(
      'echo x >> "$HOME/asked"; while [ "$1" != "-c" ]; do shift; done; exec sh -c "$2"',
    );
    const cache = createEnvironmentCache(host({ SHELL: path }), limits);
    const [one, two] = await Promise.all([cache.get(), cache.get()]);
    assert.equal(one, two);
    assert.equal(await cache.get(), one);
    const refreshed = await cache.refresh();
    assert.notEqual(refreshed, one);
    assert.equal(await cache.get(), refreshed);
    assert.equal(await readFile(join(home, "asked"), "utf8"), "x\nx\n");
  });

  it("a path with a quote is passed on whole, in every family of shells", async () => {
    assert.match(
      environmentCommand("/bin/zsh", "/a'b/node", "aabb").args.join(" "),
      /^-i -l -c '\/a'\\''b\/node' -p/,
    );
    assert.match(
      environmentCommand("/usr/bin/pwsh", "/a'b/node", "aabb").args.join(" "),
      /^-Login -Command & '\/a''b\/node' -p/,
    );
    assert.match(environmentCommand("/bin/tcsh", "/node", "aabb").args.join(" "), /^-i -c '\/node'/);
    assert.match(environmentCommand("/usr/bin/nu", "/node", "aabb").args.join(" "), /^-i -l -c \^'\/node'/);
    const link = join(home, "it's node");
    execFileSync("ln", ["-s", process.execPath, link]);
    assert.equal((await resolveEnvironment(host({}, { execPath: link }), limits)).problem, undefined);
  });

  it("the shell is SHELL, then the account's; one that refuses logins is replaced", () => {
    assert.equal(personsShell("/bin/zsh", "/bin/bash"), "/bin/zsh");
    assert.equal(personsShell(undefined, "/bin/bash"), "/bin/bash");
    assert.equal(personsShell("", null), "/bin/sh");
    assert.equal(personsShell("/usr/sbin/nologin", null), "/bin/bash");
    assert.equal(personsShell("/bin/false", null), "/bin/bash");
  });
});

describe("environment variables", () => {
  it("on Windows the case of a name does not count; elsewhere it does", () => {
    assert.equal(readVariable({ Path: "x" }, "PATH", "win32"), "x");
    assert.equal(readVariable({ Path: "x" }, "PATH", "linux"), undefined);
    const changes = [
      ["PATH", "y"],
      ["gone", null],
    ] as const;
    assert.deepEqual(withVariables({ Path: "x", GONE: "1" }, changes, "win32"), { PATH: "y" });
    assert.deepEqual(withVariables({ Path: "x", GONE: "1" }, changes, "linux"), {
      Path: "x",
      GONE: "1",
      PATH: "y",
    });
    assert.deepEqual(
      withoutHostVariables({ vscode_pid: "1", Node_Options: "x", A: "1" }, { nodeOptions: false }),
      { A: "1" },
    );
  });

  it("property: any changes: the last of a name counts, nothing else moves", () => {
    const change = fc.tuple(fc.string(), fc.option(fc.string()));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.array(change), (base, changes) => {
        const result = withVariables(base, changes, "linux");
        const last = new Map(changes);
        for (const name of new Set([...Object.keys(base), ...last.keys()])) {
          const expected = last.has(name) ? (last.get(name) ?? undefined) : base[name];
          assert.equal(readVariable(result, name, "linux"), expected);
        }
      }),
    );
  });
});
