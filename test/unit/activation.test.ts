import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const project = join(import.meta.dirname, "..", "..");
const starts = 5;

/** What one activation told. */
interface Activation {
  /** Of processor time, which a busy machine does not stretch. */
  requireMs: number;
  activateMs: number;
  files: string[];
  others: string[];
  tookTranslations: boolean;
}

describe("Activation of the extension as packaged", () => {
  let folder: string;
  const activations: Activation[] = [];

  before(async function () {
    this.timeout(120_000);
    folder = await realpath(await mkdtemp(join(tmpdir(), "toolwire-activation-")));
    const node = async (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: project });
    await node("esbuild.mjs", "--production", `--outdir=${folder}`);
    for (let start = 1; start <= starts; start++) {
      const { stdout } = await node("test/fixtures/activation/activate.cjs", join(folder, "extension.cjs"));
      activations.push(JSON.parse(stdout));
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("takes less than 50 ms, and activate() at most 10 ms where no server starts by itself", () => {
    const activate = median(activations.map(({ activateMs }) => activateMs));
    const whole = median(activations.map(({ requireMs, activateMs }) => requireMs + activateMs));
    assert.ok(whole < 50, `require and activate: ${whole} ms`);
    assert.ok(activate <= 10, `activate: ${activate} ms`);
  });

  it("requires vscode and nothing else: what runs servers comes with the first use", () => {
    for (const { others } of activations) assert.deepEqual(others, ["vscode"]);
  });

  it("takes the translations of the window's language along, for what is loaded later", () => {
    for (const { tookTranslations } of activations) assert.equal(tookTranslations, true);
  });

  it("reads less than 40 KB of code: what is loaded on demand is in files of its own", async () => {
    const files = activations[0]?.files ?? [];
    assert.ok(files.includes(join(folder, "extension.cjs")));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes < 40_000, `${bytes} bytes in ${files.join(", ")}`);
  });
});

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
