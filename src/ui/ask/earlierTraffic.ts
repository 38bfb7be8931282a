import { rm } from "node:fs/promises";
import * as vscode from "vscode";
import { formatSize } from "../../shared/size.ts";
import { sessionSummary } from "../../traffic/store/sessionReader.ts";
import { listSessions, type StoredSession } from "../../traffic/store/sessions.ts";
import type { Parts } from "../commands/parts.ts";

interface SessionItem extends vscode.QuickPickItem {
  session: StoredSession;
}

/** Lists what this and earlier windows stored, newest first, and opens or deletes what is chosen. */
export async function askEarlierTraffic({
  storedTraffic,
  captures,
}: Pick<Parts, "storedTraffic" | "captures">): Promise<void> {
  const sessions = storedTraffic === undefined ? [] : await listSessions(storedTraffic);
  const items = await Promise.all(
    sessions.filter(({ bytes }) => bytes > 0).map((session) => itemOf(session)),
  );
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "No traffic is stored yet. What servers say from now on is kept for 14 days, within toolwire.traffic.diskBudgetMB.",
      ),
    );
    return;
  }
  const chosen = await pick(items);
  const [file] = chosen?.files ?? [];
  if (file !== undefined) {
    await captures.openStored(file);
  }
}

async function itemOf(session: StoredSession): Promise<SessionItem> {
  const { workspace, servers } = await sessionSummary(session.files[0]);
  const time = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  const details = [servers.join(", "), formatSize(session.bytes)].filter((text) => text !== "");
  return {
    session,
    label: time.formatRange(session.startedAt, session.endedAt),
    description: [workspace, ...(session.isRunning ? [vscode.l10n.t("window still open")] : [])]
      .filter((text) => text !== "")
      .join(" · "),
    detail: details.join(" · "),
    buttons: session.isRunning
      ? []
      : [{ iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Delete") }],
  };
}

function pick(items: SessionItem[]): Promise<StoredSession | undefined> {
  const list = vscode.window.createQuickPick<SessionItem>();
  list.title = vscode.l10n.t("Open Earlier Traffic");
  list.placeholder = vscode.l10n.t("The traffic of which window?");
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.items = items;
  list.onDidTriggerItemButton(({ item }) => void remove(list, item));
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]?.session);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

async function remove(list: vscode.QuickPick<SessionItem>, { session, label }: SessionItem): Promise<void> {
  list.ignoreFocusOut = true;
  const yes = vscode.l10n.t("Delete");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("Delete the stored traffic of {0}?", label),
    { modal: true, detail: vscode.l10n.t("It cannot be brought back.") },
    yes,
  );
  if (answer === yes) {
    await rm(session.folder, { recursive: true, force: true });
    list.items = list.items.filter((item) => item.session !== session);
  }
  list.show();
}
