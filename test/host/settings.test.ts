import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { CallOutcome, ServerStatus } from "../../src/servers/status.ts";
import { environment } from "./environment.ts";
import { pythonServer, registerUserServers, restoreUserServers, run, statusOf, until } from "./toolwire.ts";

function ofName(statuses: ServerStatus[], name: string): ServerStatus[] {
  return statuses.filter((status) => status.name === name);
}

describe("Where servers come from", () => {
  afterEach(restoreUserServers);

  it("the workspace's entry wins whole, and the user's of the same name is listed as shadowed", async () => {
    await registerUserServers({ demo: { command: "other", env: { MERGED: "no" } } });
    const [winner, shadowed, ...rest] = ofName(await run<ServerStatus[]>("getServers"), "demo");
    assert.deepEqual(rest, []);
    assert.equal(winner?.shadowedBy, undefined);
    assert.equal(winner?.state, "stopped");
    assert.equal(shadowed?.shadowedBy, "settings");
    assert.equal(shadowed?.state, "failed");
    assert.match(shadowed?.error ?? "", /^Shadowed by/);
  });

  it("settings win over files", async () => {
    await registerUserServers({ filesystem: pythonServer() });
    const [winner, shadowed] = ofName(await run<ServerStatus[]>("getServers"), "filesystem");
    assert.equal(winner?.source, "settings");
    assert.deepEqual([shadowed?.source, shadowed?.shadowedBy], [".mcp.json", "settings"]);
  });

  it("an entry that cannot be used says why and harms no other [R13]", async () => {
    await registerUserServers({
      unknownVariable: { command: "x", args: ["${fooBar}"] },
      noCommand: { args: [] },
      remote: { url: "https://example.com/mcp" },
      noObject: 7,
      fine: pythonServer(),
    });
    const statuses = await run<ServerStatus[]>("getServers");
    for (const [name, reason] of [
      ["unknownVariable", /\$\{fooBar\}/],
      ["noCommand", /command/],
      ["remote", /not supported/],
      ["noObject", /object/],
    ] as const) {
      const [status] = ofName(statuses, name);
      assert.equal(status?.state, "failed", name);
      assert.match(status?.error ?? "", reason);
    }
    assert.equal(ofName(statuses, "fine")[0]?.state, "stopped");
    const outcome = await run<CallOutcome>("call", { server: "noCommand", method: "m" });
    assert.equal(outcome.status, "notSent");
  });

  it("a setting that was just written counts at once, and goes when it is removed", async () => {
    await registerUserServers({ late: pythonServer() });
    const outcome = await run<CallOutcome>("call", { server: "late", method: "add", params: { a: 1, b: 2 } });
    assert.equal(outcome.result, 3);
    await run("stopServer", { server: "late" });
    await restoreUserServers();
    await until("the entry is gone", async () => ((await statusOf("late")) === undefined ? true : undefined));
  });

  it("files are read again when they change", async () => {
    const file = join(environment().workspace, ".mcp.json");
    const before = await readFile(file, "utf8");
    try {
      const changed = JSON.parse(before);
      changed.mcpServers.added = { command: "x" };
      await writeFile(file, JSON.stringify(changed));
      const added = await until("the new entry", () => statusOf("added"));
      assert.equal(added.source, ".mcp.json");
      await writeFile(file, "{ not json");
      const broken = await until("the reason", async () =>
        (await run<ServerStatus[]>("getServers")).find(
          ({ source, state }) => source === ".mcp.json" && state === "failed",
        ),
      );
      assert.match(broken.error ?? "", /line 1, column \d+: .*entries stay as they were before/);
      assert.equal((await statusOf("added"))?.source, ".mcp.json", "a mistake ends nothing");
      await rm(file);
      await until("no entry of the file", async () =>
        (await run<ServerStatus[]>("getServers")).every(({ source }) => source !== ".mcp.json")
          ? true
          : undefined,
      );
    } finally {
      await writeFile(file, before);
    }
    await until("the entry is back", () => statusOf("filesystem"));
  });

  it("variables are expanded, env null removes, and an unanswered input is named", async () => {
    const file = join(environment().workspace, ".vscode", "mcp.json");
    const before = await readFile(file, "utf8");
    try {
      const changed = JSON.parse(before);
      changed.inputs = [{ type: "promptString", id: "token", password: true }];
      changed.servers.asks = { command: "x", env: { TOKEN: "${input:token}" } };
      await writeFile(file, JSON.stringify(changed));
      await until("the entry", () => statusOf("asks"));
      const status = await run<ServerStatus>("startServer", { server: "asks" });
      assert.equal(status.state, "failed");
      assert.match(status.error ?? "", /token/);
    } finally {
      await writeFile(file, before);
    }
    await registerUserServers({
      variables: {
        ...pythonServer("${workspaceFolderBasename}", "${config:files.eol}"),
        cwd: "${workspaceFolder}",
        env: { HERE: "${workspaceFolder}", HOME: null },
      },
    });
    const { result } = await run<CallOutcome>("call", { server: "variables", method: "environment" });
    const told = result as { cwd: string; argv: string[]; env: Record<string, string> };
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.equal(told.env.HERE, folder?.uri.fsPath);
    assert.equal("HOME" in told.env, false);
    assert.equal(told.argv[1], vscode.workspace.getConfiguration().get("files.eol"));
    assert.deepEqual(
      Object.keys(told.env).filter((name) => /^(VSCODE|ELECTRON)_/.test(name)),
      [],
    );
    await run("stopServer", { server: "variables" });
  });
});
