import * as vscode from "vscode";
import type { ToolServers } from "../../servers/toolServers.ts";

/** What somebody has done for the first time in this window, by the context key that says so. */
type FirstStep = "toolwire.listed" | "toolwire.started" | "toolwire.answered" | "toolwire.cancelled";

/** Sets the context keys by which the steps of the walkthrough tick themselves off, however they were done. */
export class FirstSteps implements vscode.Disposable {
  readonly #done = new Set<FirstStep>();
  readonly #subscriptions: { dispose(): void }[];
  readonly #servers: ToolServers;

  constructor(servers: ToolServers) {
    this.#servers = servers;
    this.#subscriptions = [
      servers.onDidChange(() => this.#look()),
      servers.onDidSettle(({ status }) => {
        if (status === "ok" || status === "cancelled") {
          this.#note(status === "ok" ? "toolwire.answered" : "toolwire.cancelled");
        }
      }),
    ];
    this.#look();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** Changes come by the thousand; once both are done there is nothing to look for. */
  #look(): void {
    if (this.#done.has("toolwire.listed") && this.#done.has("toolwire.started")) {
      return;
    }
    const statuses = this.#servers.statuses();
    if (statuses.length > 0) {
      this.#note("toolwire.listed");
    }
    if (statuses.some(({ state }) => state === "ready")) {
      this.#note("toolwire.started");
    }
  }

  #note(step: FirstStep): void {
    if (!this.#done.has(step)) {
      this.#done.add(step);
      void vscode.commands.executeCommand("setContext", step, true);
    }
  }
}
