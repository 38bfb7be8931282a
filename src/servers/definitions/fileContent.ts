import { readFile } from "node:fs/promises";

/** A definition file as it was found: its text, or the code of what kept it from being read. */
export type FileContent = ({ text: string } | { problem: string }) & {
  /** Where it cannot be understood now: its text before that. */
  lastReadable?: string;
};

/** `undefined`: there is no such file, which is no problem. Never rejects. */
export async function readDefinitionFile(path: string): Promise<FileContent | undefined> {
  try {
    return { text: await readFile(path, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { problem: code };
  }
}
