import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("The extension in a workspace that is not trusted", () => {
  it("activates all the same", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await vscode.extensions.getExtension("toolwire.toolwire")?.activate();
    assert.equal(vscode.extensions.getExtension("toolwire.toolwire")?.isActive, true);
  });
});
