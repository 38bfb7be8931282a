import * as vscode from "vscode";

/** Writes a file, and the folders that it is in. Rejects with an `Error` that names it and the way out. */
export async function writeText(file: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  } catch (error) {
    throw notWritten(file, error);
  }
}

export function notWritten(file: vscode.Uri, cause?: unknown): Error {
  const message = vscode.l10n.t(
    "{0} cannot be written. Check that neither it nor its disk is read-only, or use the user settings.",
    shortName(file),
  );
  return new Error(message, { cause });
}

/** A file as people know it: from its workspace folder on, which is named where there are several. */
export function shortName(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}
