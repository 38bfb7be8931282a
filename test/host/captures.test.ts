import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { problemOf, run, until } from "./toolwire.ts";

const viewType = "toolwire.capture";

/** The editor of a capture that is active. */
function activeCapture(): string | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof vscode.TabInputCustom && input.viewType === viewType ? input.uri.fsPath : undefined;
}

describe("Captures", () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwire-captures-"));
    path = join(folder, "odd [name] {1}.toolwire.jsonl");
    await run("call", { server: "demo", method: "tool.add", params: { a: 1, b: 2 } });
    await run("exportTraffic", { path });
  });
  after(async () => {
    await run("stopServer", { server: "demo" });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("are opened by a command with a path, which resolves to nothing", async () => {
    assert.equal(await run("openCapture", { path }), undefined);
    assert.equal(await until("the editor of the capture", async () => activeCapture()), path);
  });

  it("are opened as other files are, by their name", async () => {
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path));
    assert.equal(await until("the editor of the capture", async () => activeCapture()), path);
  });

  it("are opened by the command whatever they are called, and however damaged", async () => {
    const other = join(folder, "other.txt");
    await writeFile(other, `${(await readFile(path, "utf8")).slice(0, 400)}\nno JSON\n`);
    await run("openCapture", { path: other });
    assert.equal(await until("the editor of the capture", async () => activeCapture()), other);
  });

  it("that cannot be opened are named, with the way out", async () => {
    const none = join(folder, "none.toolwire.jsonl");
    assert.equal(
      await problemOf("openCapture", { path: none }),
      `The capture ${none} could not be opened: there is no such file. Look where it was moved to, and open it there.`,
    );
    assert.match(await problemOf("openCapture", { path: folder }), /it is a folder\. Choose a file\.$/);
    assert.match(await problemOf("openCapture", { path: "a.jsonl" }), /"path" must be an absolute path/);
    assert.match(await problemOf("openCapture", {}), /"path" is missing/);
    assert.match(await problemOf("openCapture", { path, server: "demo" }), /"server" is not known here/);
    assert.equal(activeCapture(), undefined);
  });
});
