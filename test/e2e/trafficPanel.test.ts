import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { project } from "../vscode/paths.ts";
import { Window } from "./window.ts";

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The traffic panel in a window of its own: what it shows, its keyboard, its looks, and axe-core's opinion of it. */
describe("The traffic panel", () => {
  let window: Window;
  let panel: FrameLocator;

  before(async function () {
    this.timeout(600_000); // A guard against hanging: some commands by the palette, on a machine that may be busy.
    window = await Window.open({ size: { width: 1400, height: 900 } });
    panel = window.webview();
    await window.run("Toolwire: Show Traffic");
    await panel.locator(".empty").getByText("No traffic yet.").waitFor();
    await window.screenshot("panel-empty");
    await send({ id: "r1", method: "tool.add", params: { a: 2, b: 3 } });
    await send({ id: "r2", method: "tool.add", params: { a: "x" } });
    await send({ id: "r3", method: "tool.print", params: { text: "DEBUG loading weights" } });
    await send({ id: "r4", method: "tool.slow", params: { steps: 4, stepMs: 60 } });
    await send({ id: "r5", method: "tool.silent" });
    await window.run("View: Toggle Maximized Panel");
    await row("tool.slow").last().locator(".status", { hasText: "ok" }).waitFor();
  });
  after(() => window.close());

  /** A request as a raw line: one question by the palette. */
  async function send(request: { id: string; method: string; params?: object }): Promise<void> {
    await window.run("Toolwire: Send Raw Line…");
    await window.choose("demo");
    await window.answer(/line/i, JSON.stringify({ jsonrpc: "2.0", ...request }));
    await row(request.method).filter({ hasText: request.id }).first().waitFor();
  }

  function row(text: string): Locator {
    return panel.locator(".row:visible").filter({ hasText: text });
  }

  function tab(name: RegExp): Locator {
    return panel.getByRole("tab", { name });
  }

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await window.page.keyboard.press(key);
  }

  /** What axe-core finds wrong inside the webview. */
  async function violations(): Promise<string[]> {
    const frame = await panel
      .locator("body")
      .elementHandle()
      .then((body) => body?.ownerFrame());
    assert.ok(frame);
    const axe = await readFile(join(project, "node_modules", "axe-core", "axe.min.js"), "utf8");
    const found = (await frame.evaluate(
      `${axe}; axe.run(document).then((r) => r.violations)`,
    )) as Violation[];
    return found.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary}`),
    );
  }

  it("draws what happened to the process as a rule, and a stray line with its finding", async () => {
    await panel.getByRole("row", { name: /demo started · epoch 1 · pid \d+/ }).waitFor();
    await row("DEBUG loading weights").filter({ hasText: "stray-output" }).first().waitFor();
    await row("tool.add").filter({ hasText: "-32602 invalid params" }).first().waitFor();
  });

  it("filters by kind and by text, and says how many lines are left", async () => {
    await panel.getByRole("radio", { name: /^Problems \(\d+\)$/ }).click();
    await row("DEBUG loading weights").first().waitFor();
    await row("$/progress").first().waitFor({ state: "detached" });
    await window.screenshot("panel-problems");
    await panel.getByRole("radio", { name: "Notifications" }).click();
    await row("step 2 of 4").first().waitFor();
    await panel.getByRole("radio", { name: "All", exact: true }).click();
    await panel.locator(".viewport").focus();
    await press("Control+f");
    await window.page.keyboard.type("LOADING weights");
    await panel
      .locator(".count")
      .getByText(/^\d+ of \d+ lines$/)
      .waitFor();
    await window.screenshot("panel-text-filter");
    await panel
      .getByRole("status")
      .getByText(/ of \d+ lines/)
      .waitFor({ state: "attached" });
    await press("Escape");
    await panel
      .locator(".count")
      .getByText(/^\d+ lines$/)
      .waitFor();
    await panel.getByPlaceholder(/Filter/).fill("nothing has this text");
    await panel.getByText("No line passes the filter.").waitFor();
    await panel.getByRole("button", { name: "Show all lines" }).click();
    await panel
      .locator(".count")
      .getByText(/^\d+ lines$/)
      .waitFor();
  });

  it("shows a message as a tree, its exact text, its findings", async () => {
    await row("-32602 invalid params").last().click();
    await tab(/Message/).click();
    await panel.getByRole("treeitem", { name: /code/ }).first().waitFor();
    await window.screenshot("panel-message");
    await tab(/Raw/).click();
    await panel.locator(".raw").getByText('"code":-32602').waitFor();
    await row("DEBUG loading weights").filter({ hasText: "stray-output" }).first().click();
    await tab(/Findings \(1\)/).click();
    await panel.getByText("The server wrote a line to stdout that is not JSON.").waitFor();
    await window.screenshot("panel-findings");
  });

  it("[R11] shows a call with request, answer and what was said while it ran, and goes to a line", async () => {
    await row("tool.slow").first().click();
    await tab(/^Call/).click();
    await panel.locator(".during-row").filter({ hasText: "75 % · step 3 of 4" }).waitFor();
    await panel.locator(".during-row").filter({ hasText: "slow: done" }).waitFor();
    await window.screenshots("panel-call");
    await panel.locator(".during-row").filter({ hasText: "step 3 of 4" }).click();
    await panel.locator(".row.selected").filter({ hasText: "step 3 of 4" }).waitFor();
  });

  it("is used by the keyboard alone", async () => {
    const { page } = window;
    await tab(/^Call/).focus();
    await press("ArrowLeft", "ArrowLeft");
    await panel.locator('[role="tab"][aria-selected="true"]').getByText("Message").waitFor();
    await press("F6");
    await panel.locator(".viewport:focus").waitFor();
    await press("Home", "ArrowDown", "ArrowDown");
    await panel.locator(".row.selected[aria-rowindex='4']").waitFor();
    await press("Enter");
    await panel.locator('[role="tab"]:focus').waitFor();
    await press("Escape");
    await panel.locator(".viewport:focus").waitFor();
    assert.equal(await panel.locator(".row.selected").count(), 0);
    await press("End");
    await panel.locator(".row.selected").waitFor();
    await press("Control+c");
    await page
      .locator(".statusbar")
      .getByText(/Line \d+ copied/)
      .waitFor();
  });

  it("sends a request again from the row's menu", async () => {
    const before = await row("tool.add").count();
    await row("tool.add").filter({ hasText: "request" }).first().click({ button: "right" });
    const menu = window.page.locator(".context-view .monaco-menu");
    await menu.getByText("Copy as Argument of Send Raw").waitFor();
    await window.screenshot("panel-menu");
    await menu.getByText("Send Again").click();
    await panel.locator(".viewport").focus();
    await press("End");
    await assertEventually(async () => (await row("tool.add").count()) > before);
  });

  it("has no fault that axe-core finds, in any theme", async function () {
    this.timeout(400_000); // Twelve passes over the page.
    for (const theme of ["dark", "light", "contrast"] as const) {
      await window.look(theme, { width: 1400, height: 900 });
      for (const name of [/Message/, /Raw/, /^Call/, /Findings/]) {
        await row("tool.slow").first().click();
        await tab(name).click();
        assert.deepEqual(await violations(), [], `${theme}, ${name}`);
      }
    }
    await window.look("dark", { width: 1400, height: 900 });
  });

  it("fits where it is moved to: narrow, wide, high contrast", async () => {
    await row("tool.slow").first().click();
    await tab(/Message/).click();
    await window.screenshots("panel");
    for (const width of [700, 400]) {
      await window.look("dark", { width, height: 900 });
      await window.screenshot(`panel-${width}`);
    }
    await window.look("dark", { width: 1400, height: 900 });
  });

  it("asks before it clears, from the palette too, and does so", async () => {
    const dialog = window.page.locator(".monaco-dialog-box");
    await window.run("Toolwire: Clear Traffic…");
    await dialog.getByText(/Clear \d+ lines of traffic\?/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await panel.getByRole("button", { name: /^Clear traffic/ }).click();
    await dialog.getByText(/Clear \d+ lines of traffic\?/).waitFor();
    await window.screenshot("panel-clear");
    await dialog.getByRole("button", { name: "Clear", exact: true }).click();
    await panel.getByText("No traffic yet.").waitFor();
  });
});

async function assertEventually(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, "not within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
