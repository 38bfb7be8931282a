import * as vscode from "vscode";
import { plainLabel } from "../plainText.ts";
import { type ReadCommandLine, readCommandLine, type SplitCommandLine } from "./commandLine.ts";
import type { ShellSyntax } from "./shellSyntax.ts";
import { type StepPlace, type StepResult, showStep } from "./steps.ts";

interface LineItem extends vscode.QuickPickItem {
  /** A line to begin with. */
  example?: string;
}

/** What was typed, and how it was read. */
export interface TypedLine extends SplitCommandLine {
  line: string;
}

const examples = [
  "npx -y @modelcontextprotocol/server-everything",
  "uvx mcp-server-git",
  "python3 calc.py",
  "LOG=debug node dist/index.js",
];

/** Takes a command line; below it stands, word by word, how it is read. */
export function askCommandLine(place: StepPlace, line: string): Promise<StepResult<TypedLine>> {
  const pick = vscode.window.createQuickPick<LineItem>();
  pick.placeholder = vscode.l10n.t("The command line, as you type it in a terminal");
  pick.value = line;
  pick.items = itemsFor(line);
  pick.onDidChangeValue((value) => {
    pick.items = itemsFor(value);
  });
  return showStep<TypedLine, typeof pick>(pick, place, () => {
    const example = pick.activeItems[0]?.example;
    if (pick.value.trim() === "" && example !== undefined) {
      pick.value = example;
      pick.items = itemsFor(example);
      return undefined;
    }
    const read = tryRead(pick.value);
    return "problem" in read ? undefined : { ...read, line: pick.value };
  });
}

function tryRead(line: string): ReadCommandLine | { problem: string } {
  try {
    return readCommandLine(line, process.platform === "win32");
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function itemsFor(line: string): LineItem[] {
  if (line.trim() === "") {
    return [
      separator(vscode.l10n.t("for example")),
      ...examples.map((example) => ({ label: example, alwaysShow: true, example })),
    ];
  }
  const read = tryRead(line);
  if ("problem" in read) {
    return [row(read.problem, "error", "", "list.errorForeground")];
  }
  return [
    separator(vscode.l10n.t("read as")),
    row(read.command, "terminal", vscode.l10n.t("program")),
    ...read.args.map((arg, index) =>
      row(arg === "" ? '""' : arg, "symbol-string", vscode.l10n.t("argument {0}", index + 1)),
    ),
    ...Object.entries(read.env).map(([name, value]) =>
      row(`${name}=${value}`, "symbol-variable", vscode.l10n.t("environment variable")),
    ),
    ...(read.shellSyntax.length === 0
      ? []
      : [separator(vscode.l10n.t("no shell runs it, so this stays plain text"))]),
    ...read.shellSyntax.map((syntax) =>
      row(syntax.found, "warning", adviceFor(syntax), "list.warningForeground"),
    ),
  ];
}

function separator(label: string): LineItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function row(text: string, icon: string, description: string, colour?: string): LineItem {
  return {
    label: plainLabel(text),
    description,
    iconPath: new vscode.ThemeIcon(icon, colour === undefined ? undefined : new vscode.ThemeColor(colour)),
    alwaysShow: true,
  };
}

/** What happens instead, and what to write. */
function adviceFor({ kind, instead }: ShellSyntax): string {
  switch (kind) {
    case "pipe":
      return vscode.l10n.t("joins nothing; run sh -c '…' for a pipe");
    case "chain":
      return vscode.l10n.t("runs nothing after it; give the server's own program only");
    case "redirection":
      return vscode.l10n.t("redirects nothing; the traffic panel keeps every line");
    case "substitution":
      return vscode.l10n.t("is not run; write its outcome");
    case "home":
    case "variable":
      return instead === undefined
        ? vscode.l10n.t("is not replaced")
        : vscode.l10n.t("is not replaced; write {0}", instead);
    case "builtin":
      return vscode.l10n.t(
        "is a command of the shell, no program; to change the folder, set cwd in the entry",
      );
  }
}
