import * as vscode from "vscode";
import type { ShownCall } from "../../servers/status.ts";
import { formatClock, formatDuration } from "../format.ts";
import { plainLabel, plainLines } from "../plainText.ts";
import { describeProgress } from "../progress.ts";
import type { Kind, TreeNode } from "./nodes.ts";

type Plain = Exclude<TreeNode, { kind: "server" | "inFlight" }>;

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The icon of a group and of what is in it. */
const listedIcons: Record<Kind, string> = {
  tool: "tools",
  method: "symbol-method",
  prompt: "comment",
  resource: "file",
};

export function inFlightItem(calls: number): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("In flight ({0})", calls), Expanded);
  item.iconPath = new vscode.ThemeIcon("pulse");
  item.contextValue = "inFlight";
  return item;
}

/** Any row but a server's own and that of its calls, which count. */
export function nodeItem(node: Plain): vscode.TreeItem {
  switch (node.kind) {
    case "untrusted":
      return untrustedItem();
    case "call":
      return callItem(node.call);
    case "listing": {
      const item = new vscode.TreeItem(`${listingTitle(node.listed)} (${node.count})`, Collapsed);
      item.iconPath = new vscode.ThemeIcon(listedIcons[node.listed]);
      item.contextValue = "listing";
      return item;
    }
    case "listed":
      return listedItem(node);
    case "stderr": {
      const item = textItem(node.text, "output");
      item.accessibilityInformation = { label: `stderr, ${plainLabel(node.text)}` };
      item.tooltip = `stderr: ${plainLines(node.text)}`;
      item.contextValue = "stderr";
      item.command = showTraffic(node);
      return item;
    }
    case "searched": {
      const label =
        node.count === 1
          ? vscode.l10n.t("Searched PATH (1 folder)")
          : vscode.l10n.t("Searched PATH ({0} folders)", node.count);
      const item = new vscode.TreeItem(label, Collapsed);
      item.iconPath = new vscode.ThemeIcon("search");
      item.contextValue = "searched";
      return item;
    }
    case "folder": {
      const item = textItem(node.text, "folder");
      item.contextValue = "folder";
      return item;
    }
    case "definition": {
      const item = new vscode.TreeItem(vscode.l10n.t("Open definition"), None);
      item.iconPath = new vscode.ThemeIcon("go-to-file");
      item.command = openDefinition(node);
      item.contextValue = "definition";
      return item;
    }
    case "warning": {
      const item = textItem(node.text, "warning");
      item.contextValue = "warning";
      item.command = showTraffic(node);
      return item;
    }
    case "more":
      return new vscode.TreeItem(vscode.l10n.t("… and {0} more", node.count), None);
  }
}

function untrustedItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Workspace not trusted: no server is started"), None);
  item.iconPath = new vscode.ThemeIcon("workspace-untrusted");
  item.tooltip = vscode.l10n.t("Manage Workspace Trust");
  item.command = { command: "workbench.trust.manage", title: item.tooltip };
  item.contextValue = "untrusted";
  return item;
}

function callItem({ id, method, subject, startedAt, progress }: ShownCall): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(subject ?? method), None);
  const elapsed = formatDuration(Math.max(0, Date.now() - Date.parse(startedAt)));
  item.description = [...(progress === undefined ? [] : [describeProgress(progress)]), elapsed].join(" · ");
  item.iconPath = new vscode.ThemeIcon("sync~spin");
  item.tooltip = [
    plainLabel(subject === undefined ? method : `${method} · ${subject}`),
    vscode.l10n.t("id {0}", plainLabel(JSON.stringify(id))),
    vscode.l10n.t("since {0}", formatClock(new Date(startedAt))),
  ].join("\n");
  item.accessibilityInformation = { label: `${plainLabel(subject ?? method)}, ${item.description}` };
  item.contextValue = "call";
  return item;
}

function listedItem(node: Extract<TreeNode, { kind: "listed" }>): vscode.TreeItem {
  const { name, kind, description } = node.method;
  const item = new vscode.TreeItem(plainLabel(name), None);
  item.iconPath = new vscode.ThemeIcon(listedIcons[kind]);
  item.contextValue = `listed.${kind}`;
  item.tooltip = plainLines([name, ...(description === undefined ? [] : [description])].join("\n"));
  if (description !== undefined) {
    item.description = plainLabel(description);
  }
  // To look at one does no harm, so a click does it; what acts has a button.
  if (kind === "prompt") {
    item.command = { command: "toolwire.view.get", title: vscode.l10n.t("Get Prompt"), arguments: [node] };
  } else if (kind === "resource") {
    item.command = {
      command: "toolwire.view.read",
      title: vscode.l10n.t("Read Resource"),
      arguments: [node],
    };
  }
  return item;
}

/** A line of somebody else's, whole in the tooltip. */
function textItem(text: string, icon: string): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(text), None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.tooltip = plainLines(text);
  return item;
}

export function openDefinition(node: TreeNode): vscode.Command {
  return {
    command: "toolwire.view.openDefinition",
    title: vscode.l10n.t("Open Definition"),
    arguments: [node],
  };
}

function showTraffic(node: TreeNode): vscode.Command {
  return { command: "toolwire.view.showTraffic", title: vscode.l10n.t("Show Traffic"), arguments: [node] };
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
