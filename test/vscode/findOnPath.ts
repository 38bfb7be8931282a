import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these commands that is on the PATH, as an absolute path. */
export function findOnPath(...commands: string[]): string | undefined {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return commands
    .flatMap((command) =>
      folders.flatMap((folder) => suffixes.map((suffix) => join(folder, command + suffix))),
    )
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
