import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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

const waysOut: Record<string, (path: string) => string> = {
  ENOENT: (path) => `the folder ${dirname(path)} does not exist. Create it, or choose another place.`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder. Choose another place.`,
  EACCES: () => "it may not be written there. Choose a folder of yours, or change its permissions.",
  EPERM: () =>
    "it may not be written there, or the file is open elsewhere. Close it, or choose another place.",
  EBUSY: () => "the file is open elsewhere. Close it, or choose another name.",
  EROFS: () => "the file system is read-only. Choose another place.",
  ENOSPC: () => "the disk is full. Make room, or choose another disk.",
  EDQUOT: () => "your disk quota is used up. Make room, or choose another disk.",
  EISDIR: () => "it is a folder. Choose a file name.",
  ENAMETOOLONG: () => "the name is too long. Choose a shorter one.",
};

function readable(error: unknown, path: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const wayOut = waysOut[code ?? ""]?.(path) ?? `${message}. Choose another place, or try again.`;
  return new Error(`The capture ${path} could not be written: ${wayOut}`, { cause: error });
}
