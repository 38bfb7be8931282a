import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { CallOutcome } from "../../../src/servers/status.ts";
import { openMcpJsonOf } from "../../../src/ui/firstMinute/mcpJson.ts";
import { saveEntries } from "../../../src/ui/saving/save.ts";
import type { Target } from "../../../src/ui/saving/target.ts";
import { environment } from "../environment.ts";
import { problemOf, run, statusOf } from "../toolwire.ts";

const execute = promisify(execFile);
const storage = vscode.Uri.file("/nowhere/User/globalStorage/toolwire.toolwire");

/** Makes a folder read-only and returns what undoes it. For root only a file system can be. */
async function seal(folder: string): Promise<() => Promise<unknown>> {
  if (process.getuid?.() !== 0) {
    await chmod(folder, 0o555);
    await chmod(join(folder, ".mcp.json"), 0o444);
    return () => chmod(folder, 0o755);
  }
  await execute("mount", ["--bind", folder, folder]);
  await execute("mount", ["-o", "remount,bind,ro", folder]);
  return () => execute("umount", ["-l", folder]);
}

describe("A folder on a disk that is read-only", () => {
  let path: string;
  let unseal: (() => Promise<unknown>) | undefined;
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);

  before(async function () {
    path = join(environment().workspace, "sealed");
    try {
      unseal = await seal(path);
    } catch (error) {
      console.log(`No folder can be made read-only here: ${error}`);
      this.skip();
    }
    process.on("unhandledRejection", note);
  });
  after(async () => {
    process.off("unhandledRejection", note);
    await unseal?.();
  });

  it("runs its servers, and their traffic is kept", async () => {
    const outcome = await run<CallOutcome>("call", { server: "ofSealed", method: "environment" });
    const { cwd, argv } = outcome.result as { cwd: string; argv: string[] };
    assert.deepEqual([cwd, argv], [path, [path]]);
    const exported = join(environment().workspace, "exported.toolwire.jsonl");
    const { entries } = await run<{ entries: number }>("exportTraffic", {
      path: exported,
      server: "ofSealed",
    });
    assert.ok(entries > 2);
    await run("stopServer", { server: "ofSealed" });
  });

  const wayOut =
    /cannot be written\. Check that neither it nor its disk is read-only, or use the user settings\.$/;
  const places = [
    [".mcp.json", { kind: ".mcp.json" }],
    [".vscode/mcp.json", { kind: ".vscode/mcp.json" }],
    [".vscode/settings.json", { kind: "settings", scope: "folder" }],
  ] as const;
  for (const [file, kind] of places) {
    it(`an entry is not saved in ${file}: the message names the file and the way out`, async () => {
      const target = { ...kind, folder: { name: "sealed", path } } as Target;
      const saving = saveEntries({ target, changes: [["new", { command: "x" }]], storage });
      await assert.rejects(saving, ({ message }: Error) => {
        assert.ok(message.startsWith(`sealed/${file} `), message);
        assert.match(message, wayOut);
        return true;
      });
      assert.equal(await statusOf("new"), undefined);
    });
  }

  it("an entry is not removed either, and stays listed", async () => {
    const before = await readFile(join(path, ".mcp.json"), "utf8");
    const target: Target = { kind: ".mcp.json", folder: { name: "sealed", path } };
    await assert.rejects(saveEntries({ target, changes: [["ofSealed", undefined]], storage }), {
      message: /^sealed\/\.mcp\.json cannot be written/,
    });
    assert.equal(await readFile(join(path, ".mcp.json"), "utf8"), before);
    assert.ok(await statusOf("ofSealed"));
  });

  it("no mcp.json is made: the message says the same", async () => {
    const folder = vscode.workspace.workspaceFolders?.find(({ name }) => name === "sealed");
    await assert.rejects(openMcpJsonOf(folder as vscode.WorkspaceFolder), ({ message }: Error) => {
      assert.ok(message.startsWith("sealed/.vscode/mcp.json "), message);
      assert.match(message, wayOut);
      return true;
    });
    assert.deepEqual(await readdir(path), [".mcp.json"]);
  });

  it("traffic is not exported to it: the message names the file and the way out", async () => {
    const file = join(path, "out.toolwire.jsonl");
    const message = await problemOf("exportTraffic", { path: file });
    assert.ok(message.includes(file), message);
    assert.match(message, /Choose (another place|a folder of yours)/);
  });

  it("nothing was thrown that nobody caught", () => {
    assert.deepEqual(unhandled, []);
  });
});
