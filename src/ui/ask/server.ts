import * as vscode from "vscode";
import { describeState } from "../../servers/stateWords.ts";
import type { ServerState, ServerStatus } from "../../servers/status.ts";
import type { Parts } from "../commands/parts.ts";
import { plainStatus } from "../commands/plain.ts";
import { plainLabel, withoutName } from "../plainText.ts";
import { withNotification } from "../progress.ts";
import { stateIcon } from "../servers/stateIcon.ts";

/** Which servers are offered: to stop one it must run, to start one it must not. */
export type Wanted = "any" | "running" | "startable";

const runningStates: ReadonlySet<ServerState> = new Set(["starting", "ready"]);

/** `undefined`: the person left, or there was nothing to offer and that was said. */
export async function askServer(parts: Parts): Promise<string | undefined> {
  return askServerWhere(parts, "any");
}

export async function askServerWhere(parts: Parts, wanted: Wanted): Promise<string | undefined> {
  const offered = parts.servers
    .rows()
    .filter(({ entry, status }) => {
      const running = runningStates.has(status.state);
      // What cannot be started but runs (its entry was broken since) can still be called and stopped.
      const usable = running || (entry.definition !== undefined && entry.shadowedBy === undefined);
      return usable && (wanted === "any" || (wanted === "running") === running);
    })
    .map(({ status }) => status)
    .sort((one, other) => Number(runningStates.has(other.state)) - Number(runningStates.has(one.state)));
  if (offered.length === 0) {
    await sayNothingToOffer(wanted, parts.servers.rows().length);
    return undefined;
  }
  const items = offered.map((status) => ({
    label: plainLabel(status.name),
    description: `${describeState(status.state)} · ${status.source}`,
    iconPath: stateIcon(status.state),
    server: status.name,
    ...(status.error !== undefined && { detail: plainLabel(withoutName(status.error, status.name)) }),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t("Server"),
    matchOnDescription: true,
  });
  return picked?.server;
}

async function sayNothingToOffer(wanted: Wanted, listed: number): Promise<void> {
  if (wanted === "running" && listed > 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("No server is running."));
    return;
  }
  if (wanted === "startable" && listed > 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("Every server that can be started is running."));
    return;
  }
  const add = vscode.l10n.t("Add Server…");
  const text =
    listed === 0
      ? vscode.l10n.t("No server is registered yet.")
      : vscode.l10n.t("None of the listed servers can be started: the Servers view says why.");
  if ((await vscode.window.showInformationMessage(text, add)) === add) {
    await vscode.commands.executeCommand("toolwire.addServer");
  }
}

/** Starts or restarts with everything a person expects to see; resolves to the status it ended with. */
export async function startVisibly(
  parts: Parts,
  server: string,
  how: "start" | "restart" = "start",
): Promise<ServerStatus> {
  const title =
    how === "start" ? vscode.l10n.t("Starting {0}", server) : vscode.l10n.t("Restarting {0}", server);
  const status = await withNotification(title, ({ signal }) => {
    // There is nothing between starting and stopped: who does not want to wait stops it.
    signal.addEventListener("abort", () => void parts.servers.stop(server));
    return parts.servers[how](server, { interactive: true });
  });
  if (status.state === "failed" || status.state === "crashed") {
    void sayNotStarted(parts, status);
  }
  return plainStatus(status);
}

export async function stopVisibly(parts: Parts, server: string): Promise<ServerStatus> {
  return plainStatus(
    await vscode.window.withProgress({ location: { viewId: "toolwire.servers" } }, () =>
      parts.servers.stop(server),
    ),
  );
}

/** Makes sure that something can be sent; false where the server does not run and that was said. */
export async function ensureReady(parts: Parts, server: string): Promise<boolean> {
  if (parts.servers.status(server).state === "ready") {
    return true;
  }
  return (await startVisibly(parts, server)).state === "ready";
}

async function sayNotStarted(parts: Parts, status: ServerStatus): Promise<void> {
  const showTraffic = vscode.l10n.t("Show Traffic");
  const tail = status.stderrTail?.at(-1);
  const parted = [
    `${status.name}: ${withoutName(status.error ?? describeState(status.state), status.name)}`,
    ...(tail === undefined || status.error?.includes(tail)
      ? []
      : [vscode.l10n.t("Last line on stderr: {0}", tail)]),
  ];
  const message = plainLabel(parted.join(" "), 500);
  if ((await vscode.window.showErrorMessage(message, showTraffic)) === showTraffic) {
    await parts.traffic.show(status.name);
  }
}
