import { strict as assert } from "node:assert";
import { Window } from "./window.ts";

/** The road from end to end, as a person walks it: palette → call → row in the panel → cancel. */
describe("A first call", () => {
  let window: Window;

  before(async () => {
    window = await Window.open();
  });
  after(() => window.close());

  it("lists the servers of all three sources", async () => {
    const { page } = window;
    await page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    for (const name of ["demo", "everything", "filesystem"]) {
      await page.getByRole("treeitem", { name: new RegExp(`^${name}, stopped`) }).waitFor();
    }
    await window.screenshot("servers-stopped");
  });

  it("calls a method from the palette; the stopped server starts; the outcome opens as a document", async () => {
    await window.run("Toolwire: Call Tool or Method…");
    await window.choose("demo");
    await window.choose("tool.add");
    await window.answer(/The first number/, "2");
    await window.answer(/The second number/, "3");
    await window.page.getByRole("tab", { name: /demo · tool\.add/ }).waitFor();
    await window.screenshot("outcome");
    assert.match(await window.editorText(), /5/);
  });

  it("shows the request and its answer in the traffic panel, and the raw line on a click", async () => {
    await window.run("Toolwire: Show Traffic");
    const row = window.webview().locator(".row").filter({ hasText: "tool.add" }).first();
    await row.click();
    await window.webview().getByRole("tab", { name: "Raw" }).click();
    const raw = window.webview().locator(".raw");
    await raw.getByText('"method":"tool.add"').waitFor();
    await window.screenshot("traffic");
  });

  it("[R10] cancels a call that hangs, from the servers view", async () => {
    await window.run("Toolwire: Call Tool or Method…");
    await window.choose("demo");
    await window.choose("tool.silent");
    const call = window.page.getByRole("treeitem", { name: /^tool\.silent/ }).first();
    await call.hover();
    await window.screenshot("in-flight");
    await call.getByRole("button", { name: "Cancel Call" }).click();
    await window.webview().locator(".row .status").getByText("cancelled").first().waitFor();
    await window.screenshot("cancelled");
  });
});
