import * as vscode from "vscode";
import {
  differenceOf,
  type EntryChange,
  entriesAt,
  mistakeIn,
  valueAt,
  withEntries,
  withValue,
} from "./jsonText.ts";
import { fileOf, settingsSay, settingsValue, updateSettings } from "./settingsFile.ts";
import { holderOf, type Target } from "./target.ts";
import { notWritten, shortName, writeText } from "./writeText.ts";

/** The file cannot be added to. The message names it, the place in it, and what was expected there. */
export class SaveProblem extends Error {
  override readonly name: string = "SaveProblem";
  readonly file: vscode.Uri;
  readonly position: vscode.Position;

  constructor(message: string, file: vscode.Uri, position: vscode.Position) {
    super(message);
    this.file = file;
    this.position = position;
  }
}

export interface SaveRequest {
  target: Target;
  changes: readonly EntryChange[];
  /** Members of the `inputs` of `.vscode/mcp.json` that the entries need. */
  inputs?: readonly unknown[];
  /** The extension's own folder in the user's data: tells where the user's settings are. */
  storage: vscode.Uri;
}

export interface Saved {
  /** Absent where VS Code wrote settings itself. */
  file?: vscode.Uri;
  /** Takes it back: what stood there before stands there again. */
  undo(): Promise<void>;
}

/** Writes entries to a target and resolves when they count. Rejects with a `SaveProblem` and writes nothing then. */
export async function saveEntries(request: SaveRequest): Promise<Saved> {
  const { target, changes } = request;
  const file = await fileOf(target, request.storage);
  const saved =
    file === undefined && target.kind === "settings"
      ? await saveBySettings(target, changes)
      : await saveInFile(file as vscode.Uri, request);
  if (target.kind === "settings") {
    await settingsSay(target, changes);
  }
  return saved;
}

async function saveBySettings(
  target: Target & { kind: "settings" },
  changes: readonly EntryChange[],
): Promise<Saved> {
  const present = settingsValue(target) ?? {};
  await updateSettings(target, changed(present, changes));
  return {
    undo: () => updateSettings(target, changed(settingsValue(target) ?? {}, inverse(changes, present))),
  };
}

async function saveInFile(file: vscode.Uri, { target, changes, inputs = [] }: SaveRequest): Promise<Saved> {
  const holder = holderOf(target);
  const before = await textOf(file);
  const text = before ?? "";
  const mistake = mistakeIn(text, holder);
  if (mistake !== undefined) {
    const { line, column } = mistake.position;
    const place = vscode.l10n.t("{0}, line {1}, column {2}", shortName(file), line, column);
    throw new SaveProblem(`${place}: ${mistake.message}`, file, new vscode.Position(line - 1, column - 1));
  }
  const present = entriesAt(text, holder);
  const after = withInputs(withEntries(text, holder, changes), inputs);
  await write(file, after);
  return {
    file,
    async undo() {
      const now = (await textOf(file)) ?? "";
      if (now !== after) {
        await write(file, withEntries(now, holder, inverse(changes, present)));
      } else if (before === undefined) {
        await vscode.workspace.fs.delete(file, { useTrash: false });
      } else {
        await write(file, before);
      }
    },
  };
}

/** Of two inputs with one id the first counts, so one that is there already is left alone. */
function withInputs(text: string, inputs: readonly unknown[]): string {
  const value = valueAt(text, ["inputs"]);
  const present: unknown[] = Array.isArray(value) ? value : [];
  const idOf = (input: unknown) => (input as { id?: unknown } | null)?.id;
  const missing = inputs.filter((input) => !present.some((other) => idOf(other) === idOf(input)));
  return missing.length === 0 ? text : withValue(text, ["inputs"], [...present, ...missing]);
}

/** Unsaved changes of the person's count as the file's text; otherwise what is on disk does. */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
  const dirty = dirtyDocument(file);
  if (dirty !== undefined) {
    return dirty.getText();
  }
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(file)).toString("utf8");
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
      return undefined;
    }
    throw new Error(vscode.l10n.t("{0} cannot be read.", shortName(file)), { cause: error });
  }
}

/**
 * On disk: an open editor takes it up, and can undo it. Its own text may be older than the file. Only with unsaved
 * changes it goes through the editor, which keeps them.
 */
async function write(file: vscode.Uri, text: string): Promise<void> {
  const dirty = dirtyDocument(file);
  if (dirty === undefined) {
    await writeText(file, text);
  } else if (!(await replaceText(dirty, text))) {
    throw notWritten(file);
  }
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const { start, end, text: inserted } = differenceOf(document.getText(), text);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, inserted);
  return (await vscode.workspace.applyEdit(edit)) && document.save();
}

function dirtyDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
}

function changed(
  present: Readonly<Record<string, unknown>>,
  changes: readonly EntryChange[],
): Record<string, unknown> {
  const all = Object.entries({ ...present, ...Object.fromEntries(changes) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function inverse(changes: readonly EntryChange[], present: Readonly<Record<string, unknown>>): EntryChange[] {
  return changes.map(([name]) => [name, Object.hasOwn(present, name) ? present[name] : undefined]);
}
