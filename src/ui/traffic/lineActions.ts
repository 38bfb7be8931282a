import * as vscode from "vscode";
import type { ToolServers } from "../../servers/toolServers.ts";
import type { TrafficRow } from "../../traffic/entry.ts";
import type { TrafficLog } from "../../traffic/trafficLog.ts";
import { cancelledInEditor } from "../cancelReason.ts";
import { askForTrust } from "../commands/command.ts";
import { plainLabel } from "../plainText.ts";
import { withNotification } from "../progress.ts";
import { sayGone } from "./copyLine.ts";
import { resendOf } from "./resend.ts";

const clearsUnasked = "toolwire.traffic.clearsUnasked";

/** What a person does with one line of the live traffic, or with all of it. */
export class LineActions {
  readonly #log: TrafficLog;
  readonly #servers: ToolServers;
  readonly #memory: vscode.Memento;

  /** @param memory remembers over all workspaces what is not to be asked again */
  constructor(log: TrafficLog, servers: ToolServers, memory: vscode.Memento) {
    this.#log = log;
    this.#servers = servers;
    this.#memory = memory;
  }

  cancel(seq: number): void {
    const { server, id } = this.#log.row(seq) ?? {};
    if (server !== undefined && id !== undefined && id !== null) {
      this.#servers.cancel(server, id, cancelledInEditor);
    }
  }

  /** A request of ours once more: the same method and parameters, or the same line where it was typed as one. */
  async sendAgain(seq: number): Promise<void> {
    const row = this.#row(seq);
    if (row === undefined || row.channel !== "stdin" || !(await askForTrust())) {
      return;
    }
    const { server } = row;
    try {
      const again = resendOf(this.#log.rawBytes(seq), row, this.#requestIds(server));
      if (again.how === "raw") {
        await this.#servers.sendRaw(server, again.text);
        return;
      }
      const outcome = await withNotification(`${server} · ${again.method}`, ({ signal, report }) =>
        this.#servers.call(server, again.method, again.params, {
          signal,
          onProgress: report,
          interactive: true,
          confirm: askToConfirm,
        }),
      );
      if (outcome.status === "notSent" && outcome.reason !== undefined) {
        vscode.window.showWarningMessage(plainLabel(outcome.reason, 500));
      }
    } catch (error) {
      vscode.window.showErrorMessage(plainLabel(error instanceof Error ? error.message : String(error), 500));
    }
  }

  /** Removes the lines of a server, or all, unless the person keeps them: there is no way back. */
  async clear(server: string | undefined, lines: number): Promise<{ removed: number }> {
    if (
      lines === 0 ||
      (!this.#memory.get<boolean>(clearsUnasked) && !(await this.#askToClear(server, lines)))
    ) {
      return { removed: 0 };
    }
    return { removed: this.#log.clear(server) };
  }

  async #askToClear(server: string | undefined, lines: number): Promise<boolean> {
    const clear = vscode.l10n.t("Clear");
    const clearAlways = vscode.l10n.t("Clear, Don't Ask Again");
    const exportFirst = vscode.l10n.t("Export…");
    const count = lines.toLocaleString("en");
    const answer = await vscode.window.showWarningMessage(
      server === undefined
        ? vscode.l10n.t("Clear {0} lines of traffic?", count)
        : vscode.l10n.t("Clear {0} lines of traffic of {1}?", count, plainLabel(server)),
      {
        modal: true,
        detail: vscode.l10n.t("They cannot be brought back. An export keeps them in a file."),
      },
      clear,
      clearAlways,
      exportFirst,
    );
    if (answer === exportFirst) {
      await vscode.commands.executeCommand("toolwire.exportTraffic");
      return false;
    }
    if (answer === clearAlways) {
      await this.#memory.update(clearsUnasked, true);
    }
    return answer === clear || answer === clearAlways;
  }

  #row(seq: number): TrafficRow | undefined {
    const row = this.#log.row(seq);
    if (row === undefined) {
      sayGone(seq);
    }
    return row;
  }

  #requestIds(server: string): "uuid" | "integer" {
    const row = this.#servers
      .rows()
      .find(({ entry }) => entry.name === server && entry.shadowedBy === undefined);
    return row?.entry.definition?.requestIds ?? "uuid";
  }
}

/** What destroys something is not sent by a slip of the finger. [R14] */
async function askToConfirm(tool: string): Promise<boolean> {
  const send = vscode.l10n.t("Send");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("{0} is to be confirmed before it is sent.", plainLabel(tool)),
    { modal: true },
    send,
  );
  return answer === send;
}
