import { type FileHandle, open } from "node:fs/promises";

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

const waysOut: Record<string, string> = {
  ENOENT: "there is no such file. Look where it was moved to, and open it there.",
  ENOTDIR: "there is no such file. Look where it was moved to, and open it there.",
  EISDIR: "it is a folder. Choose a file.",
  EINVAL: "it is no ordinary file. Copy what it holds into one.",
  EACCES: "it may not be read. Change its permissions, or copy it to a folder of yours.",
  EPERM: "it may not be read. Change its permissions, or copy it to a folder of yours.",
  EBUSY: "the file is open elsewhere. Close it there, and try again.",
  EMFILE: "too many files are open. Close some windows, and try again.",
};

function readable(error: unknown, path: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const wayOut = waysOut[code ?? ""] ?? `${message}. Try again, or copy it to another disk.`;
  return new Error(`The capture ${path} could not be opened: ${wayOut}`, { cause: error });
}
