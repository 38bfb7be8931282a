import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readUserSettings, writeUserSettings } from "./userSettings.ts";
import { Window } from "./window.ts";

/** What somebody new does, who reads nothing. */
describe("The first minute", function () {
  this.timeout(400_000);
  let window: Window;
  let settings: string;

  before(async () => {
    settings = await readUserSettings();
  });
  afterEach(async () => {
    await window.close();
    await writeUserSettings(settings);
  });

  it("offers in a folder without servers what registers one, and makes mcp.json and opens the walkthrough on request", async () => {
    window = await Window.open({ folder: "bare-workspace" });
    const { page } = window;
    await page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    const button = (name: string) => page.locator(".pane-body").getByRole("button", { name, exact: true });
    for (const name of ["Use the Demo Server", "Add Server…", "Import…", "Open mcp.json"]) {
      await button(name).waitFor();
    }
    await window.screenshots("welcome");
    await button("Open mcp.json").click();
    await page.getByRole("tab", { name: /mcp\.json/ }).waitFor();
    assert.match(await window.editorText(), /"servers": \{/);
    assert.match(await readFile(join(window.workspace, ".vscode", "mcp.json"), "utf8"), /"inputs": \[/);
    await window.screenshot("mcp-json");
    await page.locator(".pane-body").getByText("Take the walkthrough").click();
    const step = (name: string) => page.locator(".getting-started-step").filter({ hasText: name });
    await step("Cancel what hangs").waitFor();
    await window.screenshot("walkthrough");
  });

  it("leads from an empty window to the first answered call of the demo server in three clicks", async () => {
    window = await Window.open({ folder: "none", size: { width: 1400, height: 900 } });
    const { page } = window;
    const began = performance.now();
    const at = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    await page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    const use = page.locator(".pane-body").getByRole("button", { name: "Use the Demo Server" });
    await use.waitFor();
    const welcome = at();
    await window.screenshot("first-minute-1-welcome");
    await use.click();
    const call = window.notification("demo is running").getByRole("button", { name: "Call tool.add" });
    await call.waitFor();
    const running = at();
    await window.screenshot("first-minute-2-running");
    await call.click();
    await page.getByRole("tab", { name: /demo · tool\.add/ }).waitFor();
    const answered = at();
    assert.match(await window.editorText(), /5/);
    console.log(`      3 clicks; welcome ${welcome}, running ${running}, answered ${answered}`);
    await window.webview().locator(".row").filter({ hasText: "tool.add" }).first().waitFor();
    await window.screenshot("first-minute-3-answered");
    const written = JSON.parse(await readUserSettings())["toolwire.servers"];
    assert.deepEqual(Object.keys(written), ["demo"]);
    assert.doesNotMatch(JSON.stringify(written), /extensions|dist/, "an update of the extension moves it");

    const status = page.locator(".statusbar").getByRole("button", { name: "Toolwire: 1 running" });
    await status.waitFor();
    await page
      .locator(".activitybar")
      .getByRole("tab", { name: /Explorer/ })
      .click();
    await status.click();
    await page.getByRole("treeitem", { name: /^demo, ready/ }).waitFor();
  });
});
