import * as vscode from "vscode";
import type { ListedMethod } from "../../servers/status.ts";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";
import { recentMethods } from "./recent.ts";

/** What is to be called: something listed, or a method that was typed. */
export interface ChosenMethod {
  name: string;
  kind: ListedMethod["kind"];
}

interface MethodItem extends vscode.QuickPickItem {
  chosen?: ChosenMethod;
}

/** `undefined`: the person left. A name that is not listed can be typed. */
export function askMethod(
  parts: Parts,
  server: string,
  placeholder: string,
): Promise<ChosenMethod | undefined> {
  const listed = (parts.servers.status(server).methods ?? []).filter(
    ({ kind }) => kind === "tool" || kind === "method",
  );
  const items = orderedItems(listed, recentMethods(parts.memory, server));
  const pick = vscode.window.createQuickPick<MethodItem>();
  pick.title = plainLabel(server);
  pick.placeholder = placeholder;
  pick.matchOnDetail = true;
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

/** Used last first, then by kind, each in the server's order. */
function orderedItems(listed: readonly ListedMethod[], recent: readonly string[]): MethodItem[] {
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
  ];
}

function section(title: string, methods: readonly ListedMethod[]): MethodItem[] {
  if (methods.length === 0) {
    return [];
  }
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...methods.map(({ name, kind, description }) => ({
      label: plainLabel(name),
      iconPath: new vscode.ThemeIcon(kind === "tool" ? "tools" : "symbol-method"),
      chosen: { name, kind },
      ...(description !== undefined && { detail: plainLabel(description) }),
    })),
  ];
}
