import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fixtures, project } from "./paths.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** What stands in a template's files as `{{name}}`. */
export type TemplateValues = Record<string, string>;

/**
 * A fresh copy of a template folder in `test/fixtures`, for one window or one run.
 * In its JSON files `{{node}}`, `{{project}}` and what `values` names are filled in.
 */
export async function makeWorkspace(template: string, values: TemplateValues = {}): Promise<string> {
  const folder = join(temporaryFolder("workspace"), template);
  await cp(join(fixtures, template), folder, { recursive: true });
  const all: TemplateValues = { node: process.execPath, project, ...values };
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith(".json")) await fill(join(folder, name), all);
  }
  return folder;
}

async function fill(file: string, values: TemplateValues): Promise<void> {
  const text = await readFile(file, "utf8");
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} asks for {{${name}}}, which has no value.`);
    return JSON.stringify(value).slice(1, -1);
  });
  await writeFile(file, filled);
}
