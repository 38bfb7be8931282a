import * as vscode from "vscode";
import { demoRuntimeCommand, demoScriptCommand } from "../firstMinute/demoEntry.ts";
import type { LazyParts } from "./parts.ts";

/** Commands of the public contract. */
const names = [
  "toolwire.getServers",
  "toolwire.addServer",
  "toolwire.importServers",
  "toolwire.forgetInputAnswers",
  "toolwire.startServer",
  "toolwire.stopServer",
  "toolwire.restartServer",
  "toolwire.call",
  "toolwire.callTool",
  "toolwire.notify",
  "toolwire.sendBatch",
  "toolwire.sendRaw",
  "toolwire.cancel",
  "toolwire.getInFlight",
  "toolwire.showTraffic",
  "toolwire.clearTraffic",
  "toolwire.exportTraffic",
  "toolwire.openCapture",
  "toolwire.compareAnswers",
  "toolwire.compareCaptures",
  "toolwire.openEarlierTraffic",
];

/** Actions of the Servers view. */
const viewNames = [
  "toolwire.view.start",
  "toolwire.view.stop",
  "toolwire.view.restart",
  "toolwire.view.call",
  "toolwire.view.get",
  "toolwire.view.read",
  "toolwire.view.cancel",
  "toolwire.view.showTraffic",
  "toolwire.view.openDefinition",
  "toolwire.view.refresh",
  "toolwire.view.copyName",
  "toolwire.view.copyText",
  "toolwire.view.copyError",
  "toolwire.view.copyAsVscodeMcpJson",
  "toolwire.view.copyAsMcpJson",
  "toolwire.view.remove",
  "toolwire.view.useDemo",
  "toolwire.view.openMcpJson",
];

/** The context menu of a row in the traffic panel. */
const lineNames = [
  "toolwire.line.copyLine",
  "toolwire.line.copyId",
  "toolwire.line.copyForSendRaw",
  "toolwire.line.openMessage",
  "toolwire.line.openLine",
  "toolwire.line.sendAgain",
  "toolwire.line.cancelCall",
  "toolwire.line.goToPartner",
  "toolwire.line.onlyServer",
  "toolwire.line.compareAnswer",
  "toolwire.line.selectAnswer",
  "toolwire.line.compareWithSelected",
];

/** The editors of requests and outcomes. */
const editorNames = [
  "toolwire.request.send",
  "toolwire.request.useLast",
  "toolwire.request.cancel",
  "toolwire.outcome.sendAgain",
  "toolwire.outcome.edit",
  "toolwire.outcome.showTraffic",
  "toolwire.outcome.showWhole",
];

/** Registers names only: what the commands do is loaded with the first that runs. */
export function registerCommands(
  context: Pick<vscode.ExtensionContext, "subscriptions" | "asAbsolutePath">,
  parts: LazyParts,
): void {
  context.subscriptions.push(
    vscode.commands.registerCommand(demoRuntimeCommand, () => process.execPath),
    vscode.commands.registerCommand(demoScriptCommand, () => context.asAbsolutePath("dist/demo.cjs")),
  );
  for (const name of names) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (argument?: unknown) => {
        const [{ runCommand }, loaded] = await Promise.all([import("./run.ts"), parts()]);
        return runCommand(name, loaded, argument);
      }),
    );
  }
  for (const name of editorNames) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (uri?: unknown) => {
        const [{ runEditorAction }, loaded] = await Promise.all([import("./run.ts"), parts()]);
        return runEditorAction(name, loaded, uri);
      }),
    );
  }
  for (const name of viewNames) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (node?: unknown) => {
        const [{ runViewAction }, loaded] = await Promise.all([import("./run.ts"), parts()]);
        return runViewAction(name, loaded, node);
      }),
    );
  }
  for (const name of lineNames) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (row?: unknown) => {
        (await parts()).traffic.act(name.slice("toolwire.line.".length), row);
      }),
    );
  }
}
