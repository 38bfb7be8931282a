import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Request } from "../../src/ui/requests/request.ts";
import { run, until } from "./toolwire.ts";

/** Request documents, where only the bundle as packaged shows whether it holds what checks them. */
describe("A request document", () => {
  const open = (request: Request) =>
    vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: "toolwire-request", path: "/request.jsonc", query: JSON.stringify(request) }),
    );
  const write = async (document: vscode.TextDocument, text: string) => {
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, text);
    await vscode.workspace.applyEdit(edit);
  };
  const problems = ({ uri }: vscode.TextDocument) =>
    until("it is checked", async () => {
      const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Toolwire");
      return ours.length === 0 ? undefined : ours.map(({ message }) => message);
    });

  before(() => run("startServer", { server: "demo" }));
  after(() => run("stopServer", { server: "demo" }));

  it("is checked against the schema of its tool", async () => {
    const document = await open({
      kind: "call",
      server: "demo",
      target: { name: "tool.add", kind: "method" },
    });
    await write(document, '{"a": "two", "b": 1}');
    assert.deepEqual(await problems(document), ["Expected a number."]);
  });

  it("of a batch is checked against what a batch is", async () => {
    const document = await open({ kind: "batch", server: "demo" });
    await write(document, '[{"method": ""}]');
    assert.deepEqual(await problems(document), ["Must have at least 1 character."]);
  });
});
