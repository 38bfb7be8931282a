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
      { label: vscode.l10n.t("for example"), kind: vscode.QuickPickItemKind.Separator },
      ...examples.map((example) => ({ label: example, alwaysShow: true, example })),
    ];
  }
  const read = tryRead(line);
  if ("problem" in read) {
    return [row(read.problem, "error", "")];
  }
  /** A word that only a shell would understand says so. */
  const word = (text: string, icon: string, role: string, shown = text) => {
    const advice = read.shellSyntax.filter((syntax) => syntax.word === text).map(adviceFor);
    return advice.length === 0
      ? row(shown, icon, role)
      : row(shown, "warning", [role, ...new Set(advice)].join(" · "));
  };
  return [
    word(read.command, "terminal", vscode.l10n.t("program")),
    ...read.args.map((arg, index) =>
      word(arg, "symbol-string", vscode.l10n.t("argument {0}", index + 1), arg === "" ? '""' : arg),
    ),
    ...Object.entries(read.env).map(([name, value]) =>
      word(`${name}=${value}`, "symbol-variable", vscode.l10n.t("environment variable")),
    ),
  ];
}

function row(text: string, icon: string, description: string): LineItem {
  return {
    label: plainLabel(text),
    description,
    iconPath: new vscode.ThemeIcon(icon),
    alwaysShow: true,
  };
}

/** What does not happen without a shell, and what to write. */
function adviceFor({ kind, found, instead }: ShellSyntax): string {
  switch (kind) {
    case "pipe":
      return vscode.l10n.t("no shell, so no pipe: run sh -c '…' for one");
    case "chain":
      return vscode.l10n.t("no shell, so nothing is run after {0}", plainLabel(found));
    case "redirection":
      return vscode.l10n.t("no shell, so nothing is redirected: Toolwire Traffic shows every line");
    case "substitution":
      return vscode.l10n.t("no shell, so {0} is not run: write its outcome", plainLabel(found));
    case "home":
    case "variable":
      return instead === undefined
        ? vscode.l10n.t("{0} stays as it is", plainLabel(found))
        : vscode.l10n.t("{0} stays as it is: write {1}", plainLabel(found), instead);
    case "builtin":
      return vscode.l10n.t("a command of the shell, no program: for a folder, set cwd in the entry");
  }
}
