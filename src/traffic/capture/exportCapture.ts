import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as l10n from "@vscode/l10n";
import { type CapturedLog, type CaptureOptions, type CaptureWritten, writeCapture } from "./capture.ts";

/**
 * Writes the log as a capture file, whole or not at all: it is written beside `path` under another name and renamed
 * when it is complete. A file that is there is replaced.
 *
 * Rejects with an error that names the path and the way out, or with the signal's reason.
 */
export async function exportCapture(
  log: CapturedLog,
  path: string,
  options: CaptureOptions,
): Promise<CaptureWritten> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.partial`);
  try {
    const file = await open(partial, "wx");
    let written: CaptureWritten;
    try {
      written = await writeCapture(log, (piece) => file.writeFile(piece), options);
    } finally {
      await file.close();
    }
    await rename(partial, path);
    return written;
  } catch (error) {
    // Why it failed is what counts, not whether the rest could be removed.
    await rm(partial, { force: true }).catch(() => {});
    options.signal?.throwIfAborted();
    throw readable(error, path);
  }
}

function readable(error: unknown, path: string): Error {
  const reason = wayOut(error as NodeJS.ErrnoException, dirname(path));
  return new Error(l10n.t("The capture {0} could not be written: {1}", path, reason), { cause: error });
}

function wayOut({ code, message }: NodeJS.ErrnoException, folder: string): string {
  switch (code) {
    case "ENOENT":
      return l10n.t("the folder {0} does not exist. Create it, or choose another place.", folder);
    case "ENOTDIR":
      return l10n.t("{0} is not a folder. Choose another place.", folder);
    case "EACCES":
      return l10n.t("it may not be written there. Choose a folder of yours, or change its permissions.");
    case "EPERM":
      return l10n.t(
        "it may not be written there, or the file is open elsewhere. Close it, or choose another place.",
      );
    case "EBUSY":
      return l10n.t("the file is open elsewhere. Close it, or choose another name.");
    case "EROFS":
      return l10n.t("the file system is read-only. Choose another place.");
    case "ENOSPC":
      return l10n.t("the disk is full. Make room, or choose another disk.");
    case "EDQUOT":
      return l10n.t("your disk quota is used up. Make room, or choose another disk.");
    case "EISDIR":
      return l10n.t("it is a folder. Choose a file name.");
    case "ENAMETOOLONG":
      return l10n.t("the name is too long. Choose a shorter one.");
    default:
      return l10n.t("{0}. Choose another place, or try again.", message);
  }
}
