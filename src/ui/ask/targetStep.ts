import * as vscode from "vscode";
import type { ListedEntry } from "../../servers/definition.ts";
import { plainLabel } from "../plainText.ts";
import { conflictAt, type Target, type TargetFolder } from "../saving/target.ts";
import { type StepPlace, type StepResult, showStep } from "./steps.ts";

interface TargetItem extends vscode.QuickPickItem {
  target?: Target;
}

/** Where to save. Each place says what it means for entries of these names. */
export function askTarget(
  place: StepPlace,
  names: readonly string[],
  listed: readonly ListedEntry[],
): Promise<StepResult<Target>> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  pick.placeholder =
    names.length === 1
      ? vscode.l10n.t("Where to save {0}", plainLabel(names[0] ?? ""))
      : vscode.l10n.t("Where to save {0} servers", names.length);
  pick.matchOnDescription = true;
  pick.items = itemsFor(targetFolders(), names, listed);
  return showStep<Target, typeof pick>(pick, place, () => pick.selectedItems[0]?.target);
}

/** Servers are local processes, so only folders on disk count. */
export function targetFolders(): TargetFolder[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

function itemsFor(
  folders: readonly TargetFolder[],
  names: readonly string[],
  listed: readonly ListedEntry[],
): TargetItem[] {
  const paths = folders.map(({ path }) => path);
  const item = (icon: string, label: string, description: string, target: Target): TargetItem => {
    const detail = describeConflicts(target, names, listed, paths);
    return {
      label,
      description,
      iconPath: new vscode.ThemeIcon(icon),
      target,
      ...(detail !== undefined && { detail }),
    };
  };
  const files = (folder: TargetFolder): TargetItem[] => [
    item("json", ".vscode/mcp.json", vscode.l10n.t("this workspace; VS Code's chat reads it too"), {
      kind: ".vscode/mcp.json",
      folder,
    }),
    item("json", ".mcp.json", vscode.l10n.t("this workspace; other MCP clients read it too"), {
      kind: ".mcp.json",
      folder,
    }),
  ];
  const user = item("account", vscode.l10n.t("User settings"), vscode.l10n.t("in every window of yours"), {
    kind: "settings",
    scope: "user",
  });
  const [only] = folders;
  if (only !== undefined && folders.length === 1 && vscode.workspace.workspaceFile === undefined) {
    const settings = item("settings-gear", vscode.l10n.t("Workspace settings"), ".vscode/settings.json", {
      kind: "settings",
      scope: "folder",
      folder: only,
    });
    return [settings, user, ...files(only)];
  }
  const workspace: TargetItem[] =
    vscode.workspace.workspaceFile === undefined
      ? []
      : [
          item(
            "settings-gear",
            vscode.l10n.t("Workspace settings"),
            vscode.l10n.t("all folders of the workspace"),
            {
              kind: "settings",
              scope: "workspace",
            },
          ),
        ];
  return [
    ...workspace,
    user,
    ...folders.flatMap((folder) => [
      { label: plainLabel(folder.name), kind: vscode.QuickPickItemKind.Separator },
      ...[
        item("settings-gear", vscode.l10n.t("Folder settings"), ".vscode/settings.json", {
          kind: "settings",
          scope: "folder",
          folder,
        } as const),
        ...files(folder),
      ].map((one) => ({ ...one, description: `${plainLabel(folder.name)} · ${one.description}` })),
    ]),
  ];
}

function describeConflicts(
  target: Target,
  names: readonly string[],
  listed: readonly ListedEntry[],
  folders: readonly string[],
): string | undefined {
  const found = names.flatMap((name) => {
    const conflict = conflictAt(target, name, listed, folders);
    return conflict === undefined ? [] : [{ name, ...conflict }];
  });
  const of = (kind: string) =>
    found
      .filter(({ conflict }) => conflict === kind)
      .map(({ name, other }) =>
        kind === "replaces" ? plainLabel(name, 40) : `${plainLabel(name, 40)} (${other.source})`,
      );
  const sentences = [
    [
      of("replaces"),
      (list: string) => vscode.l10n.t("Has {0} already; you are asked before it is replaced.", list),
    ],
    [of("isShadowed"), (list: string) => vscode.l10n.t("Would not count: {0} comes first.", list)],
    [of("shadows"), (list: string) => vscode.l10n.t("Would count instead of {0}.", list)],
  ] as const;
  const text = sentences
    .filter(([list]) => list.length > 0)
    .map(([list, say]) => say(list.join(", ")))
    .join(" ");
  return text === "" ? undefined : text;
}

/** "User settings", ".mcp.json", "Folder settings of web" */
export function describeTarget(target: Target): string {
  const several = targetFolders().length > 1;
  if (target.kind !== "settings") {
    return several ? vscode.l10n.t("{0} of {1}", target.kind, plainLabel(target.folder.name)) : target.kind;
  }
  switch (target.scope) {
    case "user":
      return vscode.l10n.t("the user settings");
    case "workspace":
      return vscode.l10n.t("the workspace settings");
    case "folder":
      return several
        ? vscode.l10n.t("the settings of {0}", plainLabel(target.folder.name))
        : vscode.l10n.t("the workspace settings");
  }
}
