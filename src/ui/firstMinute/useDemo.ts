import * as vscode from "vscode";
import { sendCall } from "../ask/send.ts";
import { startVisibly } from "../ask/server.ts";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";
import { demoEntry, demoName, firstCall } from "./demoEntry.ts";

/** Registers our demo server where it is not yet, starts it, and offers its first call. */
export async function useDemo(parts: Parts): Promise<undefined> {
  const { name, registered } = demoName(parts.servers.rows().map(({ entry }) => entry));
  if (!registered) {
    await register(name);
    await parts.definitions.refresh();
  }
  const { state } = await startVisibly(parts, name);
  // The button went away with the welcome view, and the focus with it: keys go on from the server's row.
  await vscode.commands.executeCommand("toolwire.servers.focus");
  if (state === "ready") {
    void offerFirstCall(parts, name);
  }
  return undefined;
}

/** The person's own settings: a window without a folder has no others, and nobody else's repository gets a demo. */
async function register(name: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration("toolwire");
  const present = settings.inspect<Record<string, unknown>>("servers")?.globalValue;
  await settings.update("servers", { ...present, [name]: demoEntry }, vscode.ConfigurationTarget.Global);
}

async function offerFirstCall(parts: Parts, server: string): Promise<void> {
  const { method, params } = firstCall;
  const call = vscode.l10n.t("Call {0}", method);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "{0} is running. Its first call: {1} with {2}.",
      plainLabel(server),
      method,
      JSON.stringify(params),
    ),
    call,
  );
  if (answer !== call) {
    return;
  }
  // The lines that cross the pipe are half of the lesson; the answer is what one looks at.
  await parts.traffic.show(server);
  await sendCall(parts, server, { name: method, kind: "method" }, params);
}
