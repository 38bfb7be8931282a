import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaptureEntry } from "../../src/traffic/entry.ts";
import { run } from "./toolwire.ts";

/** What went over a server's pipes so far, as an export of its traffic tells. */
export async function captured(server: string): Promise<CaptureEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolwire-capture-"));
  const path = join(folder, "capture.toolwire.jsonl");
  try {
    await run("exportTraffic", { path, server });
    const [, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as CaptureEntry & { part?: number });
    return entries.filter(({ part }) => part === undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The message of an entry. */
export function messageOf({ raw }: CaptureEntry): { id?: unknown; method?: string; params?: unknown } {
  return JSON.parse(raw ?? "null");
}
