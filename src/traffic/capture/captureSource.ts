import { type FileHandle, open } from "node:fs/promises";
import * as l10n from "@vscode/l10n";

/** The bytes of a capture, wherever they come from. */
export interface CaptureSource {
  /** How many there are, as far as that is known: for progress. */
  readonly size: number;
  /** In order. Each belongs to who gets it: nobody writes into it again. */
  chunks(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** A capture on disk. */
export interface CaptureFile extends CaptureSource {
  /** When it was written last; with `size` it tells whether it is still the same. */
  readonly changedAt: number;
  close(): Promise<void>;
}

const chunkBytes = 1024 * 1024;

/** Opens a capture. Rejects with an error that names the path and the way out; whoever opened it closes it. */
export async function openCaptureFile(path: string): Promise<CaptureFile> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) {
      throw Object.assign(new Error("not a file"), { code: stat.isDirectory() ? "EISDIR" : "EINVAL" });
    }
    const opened = file;
    return {
      size: stat.size,
      changedAt: stat.mtimeMs,
      chunks: () => chunksOf(opened),
      close: () => opened.close(),
    };
  } catch (error) {
    await file?.close();
    throw readable(error, path);
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes, null);
    if (bytesRead === 0) {
      return;
    }
    yield buffer.subarray(0, bytesRead);
  }
}

function readable(error: unknown, path: string): Error {
  const reason = wayOut(error as NodeJS.ErrnoException);
  return new Error(l10n.t("The capture {0} could not be opened: {1}", path, reason), { cause: error });
}

function wayOut({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return l10n.t("there is no such file. Look where it was moved to, and open it there.");
    case "EISDIR":
      return l10n.t("it is a folder. Choose a file.");
    case "EINVAL":
      return l10n.t("it is no ordinary file. Copy what it holds into one.");
    case "EACCES":
    case "EPERM":
      return l10n.t("it may not be read. Change its permissions, or copy it to a folder of yours.");
    case "EBUSY":
      return l10n.t("the file is open elsewhere. Close it there, and try again.");
    case "EMFILE":
      return l10n.t("too many files are open. Close some windows, and try again.");
    default:
      return l10n.t("{0}. Try again, or copy it to another disk.", message);
  }
}
