import { strict as assert } from "node:assert";
import { join } from "node:path";
import { fixtures } from "../vscode/paths.ts";
import { Window } from "./window.ts";

/** What a server says is text: in trees, quick picks, tooltips, notifications, documents and the panel. */
describe("A server whose words try to be more than text", () => {
  let window: Window;
  const link = "Open";

  before(async function () {
    this.timeout(300_000);
    window = await Window.open({
      folder: "bare-workspace",
      size: { width: 1400, height: 900 },
      settings: {
        "toolwire.servers": {
          spoof: {
            command: process.execPath,
            args: [join(fixtures, "servers", "spoof.mjs")],
            protocol: "mcp",
            autoStart: true,
          },
        },
      },
    });
  });
  after(() => window.close());

  it("is not started by the workspace before the person agrees", async () => {
    const question = window.notification("This workspace starts tool servers by itself: spoof");
    await question.waitFor();
    await window.screenshot("auto-start-question");
    await window.page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    await window.page.getByRole("treeitem", { name: /^spoof, stopped/ }).waitFor();
    await question.getByRole("button", { name: "Start", exact: true }).click();
    await window.page.getByRole("treeitem", { name: /^spoof, ready/ }).waitFor();
  });

  it("in the tree: no icon, no link, one line a tool, its direction unturned", async () => {
    const { page } = window;
    const tools = page.getByRole("treeitem", { name: /^Tools/ });
    await tools.waitFor();
    if ((await tools.getAttribute("aria-expanded")) === "false") {
      await tools.click();
    }
    const names = page.locator(".pane-body .monaco-list-row .label-name");
    await names.filter({ hasText: "stopped" }).first().waitFor();
    const texts = await names.allTextContents();
    assert.ok(texts.some((text) => text.includes("(error) stopped")));
    assert.ok(texts.some((text) => text.includes("<img")));
    assert.ok(isPlain(texts.join("")));
    assert.equal(await names.locator(".codicon").count(), 0);
    assert.equal(await names.locator("a, img").count(), 0);
    await window.screenshot("spoof-tree");
  });

  it("in the quick pick, the notification and the document", async () => {
    const { page } = window;
    await window.run("Toolwire: Call Tool or Method…");
    const rows = window.picker.locator(".monaco-list-row");
    const row = rows.filter({ hasText: "stopped" }).first();
    // With one server that runs the first list may be that of servers.
    const server = window.row("spoof");
    await row.or(server).first().waitFor();
    if (await server.isVisible()) {
      await server.click();
    }
    await row.waitFor();
    assert.equal(await rows.locator(".label-name .codicon, .label-description .codicon, img").count(), 0);
    await window.screenshot("spoof-pick");
    await rows.filter({ hasText: link }).first().click();
    const said = window.notification("spoof").last();
    await said.waitFor();
    await window.screenshot("spoof-error");
    assert.equal(await said.locator(".notification-list-item-message a, img, .codicon-error + a").count(), 0);
    assert.equal(await page.getByRole("tab", { name: /^Untitled/ }).count(), 0);
    assert.ok(isPlain((await window.editorText()).replaceAll("\n", "")));
  });

  it("in the panel", async () => {
    await window.run("Toolwire: Show Traffic");
    const panel = window.webview();
    await panel.locator(".row:visible").filter({ hasText: "tools/call" }).last().click();
    await panel.getByRole("tab", { name: "Raw" }).click();
    await panel.locator(".raw").getByText("<img").first().waitFor();
    assert.equal(await panel.locator("img, a[href^='command:']").count(), 0);
    await panel.getByRole("tab", { name: "Message" }).click();
    await window.screenshot("spoof-panel");
    assert.equal(await panel.locator("img").count(), 0);
    assert.doesNotMatch(await window.page.title(), /spoofed/);
  });
});

/** Nothing in it moves a cursor, breaks a line or turns the writing direction around. */
function isPlain(text: string): boolean {
  return ["\u001b", "\u202e", "\n"].every((mark) => !text.includes(mark));
}
