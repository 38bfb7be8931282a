import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { ListedEntry, ServerDefinition } from "../servers/definition.ts";
import type { ToolServers } from "../servers/toolServers.ts";
import { commandLineText } from "./commandLineText.ts";
import { plainLabel } from "./plainText.ts";

/** What the person said of a definition that starts by itself, by server: the definition's digest, and whether it may. */
type Answers = Record<string, { digest: string; mayStart: boolean }>;

const answersKey = "toolwire.autoStart";
const mostNamed = 5;

/**
 * Starts the servers with `autoStart`. The person's own settings start theirs; what a workspace brings along is asked
 * about once, and again when it has changed: whoever opens a folder has not read it yet.
 */
export async function startAtOpening(servers: ToolServers, memory: vscode.Memento): Promise<void> {
  const entries = servers
    .rows()
    .map(({ entry }) => entry)
    .filter(({ shadowedBy, definition }) => shadowedBy === undefined && definition?.autoStart === true);
  const answers = memory.get<Answers>(answersKey, {});
  const unanswered: ListedEntry[] = [];
  for (const entry of entries) {
    if (entry.scope === "user" || mayStart(answers, entry) === true) {
      void servers.start(entry.name);
    } else if (mayStart(answers, entry) === undefined) {
      unanswered.push(entry);
    }
  }
  if (unanswered.length > 0) {
    await ask(unanswered, servers, memory);
  }
}

/** `undefined`: the person was not asked yet, or the definition has changed since. */
function mayStart(answers: Answers, { name, definition }: ListedEntry): boolean | undefined {
  const answer = answers[name];
  return answer?.digest === digestOf(definition) ? answer?.mayStart : undefined;
}

function digestOf(definition: ServerDefinition | undefined): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}

async function ask(entries: ListedEntry[], servers: ToolServers, memory: vscode.Memento): Promise<void> {
  const start = vscode.l10n.t("Start");
  const never = vscode.l10n.t("Don't Start");
  const named = entries.slice(0, mostNamed).map(commandLine).join("; ");
  const more = entries.length - mostNamed;
  const answer = await vscode.window.showInformationMessage(
    more > 0
      ? vscode.l10n.t(
          "This workspace starts tool servers by itself: {0} and {1} more. Start them?",
          named,
          more,
        )
      : vscode.l10n.t("This workspace starts tool servers by itself: {0}. Start them?", named),
    start,
    never,
  );
  // Who closes the question has not answered it.
  if (answer !== undefined) {
    const given = entries.map(({ name, definition }) => [
      name,
      { digest: digestOf(definition), mayStart: answer === start },
    ]);
    await memory.update(answersKey, {
      ...memory.get<Answers>(answersKey, {}),
      ...(Object.fromEntries(given) as Answers),
    });
  }
  if (answer === start) {
    // What was agreed to, and nothing that has taken its place meanwhile.
    const shown = new Map(entries.map(({ name, definition }) => [name, digestOf(definition)]));
    for (const { entry } of servers.rows()) {
      if (entry.shadowedBy === undefined && shown.get(entry.name) === digestOf(entry.definition)) {
        void servers.start(entry.name);
      }
    }
  }
}

/** `calc (python3 calc.py)`. Variables are not filled in: they may hold secrets. */
function commandLine({ name, definition }: ListedEntry): string {
  const command = commandLineText(definition?.command ?? "", definition?.args ?? []);
  return `${plainLabel(name, 40)} (${plainLabel(command, 80)})`;
}
