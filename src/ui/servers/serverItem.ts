import * as vscode from "vscode";
import { describeState } from "../../servers/stateWords.ts";
import type { ServerStatus, ShownCall } from "../../servers/status.ts";
import type { ServerRow } from "../../servers/toolServers.ts";
import { commandLineText } from "../commandLineText.ts";
import { plainLabel, plainLines, withoutName } from "../plainText.ts";
import { hasChildren, isUnusable, serverContext, type TreeNode } from "./nodes.ts";
import { stateIcon } from "./stateIcon.ts";
import { openDefinition } from "./treeItems.ts";

const { Expanded, None } = vscode.TreeItemCollapsibleState;

/** The row of a server. What it cannot be started for is a warning; what went wrong when it was, an error. */
export function serverItem(node: TreeNode, row: ServerRow, calls: readonly ShownCall[]): vscode.TreeItem {
  const { status } = row;
  const item = new vscode.TreeItem(plainLabel(status.name), hasChildren(row, calls) ? Expanded : None);
  item.description = serverDescription(row, calls.length);
  item.tooltip = serverTooltip(row);
  item.iconPath = isOnlyListed(row)
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
    : stateIcon(status.state);
  item.contextValue = serverContext(row);
  if (isOnlyListed(row)) {
    item.command = openDefinition(node);
  }
  item.accessibilityInformation = { label: `${plainLabel(status.name)}, ${item.description}` };
  return item;
}

/** "failed" would say that somebody tried. */
function isOnlyListed(row: ServerRow): boolean {
  return row.status.state === "failed" && isUnusable(row);
}

function serverDescription(row: ServerRow, calls: number): string {
  const { state, methods, error, source, name, protocol } = row.status;
  const reason = error === undefined ? undefined : plainLabel(withoutName(error, name));
  if (isOnlyListed(row) && reason !== undefined) {
    return `${reason} · ${source}`;
  }
  switch (state) {
    case "failed":
    case "crashed":
      return reason === undefined ? describeState(state) : `${describeState(state)}: ${reason}`;
    case "ready":
      return [
        describeState(state),
        ...(methods === undefined ? [] : [countListed(methods, protocol)]),
        ...(calls === 0 ? [] : [vscode.l10n.t("{0} in flight", calls)]),
      ].join(" · ");
    case "stopped":
      return `${describeState(state)} · ${source}`;
    default:
      return describeState(state);
  }
}

/** What one starts a server for: its tools, or its methods. */
function countListed(
  methods: NonNullable<ServerStatus["methods"]>,
  protocol: ServerStatus["protocol"],
): string {
  const wanted = protocol === "mcp" ? "tool" : "method";
  const count = methods.filter(({ kind }) => kind === wanted).length;
  if (wanted === "tool") {
    return count === 1 ? vscode.l10n.t("1 tool") : vscode.l10n.t("{0} tools", count);
  }
  return count === 1 ? vscode.l10n.t("1 method") : vscode.l10n.t("{0} methods", count);
}

function serverTooltip({ entry, status }: ServerRow): string {
  const { name, state, source, pid, epoch, protocol, serverInfo, error, protocolVersion } = status;
  const lines = [`${plainLabel(name)} · ${describeState(state)}`, vscode.l10n.t("from {0}", source)];
  if (error !== undefined) {
    lines.push(plainLines(withoutName(error, name)));
  } else if (entry.error !== undefined) {
    lines.push(vscode.l10n.t("Its entry cannot be used any more: {0}", plainLines(entry.error)));
  }
  if (entry.definition !== undefined) {
    lines.push(plainLabel(commandLineText(entry.definition.command, entry.definition.args), 300));
  }
  if (pid !== undefined) {
    lines.push(vscode.l10n.t("process {0}, start number {1}", pid, epoch));
  }
  if (protocol !== undefined) {
    lines.push([protocol === "mcp" ? "MCP" : "JSON-RPC 2.0", protocolVersion ?? ""].join(" ").trim());
  }
  if (serverInfo !== undefined) {
    lines.push(plainLabel([serverInfo.name, serverInfo.version ?? ""].join(" ")));
  }
  return lines.join("\n");
}
