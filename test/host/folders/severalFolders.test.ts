import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import type { CallOutcome, ServerStatus } from "../../../src/servers/status.ts";
import { environment } from "../environment.ts";
import { run, statusOf, until } from "../toolwire.ts";

const folderOf = (name: string) => join(environment().workspace, name);

/** What the server says of where and with what it runs. */
async function surroundings(server: string): Promise<{ cwd: string; argv: string[] }> {
  const { result } = await run<CallOutcome>("call", { server, method: "environment" });
  return result as { cwd: string; argv: string[] };
}

describe("A workspace of several folders", () => {
  afterEach(async () => {
    for (const { name, pid } of await run<ServerStatus[]>("getServers")) {
      if (pid !== undefined) {
        await run("stopServer", { server: name });
      }
    }
  });

  it("lists every folder's entries in the order of sources; what shadows one is named with its folder", async () => {
    const statuses = await run<ServerStatus[]>("getServers");
    assert.deepEqual(
      statuses.map(({ name, source, shadowedBy }) => [name, source, shadowedBy]),
      [
        ["ofTwo", "settings", undefined],
        ["ofAll", "settings", undefined],
        ["ofOne", ".vscode/mcp.json", undefined],
        ["shared", ".vscode/mcp.json", undefined],
        ["shared", ".vscode/mcp.json", ".vscode/mcp.json"],
        ["shared", ".mcp.json", ".vscode/mcp.json"],
        ["ofSealed", ".mcp.json", undefined],
      ],
    );
    for (const { error } of statuses.filter(({ shadowedBy }) => shadowedBy !== undefined)) {
      assert.equal(error, 'Shadowed by the entry of the same name in .vscode/mcp.json of the folder "one"');
    }
  });

  it("runs each server in its own folder, and the first of a name is the one that is called", async () => {
    assert.deepEqual(await surroundings("ofOne"), {
      ...(await surroundings("ofOne")),
      cwd: folderOf("one"),
      argv: [folderOf("one"), folderOf("two")],
    });
    const ofTwo = await surroundings("ofTwo");
    assert.deepEqual([ofTwo.cwd, ofTwo.argv], [folderOf("two"), [folderOf("two"), folderOf("one")]]);
    assert.equal((await surroundings("shared")).cwd, folderOf("one"));
  });

  it("ends the servers of a folder that leaves the workspace, and lists them again when it is back", async () => {
    const { pid, epoch } = await run<ServerStatus>("startServer", { server: "ofTwo" });
    const other = await run<ServerStatus>("startServer", { server: "ofOne" });
    const index = vscode.workspace.workspaceFolders?.findIndex(({ name }) => name === "two") ?? -1;
    const uri = vscode.Uri.file(folderOf("two"));
    try {
      assert.ok(vscode.workspace.updateWorkspaceFolders(index, 1));
      await until("its entry is gone", async () =>
        (await statusOf("ofTwo")) === undefined ? true : undefined,
      );
      await until("its process is gone", async () => (isAlive(pid as number) ? undefined : true));
      const statuses = await run<ServerStatus[]>("getServers");
      assert.equal(statuses.filter(({ name }) => name === "shared").length, 1);
      assert.equal((await statusOf("ofOne"))?.pid, other.pid);
    } finally {
      vscode.workspace.updateWorkspaceFolders(index, 0, { uri });
    }
    const again = await until("its entry is back", () => statusOf("ofTwo"));
    assert.deepEqual([again.state, again.epoch], ["stopped", epoch]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
