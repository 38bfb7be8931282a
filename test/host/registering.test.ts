import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { candidatesFrom } from "../../src/ui/import/candidate.ts";
import { readClients } from "../../src/ui/import/readClients.ts";
import { SaveProblem, saveEntries } from "../../src/ui/saving/save.ts";
import type { Target } from "../../src/ui/saving/target.ts";
import { environment } from "./environment.ts";
import { registerUserServers, restoreUserServers, statusOf, until } from "./toolwire.ts";

/** Not where the user's settings are: the embedded VS Code keeps them in the browser, and the desktop's are found. */
const storage = vscode.Uri.file("/nowhere/User/globalStorage/toolwire.toolwire");

const entry = { command: "python3", args: ["calc.py"] };

describe("Saving entries", () => {
  const folder = () => ({ name: "example-workspace", path: environment().workspace });
  const files = [
    [".vscode/settings.json", { kind: "settings", scope: "folder" }, "settings"],
    [".vscode/mcp.json", { kind: ".vscode/mcp.json" }, ".vscode/mcp.json"],
    [".mcp.json", { kind: ".mcp.json" }, ".mcp.json"],
  ] as const;

  for (const [path, kind, source] of files) {
    it(`in ${path} keeps what is there, is listed, and can be undone`, async () => {
      const file = join(environment().workspace, path);
      const before = await readFile(file, "utf8");
      const commented = before.replace("{", "{ // a person's words");
      await writeFile(file, commented);
      try {
        const target = { ...kind, folder: folder() } as Target;
        const saved = await saveEntries({ target, changes: [["saved", entry]], storage });
        const text = await readFile(file, "utf8");
        assert.ok(text.includes("a person's words"));
        assert.ok(text.includes('"args": ["calc.py"]'));
        const status = await until("the entry", () => statusOf("saved"));
        assert.deepEqual([status.source, status.state], [source, "stopped"]);
        await saved.undo();
        assert.equal(await readFile(file, "utf8"), commented);
        await until("no entry", async () => ((await statusOf("saved")) === undefined ? true : undefined));
      } finally {
        await writeFile(file, before);
      }
    });
  }

  it("undoes its own entries only, where the file has changed since", async () => {
    const file = join(environment().workspace, ".mcp.json");
    const before = await readFile(file, "utf8");
    try {
      const target: Target = { kind: ".mcp.json", folder: folder() };
      const { undo } = await saveEntries({
        target,
        changes: [
          ["saved", entry],
          ["filesystem", entry],
        ],
        storage,
      });
      await saveEntries({ target, changes: [["other", entry]], storage });
      await undo();
      const { mcpServers } = JSON.parse(await readFile(file, "utf8"));
      assert.deepEqual(mcpServers, { ...JSON.parse(before).mcpServers, other: entry });
    } finally {
      await writeFile(file, before);
    }
  });

  it("makes a file that is not there, and takes it away again", async () => {
    const path = join(environment().workspace, "fresh");
    const target: Target = { kind: ".vscode/mcp.json", folder: { name: "fresh", path } };
    const inputs = [{ type: "promptString", id: "token" }];
    const { undo } = await saveEntries({ target, changes: [["saved", entry]], inputs, storage });
    const file = join(path, ".vscode", "mcp.json");
    assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { servers: { saved: entry }, inputs });
    await undo();
    await assert.rejects(readFile(file));
    await rm(path, { recursive: true });
  });

  it("in the user's settings", async () => {
    const target: Target = { kind: "settings", scope: "user" };
    const value = () =>
      vscode.workspace.getConfiguration("toolwire").inspect<Record<string, unknown>>("servers")?.globalValue;
    try {
      await registerUserServers({ present: { command: "x" } });
      const { undo } = await saveEntries({ target, changes: [["saved", entry]], storage });
      assert.deepEqual(Object.keys(value() ?? {}), ["present", "saved"]);
      await undo();
      await until("only the first", async () =>
        Object.keys(value() ?? {}).join() === "present" ? true : undefined,
      );
    } finally {
      await restoreUserServers();
    }
  });

  it("writes nothing into a file with a mistake, and names its place", async () => {
    const path = join(environment().workspace, "broken");
    const file = join(path, ".mcp.json");
    await mkdir(path, { recursive: true });
    await writeFile(file, '{\n  "mcpServers": {\n    "a": }\n}');
    const target: Target = { kind: ".mcp.json", folder: { name: "broken", path } };
    const problem = await saveEntries({ target, changes: [["saved", entry]], storage }).catch(
      (error) => error,
    );
    assert.ok(problem instanceof SaveProblem);
    assert.match(problem.message, /broken\/\.mcp\.json, line 3, column 10: not valid JSON: expected a value/);
    assert.equal(await readFile(file, "utf8"), '{\n  "mcpServers": {\n    "a": }\n}');
    await rm(path, { recursive: true });
  });
});

describe("Importing", () => {
  it("[R13] copies what a client keeps, as an entry that can be started", async () => {
    const { workspace, node, demo } = environment();
    const home = join(workspace, "home");
    const file = join(home, ".codeium", "windsurf", "mcp_config.json");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      JSON.stringify({ mcpServers: { found: { command: node, args: [demo] }, http: { serverUrl: "x" } } }),
    );
    const { candidates } = await readClients({ platform: "linux", home, env: {} }, [], []);
    assert.deepEqual(
      candidates.map(({ name, unsupported }) => [name, unsupported !== undefined]),
      [
        ["found", false],
        ["http", true],
      ],
    );
    const target: Target = { kind: ".mcp.json", folder: { name: "example-workspace", path: workspace } };
    const changes = candidates.slice(0, 1).map(({ name, entry: copied }) => [name, copied] as const);
    const { undo } = await saveEntries({ target, changes, storage });
    const status = await until("the entry", () => statusOf("found"));
    assert.equal(status.state, "stopped");
    await undo();
    await rm(home, { recursive: true });
  });

  it("marks what is registered already", () => {
    const file = { client: "Cursor", format: "mcpServers", path: "/x" } as const;
    const entries = [{ name: "demo", value: { command: "x" } }];
    const [candidate] = candidatesFrom(
      [{ file, entries, inputs: [] }],
      [{ name: "demo", source: "settings" }],
    );
    assert.deepEqual(candidate?.doubt, { kind: "registered", source: "settings" });
  });
});
