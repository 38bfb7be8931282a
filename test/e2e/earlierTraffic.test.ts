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
    await shows("tool.list");
    await shows("demo ready");
    await window.screenshot("earlier-traffic");
  });

  /** Some page has a row with that text: of the editor, because the panel begins anew. */
  async function shows(text: string): Promise<void> {
    for (;;) {
      for (const frame of window.page.frames()) {
        const rows = frame.locator(".row:visible").filter({ hasText: text });
        if ((await rows.count().catch(() => 0)) > 0) {
          return;
        }
      }
      await window.page.waitForTimeout(100);
    }
  }
});
