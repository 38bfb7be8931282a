import * as vscode from "vscode";
import type { ShownCall } from "../../servers/status.ts";
import type { ServerRow, ToolServers } from "../../servers/toolServers.ts";
import { GatheredChanges } from "./changes.ts";
import { DrawnRows } from "./drawnRows.ts";
import {
  callRows,
  callsOf,
  hasChildren,
  listedRows,
  markDrawn,
  searchedRows,
  serverChildren,
  serverId,
  type TreeNode,
} from "./nodes.ts";
import { serverItem } from "./serverItem.ts";
import { inFlightItem, nodeItem } from "./treeItems.ts";

type ServerNode = Extract<TreeNode, { kind: "server" }>;

/** What the tree reads. */
export type ShownServers = Pick<ToolServers, "rows" | "inFlight" | "onDidChange">;

/** How often the elapsed time of calls is drawn. Milliseconds. */
const tickMs = 1000;

/** The servers are made when the view is first shown, not when it is registered. */
export function createServersView(servers: () => Promise<ShownServers>): vscode.Disposable {
  const tree = new ServersTree(servers);
  const view = vscode.window.createTreeView("toolwire.servers", {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  view.onDidChangeVisibility(({ visible }) => tree.setVisible(visible));
  tree.onDidGrow((node) => {
    if (view.visible) {
      void view.reveal(node, { expand: true, select: false, focus: false });
    }
  });
  tree.setVisible(view.visible);
  return vscode.Disposable.from(view, tree);
}

/** The Servers view: a row a server; only what changed is drawn again, at most ten times a second. */
export class ServersTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #load: () => Promise<ShownServers>;
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #changes = new GatheredChanges((keys, all) => this.#redraw(keys, all));
  readonly #subscriptions: { dispose(): void }[] = [];
  #servers: ShownServers | undefined;
  #rows = new Map<string, ServerRow>();
  /** VS Code knows a row by its object, so those that are redrawn are kept. */
  readonly #serverNodes = new Map<string, ServerNode>();
  readonly #drawn = new Map<string, DrawnRows>();
  /** Rows that have something below them as they were drawn last. */
  readonly #grown = new Set<string>();
  readonly #didGrow = new vscode.EventEmitter<TreeNode>();
  #visible = false;
  #ticker: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;
  /** A row has something below it that had nothing. VS Code opens a row by itself only when it first sees it. */
  readonly onDidGrow = this.#didGrow.event;

  constructor(load: () => Promise<ShownServers>) {
    this.#load = load;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node === undefined) {
      return this.#roots();
    }
    const row = "key" in node ? this.#rows.get(node.key) : undefined;
    if (row === undefined) {
      return [];
    }
    switch (node.kind) {
      case "server":
        return serverChildren(row, this.#callsOf(row));
      case "inFlight":
        return callRows(row.key, this.#callsOf(row)).map((child) => this.#drawnOf(row).kept(child));
      case "listing":
        return listedRows(row, node.listed);
      case "searched":
        return searchedRows(row);
      default:
        return [];
    }
  }

  /** Asked for rows that are revealed: those of servers. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    markDrawn(node);
    const item = this.#item(node);
    item.id = node.id;
    return item;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#tickIfNeeded();
  }

  dispose(): void {
    clearInterval(this.#ticker);
    this.#changes.dispose();
    this.#changed.dispose();
    this.#didGrow.dispose();
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #roots(): Promise<TreeNode[]> {
    if (this.#servers === undefined) {
      const servers = await this.#load();
      if (this.#servers === undefined) {
        this.#servers = servers;
        // Until then nobody knows whether the welcome view's "none is registered" is true.
        void vscode.commands.executeCommand("setContext", "toolwire.loaded", true);
        this.#subscriptions.push(
          servers.onDidChange((key) => this.#changes.add(key)),
          vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changes.add(undefined)),
        );
      }
    }
    this.#readRows();
    for (const row of this.#rows.values()) {
      this.#drawnOf(row).update(row, this.#callsOf(row));
    }
    const nodes: TreeNode[] = [...this.#rows.keys()].map((key) => this.#serverNode(key));
    return nodes.length > 0 && !vscode.workspace.isTrusted
      ? [{ kind: "untrusted", id: "untrusted" }, ...nodes]
      : nodes;
  }

  #item(node: TreeNode): vscode.TreeItem {
    if (node.kind !== "server" && node.kind !== "inFlight") {
      return nodeItem(node);
    }
    const row = this.#rows.get(node.key);
    if (row === undefined) {
      // It went away while VS Code was drawing; the list itself is drawn next.
      return new vscode.TreeItem("");
    }
    const calls = this.#callsOf(row);
    return node.kind === "inFlight" ? inFlightItem(calls.length) : serverItem(node, row, calls);
  }

  #redraw(keys: ReadonlySet<string>, all: boolean): void {
    this.#readRows();
    this.#tickIfNeeded();
    if (all) {
      this.#changed.fire(undefined);
      return;
    }
    const changed: TreeNode[] = [];
    for (const key of keys) {
      const row = this.#rows.get(key);
      const node = this.#serverNodes.get(key);
      if (row === undefined || node === undefined) {
        continue;
      }
      const { server, calls } = this.#drawnOf(row).update(row, this.#callsOf(row));
      changed.push(...(server ? [node] : calls));
    }
    if (changed.length > 0) {
      this.#changed.fire(changed);
    }
    for (const node of changed) {
      if (node.kind === "server") {
        this.#noteGrowth(node);
      }
    }
  }

  #noteGrowth(node: ServerNode): void {
    const row = this.#rows.get(node.key);
    if (row === undefined || !hasChildren(row, this.#callsOf(row))) {
      this.#grown.delete(node.key);
    } else if (!this.#grown.has(node.key)) {
      this.#grown.add(node.key);
      this.#didGrow.fire(node);
    }
  }

  #readRows(): void {
    this.#rows = new Map(this.#servers?.rows().map((row) => [row.key, row]));
    for (const key of this.#serverNodes.keys()) {
      if (!this.#rows.has(key)) {
        this.#serverNodes.delete(key);
        this.#grown.delete(key);
        this.#drawn.delete(key);
      }
    }
  }

  #callsOf(row: ServerRow): readonly ShownCall[] {
    return callsOf(row, this.#servers?.inFlight(row.status.name) ?? []);
  }

  #serverNode(key: string): ServerNode {
    const node = this.#serverNodes.get(key) ?? { kind: "server", id: serverId(key), key };
    this.#serverNodes.set(key, node);
    return node;
  }

  #drawnOf({ key }: ServerRow): DrawnRows {
    const drawn = this.#drawn.get(key) ?? new DrawnRows();
    this.#drawn.set(key, drawn);
    return drawn;
  }

  /** Nothing ticks while nobody looks or nothing is in flight; what ticks is the rows of calls alone. */
  #tickIfNeeded(): void {
    const needed = this.#visible && (this.#servers?.inFlight().length ?? 0) > 0;
    if (needed && this.#ticker === undefined) {
      this.#ticker = setInterval(() => {
        const calls = [...this.#drawn.values()].flatMap((drawn) => drawn.callNodes());
        if (calls.length > 0) {
          this.#changed.fire(calls);
        }
      }, tickMs);
    } else if (!needed) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
  }
}
