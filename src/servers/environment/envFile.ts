import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { type Environment, toEnvironment } from "./variables.ts";

/**
 * Reads a file of `NAME=value` lines. Lines that are none are passed over, as `node --env-file` does.
 *
 * @throws Error whose message names the file and what is wrong with it
 */
export async function readEnvFile(path: string): Promise<Environment> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Error(`${path} ${reasons[code] ?? `cannot be read (${code})`}`);
  }
  return toEnvironment(parseEnv(text.startsWith("\uFEFF") ? text.slice(1) : text));
}

const reasons: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder, expected a file",
  EACCES: "may not be read by this user",
};
