import { strict as assert } from "node:assert";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { fixtures } from "../vscode/paths.ts";
import { session } from "./session.ts";
import { Window } from "./window.ts";

describe("The servers view", function () {
  this.timeout(400_000);
  let window: Window;

  const row = (name: RegExp): Locator => window.page.getByRole("treeitem", { name }).first();

  async function menu(of: RegExp, item: string): Promise<void> {
    await row(of).click({ button: "right" });
    const chosen = window.page.locator(".monaco-menu").getByRole("menuitem", { name: item, exact: true });
    await chosen.click();
    // A menu that has only just opened may not take the click.
    await chosen.waitFor({ state: "hidden", timeout: 5000 }).catch(() => chosen.click());
  }

  before(async () => {
    const { python, demo } = session();
    window = await Window.open({ size: { width: 1400, height: 900 } });
    await window.set({
      "toolwire.servers": {
        demo: { command: process.execPath, args: [demo], protocol: "jsonrpc", discover: "tool.list" },
        nothing: { command: "no-such-command-here" },
        breaks: {
          command: python,
          args: ["-c", "import sys; print('reading config', file=sys.stderr); import no_such_module"],
        },
        steady: {
          command: python,
          args: [join(fixtures, "servers", "steady.py")],
          protocol: "jsonrpc",
          discover: "tool.list",
          timeoutMs: 600_000,
        },
        token: { command: "x", env: { TOKEN: "${env:NO_SUCH_TOKEN_HERE}" } },
      },
    });
    const file = join(window.workspace, ".mcp.json");
    const { mcpServers } = JSON.parse(await readFile(file, "utf8"));
    mcpServers.remote = { type: "http", url: "https://example.com/mcp" };
    await writeFile(file, JSON.stringify({ mcpServers }, undefined, 2));
    await window.page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    await row(/^remote, not supported yet: HTTP transport/).waitFor();
  });
  after(() => window.close());

  async function start(name: string): Promise<void> {
    await row(new RegExp(`^${name}, stopped`)).hover();
    await row(new RegExp(`^${name}, stopped`))
      .getByRole("button", { name: "Start", exact: true })
      .click();
  }

  it("says of every state what it is, and of a failure why and where to look [R13]", async () => {
    await start("nothing");
    await row(/^nothing, failed: .*no-such-command-here.* was not found in PATH/).waitFor();
    await row(/^Searched PATH/).click();
    await row(/^\/usr\/bin$/).waitFor();
    await start("breaks");
    await row(/^stderr, .*No module named/).waitFor();
    await start("demo");
    await row(/^demo, ready/).waitFor();
    await row(/^token, "env\.TOKEN": \$\{env:NO_SUCH_TOKEN_HERE\} is not set/).waitFor();
    await window.page
      .locator(".statusbar")
      .getByRole("button", { name: "Toolwire: 1 running, 2 failed" })
      .waitFor();
    await window.screenshots("servers-states");
    await row(/^Searched PATH/).click();
  });

  it("leads from a failure to the line of its definition, in the settings and in a file", async () => {
    await row(/^Open definition/).click();
    await window.page.getByRole("tab", { name: /settings\.json/ }).waitFor();
    const lineOf = () => window.page.locator(".editor-instance .view-overlays .current-line").first();
    await lineOf().waitFor();
    await window.page
      .locator(".statusbar")
      .getByRole("button", { name: /^Ln \d+, Col 5/ })
      .waitFor();
    await menu(/^remote/, "Open Definition");
    await window.page.getByRole("tab", { name: /\.mcp\.json/ }).waitFor();
  });

  it("copies a server as the entry of another file", async () => {
    await menu(/^demo, ready/, "Copy as .mcp.json Entry");
    await window.page.getByText('demo is copied. Paste it into "mcpServers" of .mcp.json.').first().waitFor();
    await row(/^demo, ready/).click({ button: "right" });
    await window.page.locator(".monaco-menu").getByRole("menuitem", { name: "Copy Name" }).waitFor();
    await window.screenshot("servers-menu");
    await window.page.keyboard.press("Escape");
  });

  it("removes an entry where it stands once that is confirmed, and puts it back", async () => {
    const { page } = window;
    const file = join(window.workspace, ".mcp.json");
    const before = await readFile(file, "utf8");
    await menu(/^remote/, "Remove Server…");
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.getByText("Remove remote from .mcp.json?").waitFor();
    await window.screenshot("servers-remove");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await row(/^remote/).waitFor({ state: "detached" });
    const { mcpServers } = JSON.parse(before);
    delete mcpServers.remote;
    assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { mcpServers });
    await window
      .notification("remote is removed from .mcp.json.")
      .getByRole("button", { name: "Undo" })
      .click();
    await row(/^remote, not supported yet/).waitFor();
    assert.equal(await readFile(file, "utf8"), before);
  });

  it("shows a call in flight with its progress, the server's words and the time it takes", async () => {
    await start("steady");
    await row(/^steady, ready · 2 methods/).waitFor();
    for (const method of ["slow", "silent"]) {
      await window.run("Toolwire: Call Tool or Method…");
      await window.choose("steady");
      await window.choose(method);
    }
    await row(/^slow, 43 % · step 3 of 7 · \d/).waitFor();
    await window.page
      .locator(".statusbar")
      .getByRole("button", { name: /2 in flight/ })
      .waitFor();
    await window.screenshots("servers-in-flight");
    for (const name of [/^slow, 43 %/, /^silent, \d/]) {
      await row(name).hover();
      await row(name).getByRole("button", { name: "Cancel Call" }).click();
      // The rows move up when one goes: the pointer finds the next only after that.
      await row(name).waitFor({ state: "detached" });
    }
    await row(/^In flight/).waitFor({ state: "detached" });
  });

  it("groups what an MCP server lists", async () => {
    await start("everything");
    await row(/^everything, ready · \d+ tools/).waitFor();
    for (const group of [/^Tools/, /^Prompts/, /^Resources/]) await row(group).waitFor();
    await window.screenshots("servers-mcp");
  });
});
