import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaults } from "../../../src/servers/definitions/entry.ts";

const project = join(import.meta.dirname, "..", "..", "..");

interface Schema {
  properties: Record<string, Schema>;
  additionalProperties: Schema;
  definitions: Record<string, Schema>;
  default?: unknown;
  required?: string[];
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(join(project, path), "utf8"));
}

/** The schema of one entry in `toolwire.servers`, with the words filled in. */
async function settingsEntry(): Promise<Schema> {
  const words = await readJson<Record<string, string>>("package.nls.json");
  const manifest = await readJson<{ contributes: { configuration: Schema } }>("package.json");
  const entry = manifest.contributes.configuration.properties["toolwire.servers"]?.additionalProperties;
  const filled = JSON.stringify(entry).replace(/"%([^%"]+)%"/g, (_, key: string) => {
    assert.ok(words[key], `package.nls.json has no ${key}`);
    return JSON.stringify(words[key]);
  });
  return JSON.parse(filled);
}

describe("The schemas of an entry", () => {
  it("offer the fields that work, with the defaults that count", async () => {
    const { properties, required } = await settingsEntry();
    assert.deepEqual(required, ["command"]);
    assert.deepEqual(
      Object.keys(properties).sort(),
      (
        "args autoStart cancel command cwd discover env envFile maxTotalMs methods protocol requestIds " +
        "startTimeoutMs timeoutMs"
      ).split(" "),
    );
    for (const [name, value] of Object.entries(defaults)) {
      assert.equal(properties[name]?.default, value, name);
    }
  });

  it("of .mcp.json and of the setting have the same fields of the same types", async () => {
    const settings = (await settingsEntry()).properties;
    const file = await readJson<Schema>("media/schemas/mcpJson.schema.json");
    const { type: _, ...fields } = file.definitions.stdio?.properties ?? {};
    const shape = (all: Record<string, Schema>) =>
      JSON.parse(
        JSON.stringify(all, (key, value) =>
          /description/i.test(key) || key === "default" ? undefined : value,
        ),
      );
    assert.deepEqual(shape(fields), shape(settings));
  });
});
