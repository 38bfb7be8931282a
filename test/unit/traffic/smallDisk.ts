import { execFile } from "node:child_process";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  grow(megabytes: number): Promise<void>;
  remove(): Promise<void>;
}

/** A real file system of so many megabytes; undefined where this user may not mount one. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "toolwire-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "toolwire-test", folder]);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  return {
    folder,
    grow: async (larger) => void (await run("mount", ["-o", `remount,size=${larger}m`, folder])),
    remove: async () => {
      await run("umount", ["-l", folder]);
      await rmdir(folder);
    },
  };
}
