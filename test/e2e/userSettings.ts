import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { session } from "./session.ts";

function file(): string {
  return join(dirname(session().server.extensions), "data", "User", "settings.json");
}

/** The person's settings, which all windows of a run share: who changes them puts them back. */
export function readUserSettings(): Promise<string> {
  return readFile(file(), "utf8");
}

export async function writeUserSettings(text: string): Promise<void> {
  await writeFile(file(), text);
}
