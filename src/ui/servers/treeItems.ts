import * as vscode from "vscode";
import type { InFlightCall, ServerStatus } from "../../servers/status.ts";
import type { ServerRow } from "../../servers/toolServers.ts";
import { formatDuration } from "../format.ts";
import { plainLabel, plainLines, withoutName } from "../plainText.ts";
import { describeProgress } from "../progress.ts";
import { isUnusable, type Kind, serverContext, type TreeNode } from "./nodes.ts";
import { describeState, stateIcon } from "./stateWords.ts";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function serverItem(row: ServerRow, calls: number, hasChildren: boolean): vscode.TreeItem {
  const { status } = row;
  const item = new vscode.TreeItem(plainLabel(status.name), hasChildren ? Expanded : None);
  item.description = serverDescription(row, calls);
  item.tooltip = serverTooltip(status);
  item.iconPath =
    isUnusable(row) && status.state === "failed"
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : stateIcon(status.state);
  item.contextValue = serverContext(row);
  item.accessibilityInformation = { label: `${plainLabel(status.name)}, ${item.description}` };
  return item;
}

function serverDescription({ status }: ServerRow, calls: number): string {
  const { state, methods, error, source, name } = status;
  const parts = [describeState(state)];
  if ((state === "failed" || state === "crashed") && error !== undefined) {
    parts[0] = `${describeState(state)}: ${plainLabel(withoutName(error, name))}`;
  }
  if (state === "ready" && methods !== undefined) {
    parts.push(countMethods(methods.length, status.protocol));
  }
  if (calls > 0) {
    parts.push(vscode.l10n.t("{0} in flight", calls));
  }
  return [...parts, source].join(" · ");
}

function countMethods(count: number, protocol: ServerStatus["protocol"]): string {
  if (protocol === "mcp") {
    return count === 1 ? vscode.l10n.t("1 listed") : vscode.l10n.t("{0} listed", count);
  }
  return count === 1 ? vscode.l10n.t("1 method") : vscode.l10n.t("{0} methods", count);
}

function serverTooltip({ name, state, source, pid, epoch, protocol, ...status }: ServerStatus): string {
  const lines = [`${plainLabel(name)} · ${describeState(state)}`, vscode.l10n.t("from {0}", source)];
  if (status.error !== undefined) {
    lines.push(plainLines(withoutName(status.error, name)));
  }
  if (pid !== undefined) {
    lines.push(vscode.l10n.t("process {0}, start number {1}", pid, epoch));
  }
  if (protocol !== undefined) {
    lines.push([protocol === "mcp" ? "MCP" : "JSON-RPC", status.protocolVersion ?? ""].join(" ").trim());
  }
  if (status.serverInfo !== undefined) {
    const { name: serverName, version } = status.serverInfo;
    lines.push(plainLabel([serverName, version ?? ""].join(" ")));
  }
  return lines.join("\n");
}

export function inFlightItem(calls: number): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("In flight ({0})", calls), Expanded);
  item.contextValue = "inFlight";
  return item;
}

export function nodeItem(node: Exclude<TreeNode, { kind: "server" | "inFlight" }>): vscode.TreeItem {
  switch (node.kind) {
    case "untrusted": {
      const item = new vscode.TreeItem(vscode.l10n.t("Workspace not trusted: no server is started"), None);
      item.iconPath = new vscode.ThemeIcon("workspace-untrusted");
      item.tooltip = vscode.l10n.t("Manage Workspace Trust");
      item.command = { command: "workbench.trust.manage", title: item.tooltip };
      item.contextValue = "untrusted";
      return item;
    }
    case "call":
      return callItem(node.call);
    case "listing": {
      const item = new vscode.TreeItem(`${listingTitle(node.listed)} (${node.count})`, Collapsed);
      item.contextValue = "listing";
      return item;
    }
    case "listed": {
      const { name, kind, description } = node.method;
      const item = new vscode.TreeItem(plainLabel(name), None);
      item.iconPath = new vscode.ThemeIcon(listedIcon(kind));
      item.contextValue = `listed.${kind}`;
      item.tooltip = plainLines([name, ...(description === undefined ? [] : [description])].join("\n"));
      if (description !== undefined) {
        item.description = plainLabel(description);
      }
      return item;
    }
    case "reason": {
      const item = new vscode.TreeItem(plainLabel(node.text), None);
      item.iconPath = new vscode.ThemeIcon("info");
      item.tooltip = plainLines(node.text);
      item.contextValue = "reason";
      item.command = node.unusable
        ? {
            command: "toolwire.view.openDefinition",
            title: vscode.l10n.t("Open Definition"),
            arguments: [node],
          }
        : { command: "toolwire.view.showTraffic", title: vscode.l10n.t("Show Traffic"), arguments: [node] };
      return item;
    }
    case "stderr": {
      const item = new vscode.TreeItem(plainLabel(node.text), None);
      item.iconPath = new vscode.ThemeIcon("output");
      item.description = "stderr";
      item.tooltip = plainLines(node.text);
      item.contextValue = "stderr";
      return item;
    }
    case "more":
      return new vscode.TreeItem(vscode.l10n.t("… and {0} more", node.count), None);
  }
}

function callItem({ id, method, startedAt, progress }: InFlightCall): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(method), None);
  const elapsed = formatDuration(Math.max(0, Date.now() - Date.parse(startedAt)));
  item.description = [...(progress === undefined ? [] : [describeProgress(progress)]), elapsed].join(" · ");
  item.iconPath = new vscode.ThemeIcon("sync~spin");
  item.tooltip = `${plainLabel(method)}\n${vscode.l10n.t("id {0}", plainLabel(JSON.stringify(id)))}\n${vscode.l10n.t("since {0}", startedAt)}`;
  item.contextValue = "call";
  return item;
}

function listingTitle(listed: Kind): string {
  switch (listed) {
    case "tool":
      return vscode.l10n.t("Tools");
    case "method":
      return vscode.l10n.t("Methods");
    case "prompt":
      return vscode.l10n.t("Prompts");
    case "resource":
      return vscode.l10n.t("Resources");
  }
}

function listedIcon(kind: Kind): string {
  return { tool: "tools", method: "symbol-method", prompt: "comment", resource: "file" }[kind];
}
