import * as vscode from "vscode";
import type { ProtocolChoice } from "../../servers/definition.ts";
import { type StepPlace, type StepResult, showStep } from "./steps.ts";

/** An entry of an mcp.json file is MCP unless it says otherwise, so there a person is asked. */
export function askProtocol(place: StepPlace): Promise<StepResult<ProtocolChoice>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { protocol: ProtocolChoice }>();
  pick.placeholder = vscode.l10n.t("What the server speaks");
  pick.items = [
    { label: "MCP", description: vscode.l10n.t("what this file is made for"), protocol: "mcp" },
    {
      label: vscode.l10n.t("Plain JSON-RPC 2.0"),
      description: vscode.l10n.t("other MCP clients cannot use the entry"),
      protocol: "jsonrpc",
    },
    {
      label: vscode.l10n.t("Find out at each start"),
      description: vscode.l10n.t("tries MCP first"),
      protocol: "auto",
    },
  ];
  return showStep<ProtocolChoice, typeof pick>(pick, place, () => pick.selectedItems[0]?.protocol);
}

/** A plain server has no one way to say what it offers. Empty: it has none. */
export function askDiscover(place: StepPlace, value: string): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = vscode.l10n.t("The method that lists the methods. Leave it empty if there is none");
  input.placeholder = "tool.list";
  input.value = value;
  return showStep<string, typeof input>(input, place, () => input.value.trim());
}
