import { strict as assert } from "node:assert";
import { session } from "./session.ts";
import { Window } from "./window.ts";

/** Calling as a person does it: arguments asked one by one or written as JSON, outcomes, failures, progress. */
describe("Calling", function () {
  this.timeout(300_000);
  let window: Window;

  before(async () => {
    // What is typed is what stands there.
    const settings = { "editor.autoClosingBrackets": "never", "editor.autoClosingQuotes": "never" };
    window = await Window.open({ settings, size: { width: 1400, height: 850 } });
    window.page.setDefaultTimeout(90_000);
    // Calls are told from the outside; the tree is not needed for them.
    await window.page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
  });
  after(() => window.close());

  /** From the palette to the arguments. */
  async function call(server: string, method: string): Promise<void> {
    await window.run("Toolwire: Call Tool or Method…");
    await window.choose(server);
    await window.choose(method);
  }

  function tab(name: RegExp) {
    return window.page.getByRole("tab", { name }).first();
  }

  function lens(title: RegExp) {
    return window.page.locator(".codelens-decoration a").filter({ hasText: title }).first();
  }

  /** Outcomes stand in the last editor group. */
  async function outcome(): Promise<string> {
    const lines = await window.page
      .locator(".editor-instance")
      .last()
      .locator(".view-line")
      .allTextContents();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  it("asks for flat arguments step by step, checks them as they are typed, and goes back", async () => {
    const { page, picker } = window;
    await call("demo", "tool.add");
    await picker.getByText("demo · tool.add · a (1/2)").waitFor();
    await picker.getByRole("textbox").fill("two");
    await picker.getByText("Not a number.").waitFor();
    await window.screenshot("call-step-problem");
    await picker.getByRole("textbox").fill("2");
    await page.keyboard.press("Enter");
    await picker.getByText("demo · tool.add · b (2/2)").waitFor();
    await window.screenshot("call-step-two");
    await picker.getByRole("button", { name: "Back" }).click();
    await picker.getByText("demo · tool.add · a (1/2)").waitFor();
    assert.equal(await picker.getByRole("textbox").inputValue(), "2");
    await page.keyboard.press("Enter");
    await window.answer(/The second number/, "3");
    await tab(/demo · tool\.add · \d/).waitFor();
    await lens(/Send Again/).waitFor();
    await window.screenshot("outcome-ok");
    assert.match(await outcome(), /^\/\/ ok · [\s\S]*\n5\n?$/);
  });

  it("offers the last arguments first", async () => {
    await call("demo", "tool.add");
    await window.row("Use last arguments").waitFor();
    await window.screenshot("call-last-arguments");
    await window.page.keyboard.press("Enter");
    await window.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await tab(/demo · tool\.add · \d/).waitFor();
  });

  it("[R3] shows an error as a document and says it in a notification", async () => {
    await call("demo", "tool.fail");
    await window.picker.getByText("demo · tool.fail · message").waitFor();
    await window.page.keyboard.press("Enter");
    await tab(/demo · tool\.fail · \d/).waitFor();
    await window.page.locator('[id="status.notifications"]').click();
    const center = window.page.locator(".notifications-center");
    await center.getByText(/error -32603 \(internal error\)/).waitFor();
    await center.getByText("Show Traffic").waitFor();
    await center.getByText("Send Again").waitFor();
    await window.screenshot("outcome-error");
    await window.page.locator('[id="status.notifications"]').click();
    assert.match(await outcome(), /"exception": "TypeError"/);
  });

  it("writes other arguments as a JSON document, with completion from the schema, and sends it", async () => {
    const { page } = window;
    await call("demo", "tool.delay");
    await tab(/demo · tool\.delay\.jsonc/).waitFor();
    await lens(/Send/).waitFor();
    await window.screenshot("request-document");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText('{"ms": "soon", }');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget").getByText("value", { exact: true }).first().waitFor();
    await window.screenshot("request-completion");
    await page.keyboard.press("Escape");
    // The comma behind it is no problem.
    await page.locator(".squiggly-warning").first().waitFor();
    await page.keyboard.press("F8");
    await page.locator(".marker-widget").getByText("Expected a whole number.").waitFor();
    await window.screenshot("request-problem");
    assert.equal(await page.locator(".squiggly-warning").count(), 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText('{"ms": 1, "value": [7]}');
    await page.keyboard.press("Control+Enter");
    await tab(/demo · tool\.delay · \d/).waitFor();
    await tab(/demo · tool\.delay\.jsonc/).waitFor();
    await window.screenshot("request-sent");
  });

  it("shows progress with the server's words, and says what became of a cancelled call [R10]", async () => {
    const { page } = window;
    await call("demo", "tool.slow");
    await window.answer(/How many steps/, "500");
    await window.answer(/Milliseconds a step/, "100");
    await page.locator('[id="status.notifications"]').click();
    const center = page.locator(".notifications-center");
    await center.getByText(/step \d+ of 500/).waitFor();
    await window.screenshot("call-progress");
    await center.getByRole("button", { name: "Cancel" }).click();
    await tab(/demo · tool\.slow · \d/).waitFor();
    await window.screenshot("outcome-cancelled");
    assert.match(await outcome(), /cancelled · /);
  });

  it("gets prompts and reads resources on a click", async () => {
    const { page } = window;
    await call("everything", "echo");
    await window.answer(/Message to echo/, "first line\nsecond line");
    await tab(/everything · echo · \d/).waitFor();
    await window.screenshot("outcome-mcp");
    await page
      .getByRole("treeitem", { name: /^Prompts/ })
      .first()
      .click();
    await page
      .getByRole("treeitem", { name: /^args-prompt/ })
      .first()
      .click();
    await window.picker.getByText(/everything · args-prompt · .*1\/2/).waitFor();
    await window.screenshot("prompt-steps");
    await window.picker.getByRole("textbox").fill("Paris");
    await page.keyboard.press("Enter");
    await window.picker.getByText(/2\/2/).waitFor();
    await page.keyboard.press("Enter");
    await tab(/everything · args-prompt · \d/).waitFor();
    await window.screenshot("outcome-prompt");
  });
});

/** The same screens where they are narrow, light, and of high contrast: to look at. */
describe("Calling, in other themes", function () {
  this.timeout(300_000);
  // A run of all tests is not for the eyes: one theme is enough.
  for (const theme of session().isWholeRun
    ? ["Default High Contrast"]
    : ["Default Light Modern", "Default High Contrast"]) {
    it(`shows requests, steps and failures in ${theme} at 900 px`, async () => {
      const settings = { "workbench.colorTheme": theme };
      const window = await Window.open({ settings, size: { width: 900, height: 700 } });
      const { page } = window;
      page.setDefaultTimeout(90_000);
      const name = theme.includes("Light") ? "light" : "contrast";
      for (const method of ["tool.delay", "tool.fail"]) {
        await window.run("Toolwire: Call Tool or Method…");
        await window.choose("demo");
        await window.choose(method);
        if (method === "tool.fail") {
          await window.picker.getByText(/tool\.fail · message/).waitFor();
          await window.screenshot(`call-step-${name}`);
          await page.keyboard.press("Enter");
        }
        await page
          .getByRole("tab", { name: new RegExp(`demo · ${method.replace(".", "\\.")}`) })
          .first()
          .waitFor();
        await page.locator(".codelens-decoration a").first().waitFor();
      }
      await page.getByText("Edit and Send…").first().waitFor();
      await window.screenshot(`calling-${name}`);
      await window.close();
    });
  }
});
