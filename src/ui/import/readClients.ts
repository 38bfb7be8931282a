import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as l10n from "@vscode/l10n";
import type { ListedEntry } from "../../servers/definition.ts";
import { readDefinitionFile } from "../../servers/definitions/fileContent.ts";
import { type Candidate, candidatesFrom } from "./candidate.ts";
import { type ClientEntries, readClientEntries } from "./clientEntries.ts";
import { type ClientFile, clientFiles, type Machine, projectFiles } from "./clientFiles.ts";

/** A file that is there and cannot be read. */
export interface BrokenFile {
  file: ClientFile;
  problem: NonNullable<ClientEntries["problem"]>;
}

export interface ClientsFound {
  candidates: Candidate[];
  broken: BrokenFile[];
  /** Every place that was looked at. */
  searched: ClientFile[];
}

/** Claude Code remembers every folder it was ever used in; the `.mcp.json` of this many are looked at. */
const mostProjects = 100;

/** Reads what other clients keep on this machine and in these workspace folders. Never rejects. */
export async function readClients(
  machine: Machine,
  folders: readonly string[],
  listed: readonly Pick<ListedEntry, "name" | "source">[],
): Promise<ClientsFound> {
  const searched = (
    await Promise.all(
      [...clientFiles(machine), ...folders.flatMap((folder) => projectFiles(folder, machine))].map(expand),
    )
  ).flat();
  const first = await readAll(searched);
  const projects = [...new Set(first.flatMap(({ projects }) => projects))]
    // Those of the workspace's own folders are registered without being copied.
    .filter((project) => !folders.includes(project))
    .slice(-mostProjects)
    .map(
      (project): ClientFile => ({
        client: "Claude Code",
        format: "mcpServers",
        path: join(project, ".mcp.json"),
      }),
    );
  const found = [...first, ...(await readAll(projects))];
  return {
    candidates: candidatesFrom(found, listed),
    broken: found.flatMap(({ file, problem }) => (problem === undefined ? [] : [{ file, problem }])),
    searched,
  };
}

async function readAll(files: readonly ClientFile[]): Promise<({ file: ClientFile } & ClientEntries)[]> {
  const all = await Promise.all(
    files.map(async (file) => {
      const content = await readDefinitionFile(file.path);
      if (content === undefined) {
        return [];
      }
      return "text" in content
        ? [{ file, ...readClientEntries(content.text, file.format) }]
        : [
            {
              file,
              entries: [],
              inputs: [],
              projects: [],
              problem: { message: l10n.t("cannot be read ({0})", content.problem) },
            },
          ];
    }),
  );
  return all.flat();
}

/** A pattern's folders, as they are there. */
async function expand(file: ClientFile): Promise<ClientFile[]> {
  if (!file.path.includes("*")) {
    return [file];
  }
  let folder = file.path;
  const rest: string[] = [];
  while (!basename(folder).includes("*")) {
    rest.unshift(basename(folder));
    folder = dirname(folder);
  }
  const [start = "", end = ""] = basename(folder).split("*");
  try {
    const names = await readdir(dirname(folder));
    return names
      .filter((name) => name.startsWith(start) && name.endsWith(end))
      .map((name) => ({ ...file, path: join(dirname(folder), name, ...rest) }));
  } catch {
    return [];
  }
}
