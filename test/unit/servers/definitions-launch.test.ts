// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of definitions are written so
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import type { DefinitionSource, InputDefinition, ServerDefinition } from "../../../src/servers/definition.ts";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import {
  isLaunchProblem,
  type LaunchContext,
  prepareLaunch,
} from "../../../src/servers/definitions/launch.ts";

describe("prepareLaunch", () => {
  let folder: string;
  let program: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "toolwire-launch-")));
    program = join(folder, "server");
    await writeFile(program, '#!/bin/sh\nprintf "%s|" "$@" "$PWD" "$MIX"\n');
    await chmod(program, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  function define(
    entry: Record<string, unknown>,
    more: { source?: DefinitionSource; inputs?: InputDefinition[]; folderless?: boolean } = {},
  ): ServerDefinition {
    const parsed = parseEntry(
      "s",
      { command: program, ...entry },
      { source: more.source ?? "settings", ...(!more.folderless && { folder }) },
    );
    assert.ok("definition" in parsed);
    return { ...parsed.definition, ...(more.inputs !== undefined && { inputs: more.inputs }) };
  }

  function context(changes: Partial<LaunchContext> = {}, resolver: Partial<LaunchContext["resolver"]> = {}) {
    return {
      folders: [{ name: "first", path: folder }],
      home: tmpdir(),
      platform: process.platform,
      trusted: true,
      environment: { PATH: "/usr/bin:/bin" },
      ...changes,
      resolver: {
        inputs: { answer: async () => ({ status: "unanswered" }) as const },
        setting: () => undefined,
        command: async () => undefined,
        ...resolver,
      },
    } satisfies LaunchContext;
  }

  const problemOf = async (definition: ServerDefinition, around: LaunchContext) => {
    const error = await prepareLaunch(definition, around).then(
      () => assert.fail("it should not be launchable"),
      (reason: unknown) => reason,
    );
    assert.ok(isLaunchProblem(error), String(error));
    return error.message;
  };

  it("contract: every variable is expanded, in every field", async () => {
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "sub", ".env"), "FROM_FILE=1");
    const definition = define({
      command: "${workspaceFolder}${/}server",
      args: [
        "${workspaceFolder:first}",
        "${workspaceFolderBasename}",
        "${userHome}",
        "${env:A}|${config:a.b}",
        "${command:c}",
      ],
      cwd: "${workspaceFolder}${pathSeparator}sub",
      env: { X: "<${env:A}>" },
      envFile: "${workspaceFolder}/sub/.env",
    });
    const launch = await prepareLaunch(
      definition,
      context(
        { environment: { PATH: "/bin", A: "${userHome}" } },
        {
          setting: (key, seenFrom) => (key === "a.b" && seenFrom === folder ? 5 : undefined),
          command: async (id) => `ran ${id}`,
        },
      ),
    );
    assert.deepEqual(launch, {
      command: program,
      args: [folder, basename(folder), tmpdir(), "${userHome}|5", "ran c"],
      cwd: join(folder, "sub"),
      env: { PATH: "/bin", A: "${userHome}", FROM_FILE: "1", X: "<${userHome}>" },
      secrets: [],
    });
  });

  it("contract: the environment is the person's, then envFile, then env; null removes", async () => {
    await writeFile(join(folder, ".env"), "\uFEFFA=file\nB=file\nC='a b'\nthis is junk\nGONE=file\n");
    const definition = define({ envFile: ".env", env: { B: "entry", GONE: null, NOISY: null } });
    const environment = { PATH: "/bin", A: "person", B: "person", NOISY: "1", HOME: "/h" };
    const { env } = await prepareLaunch(definition, context({ environment }));
    assert.deepEqual(env, { PATH: "/bin", A: "file", B: "entry", C: "a b", HOME: "/h" });
    assert.equal(environment.A, "person");
  });

  it("what it makes can be run as it is", async () => {
    const definition = define({
      command: "server",
      args: ["a b", "", "$HOME"],
      env: { PATH: "${workspaceFolder}", MIX: "é" },
    });
    const launch = await prepareLaunch(definition, context());
    const output = execFileSync(launch.command, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      encoding: "utf8",
    });
    assert.equal(output, `a b||$HOME|${folder}|é|`);
  });

  it("contract: the default cwd is the workspace folder, and home without one", async () => {
    assert.equal((await prepareLaunch(define({}), context())).cwd, folder);
    assert.equal((await prepareLaunch(define({}, { folderless: true }), context())).cwd, tmpdir());
  });

  it("contract: .mcp.json expands ${NAME} and ${NAME:-default}", async () => {
    const definition = define({ args: ["${A}", "${B:-b}", "${EMPTY:-c}"] }, { source: ".mcp.json" });
    const launch = await prepareLaunch(definition, context({ environment: { A: "a", EMPTY: "" } }));
    assert.deepEqual(launch.args, ["a", "b", ""]);
  });

  describe("inputs", () => {
    const token = { type: "promptString", id: "token", password: true } as const;
    const user = { type: "promptString", id: "user" } as const;

    it("each is asked once, one after the other; answers are not expanded", async () => {
      const asked: string[] = [];
      let open = 0;
      const inputs = {
        answer: async ({ id }: { id: string }) => {
          assert.equal(++open, 1);
          asked.push(id);
          await new Promise((resolve) => setTimeout(resolve, 5));
          open -= 1;
          return { status: "answered", value: `${id}-\${input:user}` } as const;
        },
      };
      const definition = define(
        { args: ["${input:user}", "${input:token}", "${input:user}"] },
        { inputs: [token, user] },
      );
      const launch = await prepareLaunch(definition, context({}, { inputs }));
      assert.deepEqual(asked, ["user", "token"]);
      assert.deepEqual(launch.args, ["user-${input:user}", "token-${input:user}", "user-${input:user}"]);
      assert.deepEqual(launch.secrets, ["token-${input:user}"]);
    });

    it("contract: an unanswered input is an error that names it", async () => {
      const definition = define({ env: { T: "${input:token}" } }, { inputs: [token] });
      assert.match(
        await problemOf(definition, context()),
        /"env\.T": the input "token" \(\$\{input:token\}\) has no answer yet/,
      );
      const inputs = { answer: async () => ({ status: "dismissed" }) as const };
      assert.match(
        await problemOf(definition, context({}, { inputs })),
        /"token" .* was left without an answer/,
      );
    });

    it("nobody is asked where another variable makes it useless", async () => {
      const inputs = { answer: () => assert.fail("asked") };
      const definition = define({ args: ["${input:token}", "${env:UNSET}"] }, { inputs: [token] });
      assert.match(await problemOf(definition, context({}, { inputs })), /\$\{env:UNSET\} is not set/);
    });

    it("one of type command runs the command with its arguments", async () => {
      const input = { type: "command", id: "port", command: "ext.port", args: { kind: "free" } } as const;
      const command = async (id: string, args?: unknown) => JSON.stringify([id, args]);
      const definition = define({ args: ["${input:port}"] }, { inputs: [input] });
      assert.deepEqual((await prepareLaunch(definition, context({}, { command }))).args, [
        '["ext.port",{"kind":"free"}]',
      ]);
      assert.match(
        await problemOf(definition, context({ trusted: false }, { command })),
        /needs a trusted workspace/,
      );
    });
  });

  it("contract: ${command:id} runs in trusted workspaces only", async () => {
    const command = () => assert.fail("run");
    const problem = await problemOf(
      define({ args: ["${command:c}"] }),
      context({ trusted: false }, { command }),
    );
    assert.equal(problem, '"args[0]": ${command:c} runs a command, which needs a trusted workspace');
  });

  it("a command that fails or gives no text, and a setting that is none, are errors that name them", async () => {
    const command = async () => {
      throw new Error("boom");
    };
    assert.match(
      await problemOf(define({ args: ["${command:c}"] }), context({}, { command })),
      /\$\{command:c\} has no value: boom/,
    );
    assert.match(
      await problemOf(define({ args: ["${command:c}"] }), context()),
      /the command "c" gave nothing/,
    );
    assert.match(
      await problemOf(define({ args: ["${config:a}"] }), context()),
      /\$\{config:a\} is not set in the settings/,
    );
    assert.match(
      await problemOf(define({ args: ["${config:a}"] }), context({}, { setting: () => ({}) })),
      /\$\{config:a\} is an object in the settings/,
    );
  });

  it("contract: secrets are password answers and env values whose names look secret, of eight characters or more", async () => {
    await writeFile(join(folder, ".env"), "FILE_SECRET=from the file\nSHORT_KEY=short\n");
    const definition = define({
      envFile: ".env",
      env: { AUTH_HEADER: "Bearer ${env:GIVEN_TOKEN}", LOG: "a long debug value", PASSWORD: null },
    });
    const environment = { GIVEN_TOKEN: "token of the person", OTHER_TOKEN: "not handed on by the entry" };
    assert.deepEqual((await prepareLaunch(definition, context({ environment }))).secrets, [
      "Bearer token of the person",
      "token of the person",
      "from the file",
    ]);
  });

  it("[R13] what is missing is named: command, working directory, envFile", async () => {
    assert.match(
      await problemOf(define({ command: "no-such-program" }), context()),
      /"no-such-program" was not found in PATH/,
    );
    assert.match(
      await problemOf(define({ cwd: "none" }), context()),
      /The working directory .*none does not exist/,
    );
    assert.match(
      await problemOf(define({ envFile: "none.env" }), context()),
      /"envFile": .*none\.env does not exist/,
    );
    assert.match(
      await problemOf(define({ envFile: "." }), context()),
      /"envFile": .* is a folder, expected a file/,
    );
    const empty = context({ environment: { EMPTY: "" } });
    assert.match(
      await problemOf(define({ cwd: "${env:EMPTY}" }), empty),
      /"cwd" is empty once its variables/,
    );
  });

  it("[R13] a NUL in a value is named, not left to spawn", async () => {
    const around = context({}, { command: async () => "a\0b" });
    assert.match(
      await problemOf(define({ args: ["${command:c}"] }), around),
      /"args\[0\]" has a NUL character/,
    );
    assert.match(
      await problemOf(define({ env: { A: "${command:c}" } }), around),
      /"env\.A" has a NUL character/,
    );
  });

  it("property: any entry and any values: a specification or a problem for the person, and nothing is expanded twice", async () => {
    const variable = fc.constantFrom(
      "${env:A}",
      "${env:B}",
      "${config:c}",
      "${command:c}",
      "${input:i}",
      "${nope}",
      "${",
      "}",
    );
    const text = fc.array(fc.oneof(variable, fc.string()), { maxLength: 4 }).map((parts) => parts.join(""));
    const entry = fc.record(
      {
        args: fc.array(text),
        cwd: text,
        env: fc.dictionary(fc.string(), fc.oneof(text, fc.constant(null))),
        envFile: text,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(entry, fc.anything(), text, async (fields, answer, value) => {
        const parsed = parseEntry("s", { command: program, ...fields }, { source: "settings", folder });
        if ("error" in parsed) {
          return;
        }
        const inputs = { answer: async () => ({ status: "answered", value }) as const };
        const definition = { ...parsed.definition, inputs: [{ type: "promptString", id: "i" } as const] };
        const around = context(
          { environment: { A: value } },
          { inputs, setting: () => answer, command: async () => answer },
        );
        try {
          const launch = await prepareLaunch(definition, around);
          for (const [index, arg] of (fields.args ?? []).entries()) {
            if (arg === "${input:i}") {
              assert.equal(launch.args[index], value);
            }
          }
        } catch (error) {
          assert.ok(isLaunchProblem(error), String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});
