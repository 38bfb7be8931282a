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
    await button("Use the Demo Server").click();
    for (const name of ["Add a server", "Start it"]) {
      await step(name).locator(".codicon-getting-started-step-checked").first().waitFor();
    }
    await window.screenshot("walkthrough-ticked");
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

  it("leads there with keys alone", async () => {
    window = await Window.open({ folder: "none" });
    const { page } = window;
    const focused = page.locator(":focus");
    await window.runByKeys("View: Show Toolwire");
    await page.locator(".pane-body").getByRole("button", { name: "Use the Demo Server" }).waitFor();
    // While VS Code itself is still starting it may take the focus away again.
    await window.runByKeys("Toolwire: Focus on Servers View");
    await focused.getByText("No tool server is registered yet.").waitFor();
    await page.keyboard.press("Tab");
    await focused.and(page.getByRole("button", { name: "Use the Demo Server" })).waitFor();
    await page.keyboard.press("Enter");
    await window.notification("demo is running").waitFor();
    await focused.and(page.getByRole("tree", { name: "Servers" })).waitFor();
    await window.screenshot("first-minute-keys");
    await window.runByKeys("Notifications: Accept Notification Primary Action");
    await page.getByRole("tab", { name: /demo · tool\.add/ }).waitFor();
    assert.match(await window.editorText(), /5/);

    await window.runByKeys("Toolwire: Focus on Servers View");
    await focused.and(page.getByRole("tree", { name: "Servers" })).waitFor();
    const row = (name: RegExp) =>
      page.locator(".pane-body .monaco-list-row.focused").filter({ hasText: name });
    await page.getByRole("treeitem", { name: /^In flight/ }).waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await row(/^demo/).waitFor();
    await page.keyboard.press("ArrowDown");
    await row(/^Methods/).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("treeitem", { name: /^tool\.add/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await row(/^tool\.add/).waitFor();
    await page.keyboard.press("Shift+F10");
    await page.locator(".context-view .monaco-menu").getByText("Call…").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await window.picker.getByText("Use last arguments").waitFor();
    await page.keyboard.press("Enter");
    await window.webview().locator(".row").filter({ hasText: "tool.add" }).nth(3).waitFor();
  });
});
