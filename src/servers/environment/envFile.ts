import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import * as l10n from "@vscode/l10n";
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
    throw new Error(unreadable(path, code));
  }
  return toEnvironment(parseEnv(text.startsWith("\uFEFF") ? text.slice(1) : text));
}

function unreadable(path: string, code: string): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return l10n.t("{0} does not exist", path);
    case "EISDIR":
      return l10n.t("{0} is a folder, expected a file", path);
    case "EACCES":
      return l10n.t("{0} may not be read by this user", path);
    default:
      return l10n.t("{0} cannot be read ({1})", path, code);
  }
}
