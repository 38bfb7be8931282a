import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { output, project } from "../vscode/paths.ts";
import { Window } from "./window.ts";

/** README's pictures, out of a real window. They only replace those in `media/` where `TOOLWIRE_PICTURES` is set. */
describe("The pictures of README.md", function () {
  this.timeout(600_000); // A guard against hanging, on a machine that may be busy.
  const size = { width: 1200, height: 720 };
  let window: Window;
  let page: Page;

  before(async () => {
    window = await Window.open({
      size,
      settings: {
        "breadcrumbs.enabled": false,
        "editor.minimap.enabled": false,
        "window.commandCenter": false,
        "workbench.layoutControl.enabled": false,
      },
    });
    page = window.page;
  });
  after(() => window.close());

  function fileOf(name: string): string {
    return process.env.TOOLWIRE_PICTURES
      ? join(project, "media", `${name}.png`)
      : join(output, "screenshots", `readme-${name}.png`);
  }

  function line(text: string) {
    return window.webview().locator(".row").filter({ hasText: text });
  }

  async function choose(method: string): Promise<void> {
    await window.run("Toolwire: Call Tool or Method…");
    await window.choose("demo");
    await window.choose(method);
  }

  /** Where a focus is not in the way of a picture, and keys are not lost. */
  async function focusEditor(): Promise<void> {
    await page.locator(".editor-instance .view-lines").first().click();
  }

  /** There is another command whose name begins the same. */
  async function quiet(): Promise<void> {
    await page.keyboard.press("F1");
    await window.picker.getByRole("textbox").fill(">Notifications: Toggle Do Not Disturb Mode");
    await window.picker.getByRole("option", { name: "Toggle Do Not Disturb Mode" }).first().click();
  }

  it("are a call step by step, the window with a call in flight, and a finding in the traffic", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    await page.getByRole("treeitem", { name: /^demo, stopped/ }).waitFor();
    // A notification would stand before what is to be seen.
    await quiet();
    await window.run("Toolwire: Start Server…");
    await window.choose("demo");
    await page.getByRole("treeitem", { name: /^demo, ready/ }).waitFor();
    // The first line tells where the program is on this machine.
    await window.run("Toolwire: Clear Traffic…");
    await page.locator(".monaco-dialog-box").getByRole("button", { name: "Clear", exact: true }).click();
    await choose("tool.print");
    await window.answer(/stray line/, "DEBUG loading weights");
    await page.getByRole("tab", { name: /demo · tool\.print/ }).waitFor();
    await window.run("Toolwire: Show Traffic");
    await line("DEBUG loading weights").first().waitFor();
    await focusEditor();
    await window.run("Toolwire: Send Raw Line…");
    await window.choose("demo");
    await window.answer(/line feed/, '{"jsonrpc":"2.0","id":7,"method":"tool.add","params":{"a":"two"}}');
    await line("-32602 invalid params").first().waitFor();
    await choose("tool.add");
    await window.picker.getByText(/first number/).waitFor();
    await window.picker.getByRole("textbox").fill("2");
    await window.picker.screenshot({ path: fileOf("steps"), animations: "disabled" });
    await page.keyboard.press("Enter");
    await window.answer(/second number/, "3");
    await page.getByRole("tab", { name: /demo · tool\.add/ }).waitFor();
    await page.locator(".codelens-decoration").getByText("Edit and Send…").waitFor();

    await page.getByRole("treeitem", { name: /^Methods/ }).click();
    await choose("tool.slow");
    await window.answer(/How many steps/, "5");
    await window.answer(/Milliseconds a step/, "6000");
    await line("step 2 of 5").waitFor();
    await focusEditor();
    await page.mouse.move(600, 300);
    await page.screenshot({ path: fileOf("window"), animations: "disabled" });

    await page.setViewportSize({ ...size, width: 1360 });
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.run("View: Toggle Maximized Panel");
    await line("DEBUG loading weights").filter({ hasText: "stray-output" }).first().click();
    await window
      .webview()
      .getByRole("tab", { name: /Findings/ })
      .click();
    await window.webview().getByText("The server wrote a line to stdout that is not JSON.").waitFor();
    await page.mouse.move(600, 10);
    const clip = await page.locator(".part.panel").boundingBox();
    assert.ok(clip);
    clip.height = Math.min(clip.height, 350);
    await page.screenshot({ path: fileOf("traffic"), animations: "disabled", clip });
  });
});
