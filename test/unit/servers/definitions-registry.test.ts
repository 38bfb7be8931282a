// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of definitions are written so
import assert from "node:assert/strict";
import fc from "fast-check";
import { type DefinitionSources, listEntries } from "../../../src/servers/definitions/registry.ts";

const surroundings = { home: "/home/p", platform: "linux", environment: { SET: "1" } } as const;

function list(sources: Partial<DefinitionSources>, around: Parameters<typeof listEntries>[1] = surroundings) {
  return listEntries({ folders: [], workspaceFile: false, ...sources }, around);
}

function file(holder: "servers" | "mcpServers", entries: Record<string, unknown>, inputs?: unknown[]) {
  return { text: JSON.stringify({ inputs, [holder]: entries }) };
}

const usable = { command: "x" };

describe("listEntries", () => {
  it("contract: settings of folder, workspace and user, then .vscode/mcp.json, then .mcp.json", () => {
    const entries = list({
      workspaceFile: true,
      folders: ["a", "b"].map((name) => ({
        name,
        path: `/${name}`,
        settings: { [`${name}-settings`]: usable },
        vscodeMcpJson: file("servers", { [`${name}-vscode`]: usable }),
        mcpJson: file("mcpServers", { [`${name}-root`]: usable }),
      })),
      workspaceSettings: { workspace: usable },
      userSettings: { user: usable },
    });
    assert.deepEqual(
      entries.map(({ name, source, folder, scope, file }) => [name, source, folder, scope ?? file]),
      [
        ["a-settings", "settings", "/a", "folder"],
        ["b-settings", "settings", "/b", "folder"],
        ["workspace", "settings", "/a", "workspace"],
        ["user", "settings", "/a", "user"],
        ["a-vscode", ".vscode/mcp.json", "/a", "/a/.vscode/mcp.json"],
        ["b-vscode", ".vscode/mcp.json", "/b", "/b/.vscode/mcp.json"],
        ["a-root", ".mcp.json", "/a", "/a/.mcp.json"],
        ["b-root", ".mcp.json", "/b", "/b/.mcp.json"],
      ],
    );
    assert.ok(entries.every(({ definition, error }) => definition !== undefined && error === undefined));
  });

  it("contract: the first of a name wins whole; the others are listed after it as shadowed", () => {
    const entries = list({
      folders: [
        {
          name: "a",
          path: "/a",
          settings: { s: { command: "winner" } },
          vscodeMcpJson: file("servers", { s: { command: "second", args: ["-v"] }, other: usable }),
          mcpJson: file("mcpServers", { other: usable, s: usable }),
        },
      ],
      userSettings: { s: { command: "user", timeoutMs: 1 } },
    });
    assert.deepEqual(
      entries.map(({ name, source, shadowedBy, error }) => [name, source, shadowedBy, error]),
      [
        ["s", "settings", undefined, undefined],
        ["s", "settings", "settings", "Shadowed by the entry of the same name in the folder settings"],
        [
          "s",
          ".vscode/mcp.json",
          "settings",
          "Shadowed by the entry of the same name in the folder settings",
        ],
        ["other", ".vscode/mcp.json", undefined, undefined],
        [
          "other",
          ".mcp.json",
          ".vscode/mcp.json",
          "Shadowed by the entry of the same name in .vscode/mcp.json",
        ],
        ["s", ".mcp.json", "settings", "Shadowed by the entry of the same name in the folder settings"],
      ],
    );
    assert.equal(entries[0]?.definition?.command, "winner");
    assert.deepEqual([entries[0]?.definition?.args, entries[0]?.definition?.timeoutMs], [[], 30_000]);
    assert.ok(
      entries.filter(({ shadowedBy }) => shadowedBy).every(({ definition }) => definition === undefined),
    );
  });

  it("a name that stands twice in one file shadows itself", () => {
    const text = '{"servers":{"a":{"command":"1"},"a":{"command":"2"}}}';
    const entries = list({ folders: [{ name: "f", path: "/f", vscodeMcpJson: { text } }] });
    assert.deepEqual(
      entries.map((entry) => [entry.definition?.command, entry.shadowedBy, entry.position?.offset]),
      [
        ["1", undefined, 12],
        [undefined, ".vscode/mcp.json", 32],
      ],
    );
  });

  it("[R13] an unusable entry wins its name too, and harms no other", () => {
    const entries = list({ userSettings: { s: {}, good: usable }, folders: [], workspaceSettings: { s: 5 } });
    assert.deepEqual(
      entries.map(({ name, error }) => [name, error]),
      [
        ["s", 'The entry is 5: expected an object with "command"'],
        ["s", "Shadowed by the entry of the same name in the workspace settings"],
        ["good", undefined],
      ],
    );
  });

  it("without a .code-workspace the settings of the one folder are listed once", () => {
    const settings = { a: usable };
    const folder = { name: "f", path: "/f" };
    const both = list({ folders: [{ ...folder, settings }], workspaceSettings: settings });
    const workspaceOnly = list({ folders: [folder], workspaceSettings: settings });
    for (const entries of [both, workspaceOnly]) {
      assert.deepEqual(
        entries.map(({ name, folder, scope }) => [name, folder, scope]),
        [["a", "/f", "folder"]],
      );
    }
  });

  it("without a folder the user's entries are listed, without a folder", () => {
    const [entry] = list({ userSettings: { a: usable } });
    assert.ok(entry?.definition !== undefined);
    assert.equal("folder" in entry, false);
  });

  it("[R13] a broken file is one failed entry with its place; the rest is listed", () => {
    const entries = list({
      folders: [
        {
          name: "f",
          path: "/f",
          vscodeMcpJson: { text: '{\n"servers": {,' },
          mcpJson: file("mcpServers", { a: usable }),
        },
      ],
    });
    assert.deepEqual(entries[0], {
      name: ".vscode/mcp.json",
      source: ".vscode/mcp.json",
      folder: "/f",
      file: "/f/.vscode/mcp.json",
      position: { offset: 14, line: 2, column: 13 },
      error: ".vscode/mcp.json, line 2, column 13: not valid JSON: expected a value",
    });
    assert.ok(entries[1]?.definition);
  });

  it("[R13] broken files of two folders have two names, and an unreadable one says so", () => {
    const entries = list({
      workspaceFile: true,
      folders: ["a", "b"].map((name) => ({
        name,
        path: `/${name}`,
        mcpJson: { problem: "EACCES" },
      })),
    });
    assert.deepEqual(
      entries.map(({ name, error }) => [name, error]),
      [
        ["a/.mcp.json", ".mcp.json cannot be read (EACCES)"],
        ["b/.mcp.json", ".mcp.json cannot be read (EACCES)"],
      ],
    );
  });

  it("[R13] a mistake in a file is said, and its entries and inputs stay as they were before", () => {
    const before = file("servers", { one: { command: "x", args: ["${input:q}"] }, two: usable }, [
      { type: "promptString", id: "q" },
    ]);
    for (const now of [{ text: '{ "servers": { "one": ' }, { problem: "EIO" }]) {
      const [broken, ...kept] = list({
        folders: [{ name: "a", path: "/a", vscodeMcpJson: { ...now, lastReadable: before.text } }],
      });
      assert.match(
        broken?.error ?? "",
        /(line 1, column \d+: .+|\(EIO\))\. Its entries stay as they were before$/,
      );
      assert.deepEqual(
        kept.map(({ name, error, definition }) => [name, error, definition?.command]),
        [
          ["one", undefined, "x"],
          ["two", undefined, "x"],
        ],
      );
    }
  });

  it("[R13] a setting that is no object is one failed entry", () => {
    assert.deepEqual(list({ userSettings: ["a"] }), [
      {
        name: "toolwire.servers",
        source: "settings",
        scope: "user",
        error: '"toolwire.servers" in the user settings is an array: expected an object',
      },
    ]);
  });

  describe("contract: what cannot be expanded is listed as failed before anyone starts it", () => {
    const folder = { name: "front", path: "/front" };
    const check = (entry: object) => list({ folders: [folder], userSettings: { s: entry } })[0]?.error;

    const cases: [entry: object, error: string | undefined][] = [
      [{ command: "${nope}" }, '"command": ${nope} is an unknown variable'],
      [{ command: "x", args: ["a", "${file}"] }, '"args[1]": ${file} is an unknown variable'],
      [{ command: "x", cwd: "${}" }, '"cwd": ${} is an unknown variable'],
      [
        { command: "x", env: { A: "${env:TOKEN}" } },
        '"env.A": ${env:TOKEN} is not set in this window\'s environment',
      ],
      [{ command: "x", envFile: "${env:}" }, '"envFile": ${env:} is an unknown variable'],
      [{ command: "${SET}" }, '"command": ${SET} is an unknown variable'],
      [
        { command: "x", cwd: "${workspaceFolder:back}" },
        '"cwd": ${workspaceFolder:back} names no folder of this workspace (it has "front")',
      ],
      [
        { command: "x", env: { T: "${input:token}" } },
        '"env.T": ${input:token} is not defined in the "inputs" of .vscode/mcp.json',
      ],
      [
        { command: "${a}", args: ["${b}"] },
        '"command": ${a} is an unknown variable; "args[0]": ${b} is an unknown variable',
      ],
      [
        {
          command: "${workspaceFolder}${/}x${pathSeparator}${workspaceFolder:front}",
          args: [
            "${workspaceFolderBasename}",
            "${userHome}",
            "${env:SET}",
            "${config:a.b}",
            "${command:c}",
            "${open",
          ],
        },
        undefined,
      ],
    ];
    for (const [entry, error] of cases) {
      it(`${JSON.stringify(entry)}: ${error ?? "usable"}`, () => {
        assert.equal(check(entry), error);
      });
    }

    it("${workspaceFolder} without a folder", () => {
      const [entry] = list({ userSettings: { s: { command: "${workspaceFolder}/x" } } });
      assert.equal(entry?.error, '"command": ${workspaceFolder} has no value because no folder is open');
    });

    it("an environment that is not known yet judges no variable of it", () => {
      const [entry] = list(
        { userSettings: { s: { command: "${env:TOKEN}" } } },
        { home: "/h", platform: "linux" },
      );
      assert.ok(entry?.definition);
    });

    it(".mcp.json: ${NAME} must be set, ${NAME:-default} need not", () => {
      const mcpJson = file("mcpServers", {
        set: { command: "${SET}" },
        unset: { command: "${UNSET}" },
        fallback: { command: "${UNSET:-x}" },
        nested: { command: "${UNSET:-${SET}}" },
        known: { command: "${workspaceFolder}" },
      });
      assert.deepEqual(
        list({ folders: [{ ...folder, mcpJson }] }).map(({ error }) => error),
        [
          undefined,
          '"command": ${UNSET} is not set in this window\'s environment',
          undefined,
          '"command": ${UNSET:-${SET} is an unknown variable',
          undefined,
        ],
      );
    });

    it("a definition carries the inputs it uses; a wrong input fails those that use it", () => {
      const inputs = [
        { type: "promptString", id: "token", password: true },
        { type: "promptString", id: "unused" },
        { type: "pickString", id: "wrong" },
      ];
      const vscodeMcpJson = file(
        "servers",
        {
          good: { command: "x", env: { T: "${input:token}", U: "${input:token}" } },
          bad: { command: "${input:wrong}" },
        },
        inputs,
      );
      const [good, bad] = list({ folders: [{ ...folder, vscodeMcpJson }] });
      assert.deepEqual(good?.definition?.inputs, [inputs[0]]);
      assert.equal(
        bad?.error,
        '"command": ${input:wrong} cannot be used: in its definition "options" is missing: expected an array of texts',
      );
    });

    it("inputs of a broken file are not called undefined without a reason", () => {
      const entry = { command: "${input:a}" };
      const entries = list({
        folders: [{ ...folder, settings: { s: entry }, vscodeMcpJson: { text: "{" } }],
      });
      assert.match(entries[0]?.error ?? "", /\$\{input:a\} is not defined: \.vscode\/mcp\.json, line 1/);
    });
  });

  it("property: any sources: nothing throws, each name has at most one winner", () => {
    const content = fc.option(fc.oneof(fc.record({ text: fc.string() }), fc.record({ text: fc.json() })), {
      nil: undefined,
    });
    const names = fc.constantFrom("a", "b", "__proto__", "");
    const entry = fc.oneof(fc.anything(), fc.record({ command: fc.string(), args: fc.array(fc.string()) }));
    const settings = fc.oneof(fc.anything(), fc.dictionary(names, entry));
    const folder = fc.record({
      name: fc.string(),
      path: fc.constant("/f"),
      settings,
      vscodeMcpJson: content,
      mcpJson: content,
    });
    fc.assert(
      fc.property(
        fc.array(folder, { maxLength: 2 }),
        settings,
        fc.boolean(),
        (folders, other, workspaceFile) => {
          const entries = list({
            folders: folders as DefinitionSources["folders"],
            workspaceFile,
            workspaceSettings: other,
            userSettings: other,
          });
          const winners = entries
            .filter(({ definition }) => definition !== undefined)
            .map(({ name }) => name);
          assert.equal(new Set(winners).size, winners.length);
          assert.ok(
            entries.every(({ definition, error }) => (definition === undefined) !== (error === undefined)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
