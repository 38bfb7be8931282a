import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("The extension in a real VS Code", () => {
  it("is there under its id and activates", async () => {
    const extension = vscode.extensions.getExtension("toolwire.toolwire");
    assert.ok(extension, "toolwire.toolwire is not installed");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
