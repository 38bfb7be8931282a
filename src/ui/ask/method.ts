import * as vscode from "vscode";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";
import type { Target } from "../requests/request.ts";
import { recentMethods } from "./recent.ts";

interface MethodItem extends vscode.QuickPickItem {
  chosen?: Target;
}

interface ListedTarget extends Target {
  description?: string;
}

/** What is offered: a notification goes to a method, a call also gets prompts and reads resources. */
export type Offered = "anything" | "methods";

/** `undefined`: the person left. A name that is not listed can be typed. */
export function askMethod(
  parts: Parts,
  server: string,
  placeholder: string,
  offered: Offered,
): Promise<Target | undefined> {
  const listed = parts.servers
    .listed(server)
    .filter(({ kind }) => offered === "anything" || kind === "tool" || kind === "method");
  const items = orderedItems(listed, recentMethods(parts.memory, server));
  const pick = vscode.window.createQuickPick<MethodItem>();
  pick.title = plainLabel(server);
  pick.placeholder = placeholder;
  pick.matchOnDetail = true;
  pick.matchOnDescription = true;
  pick.items = items;
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => {
      const name = value.trim();
      const free: MethodItem[] =
        name === "" || listed.some((method) => method.name === name)
          ? []
          : [
              {
                label: plainLabel(name),
                description: vscode.l10n.t("method, not listed by the server"),
                iconPath: new vscode.ThemeIcon("symbol-method"),
                alwaysShow: true,
                chosen: { name, kind: "method" },
              },
            ];
      pick.items = [...items, ...free];
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.chosen !== undefined) {
        resolve(item.chosen);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

const icons: Record<Target["kind"], string> = {
  tool: "tools",
  method: "symbol-method",
  prompt: "comment",
  resource: "file",
};

/** Used last first, then by kind, each in the server's order. */
function orderedItems(listed: readonly ListedTarget[], recent: readonly string[]): MethodItem[] {
  const used = recent.flatMap((name) => listed.find((method) => method.name === name) ?? []);
  const rest = listed.filter((method) => !recent.includes(method.name));
  return [
    ...section(vscode.l10n.t("used last"), used),
    ...section(
      vscode.l10n.t("tools"),
      rest.filter(({ kind }) => kind === "tool"),
    ),
    ...section(
      vscode.l10n.t("methods"),
      rest.filter(({ kind }) => kind === "method"),
    ),
    ...section(
      vscode.l10n.t("prompts"),
      rest.filter(({ kind }) => kind === "prompt"),
    ),
    ...section(
      vscode.l10n.t("resources"),
      rest.filter(({ kind }) => kind === "resource"),
    ),
  ];
}

function section(title: string, methods: readonly ListedTarget[]): MethodItem[] {
  if (methods.length === 0) {
    return [];
  }
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...methods.map(({ name, kind, description, uri }) => ({
      label: plainLabel(name),
      iconPath: new vscode.ThemeIcon(icons[kind]),
      chosen: { name, kind, ...(uri !== undefined && { uri }) },
      ...(uri !== undefined && { description: plainLabel(uri, 100) }),
      ...(description !== undefined && { detail: plainLabel(description) }),
    })),
  ];
}
