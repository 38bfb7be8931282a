import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Window } from "./window.ts";

/** What VS Code knows about an entry while a person writes it. */
describe("Help while writing an entry", () => {
  let window: Window;

  before(async () => {
    window = await Window.open({ size: { width: 1400, height: 900 } });
    const settings = join(window.workspace, ".vscode", "settings.json");
    const present = JSON.parse(await readFile(settings, "utf8"));
    const servers = { calc: { command: "python3", timeoutMs: "long", protcol: "mcp" }, empty: {} };
    await writeFile(settings, JSON.stringify({ ...present, "toolwire.servers": servers }, undefined, 2));
    await writeFile(
      join(window.workspace, ".mcp.json"),
      JSON.stringify(
        {
          mcpServers: {
            calc: { command: "python3", args: "calc.py" },
            remote: { type: "http", url: "https://example.com/mcp", headers: { A: "b" } },
          },
        },
        undefined,
        2,
      ),
    );
  });
  after(() => window.close());

  /** From the explorer. */
  const open = async (...path: string[]) => {
    const { page } = window;
    for (const name of path) {
      await page.locator(".explorer-viewlet").getByRole("treeitem", { name, exact: true }).click();
    }
    await page.locator(".editor-instance .view-lines").first().waitFor();
  };

  /** Puts the cursor behind a text of the file that is open. */
  const goTo = async (path: string[], text: string) => {
    const content = await readFile(join(window.workspace, ...path), "utf8");
    const before = content.slice(0, content.indexOf(text) + text.length).split("\n");
    await window.page.keyboard.press("Control+G");
    await window.picker.getByRole("textbox").fill(`:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`);
    await window.page.keyboard.press("Enter");
    await window.picker.waitFor({ state: "hidden" });
  };

  it("in settings: squiggles, hover and completion", async () => {
    const { page } = window;
    await open(".vscode", "settings.json");
    await page.locator(".squiggly-warning").nth(2).waitFor();
    await page.getByText('"protcol"').first().hover();
    await page.locator(".monaco-hover").getByText("Property protcol is not allowed").first().waitFor();
    await window.screenshot("help-settings-squiggles");
    // The first hover lies over the line above.
    await page.mouse.move(5, 400);
    await page
      .locator(".monaco-hover")
      .getByText("Property protcol is not allowed")
      .waitFor({ state: "hidden" });
    await page.getByText('"timeoutMs"').first().hover();
    await page
      .locator(".monaco-hover")
      .getByText(/without an answer or progress/)
      .first()
      .waitFor();
    await window.screenshot("help-settings-hover");
    await page.mouse.move(5, 400);
    await goTo([".vscode", "settings.json"], '"empty": {');
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget").getByText("discover").first().waitFor();
    await window.screenshot("help-settings-completion");
    await page.keyboard.press("Escape");
  });

  it("in .mcp.json: the same, and entries of other clients are let through", async () => {
    const { page } = window;
    await open(".mcp.json");
    await page.locator(".squiggly-warning").first().waitFor();
    await page.getByText('"args"').first().hover();
    await page
      .locator(".monaco-hover")
      .getByText(/Its arguments/)
      .first()
      .waitFor();
    await window.screenshot("help-mcp-json");
    await page.mouse.move(5, 400);
    await goTo([".mcp.json"], '"calc": {');
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget").getByText("envFile").first().waitFor();
    await window.screenshot("help-mcp-json-completion");
  });
});
