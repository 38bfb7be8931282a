import { Window } from "./window.ts";

/** A window that is reloaded keeps what its servers said. */
describe("Earlier traffic", () => {
  let window: Window;

  before(async function () {
    this.timeout(300_000);
    window = await Window.open({ size: { width: 1400, height: 900 } });
  });
  after(() => window.close());

  it("is there after a reload, and opens in an editor", async () => {
    await window.run("Toolwire: Start Server…");
    await window.choose("demo");
    await window.run("Toolwire: Show Traffic");
    await window.webview().locator(".row:visible").filter({ hasText: "demo ready" }).waitFor();
    await window.page.reload();
    await window.page.locator(".monaco-workbench .activitybar").waitFor();
    await window.run("Toolwire: Open Earlier Traffic…");
    const session = window.picker.locator(".monaco-list-row").filter({ hasText: "demo" }).first();
    await session.waitFor();
    await window.screenshot("earlier-traffic-pick");
    await session.click();
    // The panel's page is there too, and older.
    const frames = window.page.locator("iframe.webview.ready");
    await frames.nth(1).waitFor();
    const rows = frames.last().contentFrame().frameLocator("#active-frame").locator(".row:visible");
    await rows.filter({ hasText: "tool.list" }).first().waitFor();
    await rows.filter({ hasText: "demo ready" }).first().waitFor();
    await window.screenshot("earlier-traffic");
  });
});
