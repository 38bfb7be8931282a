import { join } from "node:path";

export const project = join(import.meta.dirname, "..", "..");

/** What takes long to fetch and stays from run to run. Ignored by git. */
export const cache = join(project, ".vscode-test");

/** What a run leaves behind to look at: bundled tests, screenshots. Ignored by git. */
export const output = join(project, "out");

export const fixtures = join(project, "test", "fixtures");
