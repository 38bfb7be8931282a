import * as vscode from "vscode";
import type { ToolServers } from "../../servers/toolServers.ts";
import { GatheredChanges } from "../servers/changes.ts";
import { type Activity, activityOf, isQuiet } from "./activity.ts";

/** The item in the status bar. A window in which no server was ever used does not see it. */
export class ActivityStatus implements vscode.Disposable {
  readonly #servers: ToolServers;
  readonly #changes = new GatheredChanges(() => this.#draw());
  readonly #subscription: { dispose(): void };
  #item: vscode.StatusBarItem | undefined;

  constructor(servers: ToolServers) {
    this.#servers = servers;
    this.#subscription = servers.onDidChange((key) => this.#changes.add(key));
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#item?.dispose();
  }

  #draw(): void {
    const activity = activityOf(this.#servers.rows(), this.#servers.inFlight().length);
    if (this.#item === undefined && isQuiet(activity)) {
      return;
    }
    this.#item ??= createItem();
    const words = inWords(activity);
    const text = `$(${iconOf(activity)}) Toolwire: ${words}`;
    if (this.#item.text !== text) {
      this.#item.text = text;
      this.#item.accessibilityInformation = { label: `Toolwire: ${words.replaceAll(" ·", ",")}` };
    }
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem("toolwire.activity", vscode.StatusBarAlignment.Left, 0);
  item.name = "Toolwire";
  item.tooltip = vscode.l10n.t("Show Tool Servers");
  item.command = "toolwire.servers.focus";
  item.show();
  return item;
}

function inWords({ running, inFlight, failed }: Activity): string {
  return [
    running === 0 && failed > 0 ? "" : vscode.l10n.t("{0} running", running),
    inFlight === 0 ? "" : vscode.l10n.t("{0} in flight", inFlight),
    failed === 0 ? "" : vscode.l10n.t("{0} failed", failed),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function iconOf({ running, inFlight, failed }: Activity): string {
  if (inFlight > 0) {
    return "sync~spin";
  }
  if (failed > 0) {
    return "error";
  }
  return running > 0 ? "vm-running" : "circle-outline";
}
