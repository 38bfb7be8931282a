import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder that is gone when this process is, however it ends (short of SIGKILL). */
export function temporaryFolder(kind: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `toolwire-${kind}-`));
  process.on("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Something that is just ending still writes there. It is a temporary folder.
    }
  });
  return folder;
}
