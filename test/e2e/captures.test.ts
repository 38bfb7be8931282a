import { strict as assert } from "node:assert";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { exportCapture } from "../../src/traffic/capture/exportCapture.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { decodeLine } from "../../src/wire/decodeLine.ts";
import { Window } from "./window.ts";

/** Captures as a person opens them: in an editor with the panel's page. */
describe("An opened capture", () => {
  let window: Window;
  let page: FrameLocator;
  let path: string;

  before(async function () {
    this.timeout(300_000);
    window = await Window.open({ size: { width: 1400, height: 900 } });
    path = join(window.workspace, "calls.toolwire.jsonl");
    await exportCapture(conversation(), path, { generator: "toolwire 0.1.0" });
    page = window.webview();
    await window.run("Toolwire: Open Capture…");
    await window.picker.getByRole("textbox").fill(path);
    await window.picker.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator(".row:visible").first().waitFor();
  });
  after(() => window.close());

  /** By a double click in the Explorer, as any file. */
  async function open(name: string): Promise<void> {
    await window.page.keyboard.press("Control+Shift+e");
    await window.page.locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name }).dblclick();
    await page.locator(".row:visible").first().waitFor();
  }

  async function closeEditor(): Promise<void> {
    await window.page.locator(".tab.active .tab-actions .action-label").click();
  }

  function row(text: string): Locator {
    return page.locator(".row:visible").filter({ hasText: text });
  }

  it("shows its lines with calls, findings and detail, and nothing that would send", async () => {
    await page.locator(".count").getByText("13 lines").waitFor();
    await row("tool.add").filter({ hasText: "ok" }).first().click();
    await page
      .getByRole("treeitem", { name: /params/ })
      .first()
      .waitFor();
    await page.getByRole("tab", { name: /^Call/ }).click();
    await page
      .getByText(/"?sum"?/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: /Message/ }).click();
    await row("DEBUG").filter({ hasText: "stray-output" }).waitFor();
    await row("tool.wait").filter({ hasText: "cancelled" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^(Send again|Cancel call|Clear)/ }).count(), 0);
    await window.screenshots("capture");
  });

  it("filters, and opens a line in an editor", async () => {
    await page.getByRole("radio", { name: /^Problems/ }).click();
    await page
      .locator(".count")
      .getByText(/^\d of 13 lines$/)
      .waitFor();
    await page.getByRole("radio", { name: "All", exact: true }).click();
    await row("tool.add").first().click({ button: "right" });
    const menu = window.page.locator(".context-view .monaco-menu");
    await menu.getByText("Open Formatted").waitFor();
    assert.equal(await menu.getByText("Send Again").count(), 0);
    await window.screenshot("capture-menu");
    await menu.getByText("Open Formatted").click();
    await window.page
      .locator(".editor-instance .view-line")
      .filter({ hasText: '"method": "tool.add"' })
      .waitFor();
    await closeEditor();
    await page.locator(".viewport").waitFor();
  });

  it("compares an answer with another one to the same method", async () => {
    await row("tool.add").filter({ hasText: "result" }).first().click({ button: "right" });
    const menu = window.page.locator(".context-view .monaco-menu");
    await menu.getByText("Compare Answer with…").waitFor();
    await window.screenshot("compare-menu");
    await menu.getByText("Compare Answer with…").click();
    const other = window.picker.locator(".monaco-list-row").filter({ hasText: "tool.add" }).first();
    await other.waitFor();
    await window.screenshot("compare-pick");
    await other.click();
    const diff = window.page.locator(".monaco-diff-editor");
    await diff.locator(".modified .view-line").filter({ hasText: '"sum": 42' }).waitFor();
    await diff.locator(".original .view-line").filter({ hasText: '"sum": 5' }).waitFor();
    assert.equal(await diff.locator(".view-line").filter({ hasText: "jsonrpc" }).count(), 0);
    await window.screenshots("compare-answers");
    await closeEditor();
    await page.locator(".viewport").waitFor();
  });

  it("compares all calls with those of another capture", async () => {
    const other = join(window.workspace, "later.toolwire.jsonl");
    await writeFile(other, (await readFile(path, "utf8")).replaceAll("40", "41").replaceAll("42", "43"));
    await open("later.toolwire.jsonl");
    await window.run("Toolwire: Compare with Capture…");
    await window.choose("calls.toolwire.jsonl");
    const diff = window.page.locator(".monaco-diff-editor");
    await diff.locator(".modified .view-line").filter({ hasText: '"sum": 43' }).waitFor();
    await diff.locator(".original .view-line").filter({ hasText: '"sum": 42' }).waitFor();
    await window.screenshots("compare-captures");
    await closeEditor();
    await closeEditor();
    await page.locator(".viewport").waitFor();
  });

  it("says what could not be read, and offers to read a file that has changed", async () => {
    const lines = (await readFile(path, "utf8")).split("\n");
    lines[3] = "{ cut";
    lines.splice(6, 0, '{"seq":"six"}');
    await writeFile(path, lines.join("\n"));
    await page.getByText("The file has changed since it was read.").waitFor();
    await window.screenshot("capture-changed");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByText("2 lines of the file could not be read.").waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("It is not JSON.").waitFor();
    await window.screenshots("capture-unread");
    await rm(path);
    await page.getByText("The file is not there any more.").waitFor();
    await window.screenshot("capture-gone");
  });
});

function conversation(): TrafficLog {
  let now = Date.UTC(2026, 0, 31, 12) * 1000;
  const log = new TrafficLog({ clock: () => (now += 4321) });
  const calc = log.source("calc", 1);
  const say = (ours: boolean, content: object | string): void => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const line = { bytes: Buffer.from(text), terminator: "\n" as const };
    const tap = ours ? calc.stdin : calc.stdout;
    tap.understood(tap.record(line), decodeLine(line));
  };
  const call = (id: string, method: string, params: object) =>
    say(true, { jsonrpc: "2.0", id, method, params });
  const answer = (id: string, result: unknown) => say(false, { jsonrpc: "2.0", id, result });
  calc.lifecycle({ type: "spawned", pid: 4711, command: "python3", args: ["calc.py"] });
  calc.lifecycle({ type: "ready", protocol: "jsonrpc" });
  call("a1", "tool.add", { a: 2, b: 3 });
  answer("a1", { sum: 5, unit: "m", steps: ["2", "+ 3"] });
  say(false, "DEBUG loading weights");
  call("a2", "tool.add", { a: 2, b: 40 });
  answer("a2", { sum: 42, unit: "m", steps: ["2", "+ 40"], warning: "large" });
  call("w1", "tool.wait", {});
  say(true, { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: "w1" } });
  call("f1", "tool.fail", { why: "test" });
  say(false, { jsonrpc: "2.0", id: "f1", error: { code: -32602, message: "why is not a reason" } });
  calc.stderr({ bytes: Buffer.from("Traceback (most recent call last):"), terminator: "\n" });
  calc.lifecycle({ type: "exited", code: 1, signal: null });
  return log;
}
