import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "..", "..");
const manifest = readFileSync(join(project, "package.json"), "utf8");
const strings: Record<string, string> = JSON.parse(readFileSync(join(project, "package.nls.json"), "utf8"));
const { contributes, engines } = JSON.parse(manifest);

describe("The manifest", () => {
  it("has words for every key, and no word too many", () => {
    const used = new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    assert.deepEqual(
      [...used].filter((key) => strings[key as string] === undefined),
      [],
      "without words",
    );
    assert.deepEqual(
      Object.keys(strings).filter((key) => !used.has(key)),
      [],
      "without use",
    );
  });

  it("gives a warning's row the two ways out of most warnings", () => {
    const offered: { command: string; when: string; group: string }[] =
      contributes.menus["view/item/context"];
    const inline = offered.filter(({ when, group }) => {
      const [, pattern] = /viewItem =~ \/(.*)\/$/.exec(when) ?? [];
      return group.startsWith("inline") && pattern !== undefined && new RegExp(pattern).test("warning");
    });
    assert.deepEqual(
      inline.map(({ command }) => command),
      ["toolwire.view.restart", "toolwire.view.openDefinition"],
    );
  });

  it("says nothing in English outside of package.nls.json", () => {
    const bare: string[] = [];
    JSON.stringify(contributes, (key, value) => {
      const shown = /^(title|category|name|contents|altText|markdownDescription|description)$/.test(key);
      if (shown && typeof value === "string" && !value.startsWith("%")) {
        bare.push(value);
      }
      return value;
    });
    assert.deepEqual(bare, []);
  });

  it("is written against the API of the oldest VS Code that it runs in, and of that VS Code's Node", () => {
    const installed = (name: string): string =>
      JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8")).version;
    // Then nothing newer is used: the compiler does not know it.
    assert.equal(`^${installed("@types/vscode")}`, engines.vscode);
    assert.match(installed("@types/node"), /^22\./);
  });

  it("leads only to commands that it knows, and to pictures that are there", () => {
    const commands = new Set(contributes.commands.map(({ command }: { command: string }) => command));
    const links = Object.values(strings).flatMap((text) => [
      ...text.matchAll(/\(command:(toolwire\.[\w.]+)/g),
    ]);
    assert.deepEqual(
      links.map(([, command]) => command).filter((command) => !commands.has(command)),
      [],
    );
    for (const { steps } of contributes.walkthroughs) {
      for (const { media } of steps) {
        assert.ok(existsSync(join(project, media.svg)), media.svg);
      }
    }
  });

  it("offers mcp.json, which belongs to a folder, only where there is one", () => {
    const command = "toolwire.view.openMcpJson";
    const welcome = contributes.viewsWelcome.filter(({ contents }: { contents: string }) =>
      strings[contents.replaceAll("%", "")]?.includes(command),
    );
    const menus = Object.values<{ command?: string }[]>(contributes.menus)
      .flat()
      .filter((item) => item.command === command);
    const conditions = [...welcome, ...menus].map(({ when }: { when?: string }) => when ?? "");
    assert.ok(conditions.length >= 3);
    for (const when of conditions) {
      assert.ok(when.split(" && ").includes("workspaceFolderCount != 0"), when);
    }
  });
});
