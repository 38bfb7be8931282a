import { strict as assert } from "node:assert";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { session } from "./session.ts";
import { Window } from "./window.ts";

/** From a command line as in a terminal to a server that runs, and from other clients' files to entries of ours. */
describe("Registering", () => {
  let window: Window;

  before(async () => {
    window = await Window.open({ size: { width: 1400, height: 900 } });
  });
  after(() => window.close());

  it("adds a server from a command line, shows how it is read, and starts it", async () => {
    const { page, picker } = window;
    const { demo } = session();
    await window.run("Toolwire: Add Server…");
    await picker.getByText("for example").waitFor();
    await window.screenshot("add-1-empty");
    const line = picker.getByRole("textbox");
    await line.fill(`LOG=debug '${process.execPath}' "${demo}" --greeting "hello there" | tee $HOME/log`);
    await picker.getByText("environment variable").waitFor();
    await picker.getByText("write ${env:HOME}").waitFor();
    await window.screenshot("add-1-shell");
    await line.fill(`'${process.execPath}' "${demo}" --name "my server`);
    await picker.getByText(/quote " is not closed/).waitFor();
    await page.keyboard.press("Enter");
    await window.screenshot("add-1-problem");
    await line.fill(`LOG=debug '${process.execPath}' "${demo}"`);
    await picker.getByText("argument 1").waitFor();
    await page.keyboard.press("Enter");

    await picker.getByText(/A name to call the server by/).waitFor();
    await window.screenshot("add-2-name");
    await line.fill("filesystem");
    await picker.getByText(/already has a server filesystem/).waitFor();
    await window.screenshot("add-2-taken");
    await line.fill("mine");
    await page.keyboard.press("Enter");

    await window.row(".mcp.json").waitFor();
    await window.screenshot("add-3-where");
    await window.choose(".mcp.json");
    await window.row("Plain JSON-RPC 2.0").waitFor();
    await window.screenshot("add-4-protocol");
    await picker.getByRole("button", { name: "Back" }).click();
    await window.choose(".mcp.json");
    await window.choose("Plain JSON-RPC 2.0");
    await window.answer(/method that lists the methods/, "tool.list");
    await window.notification(/mine is saved in \.mcp\.json and ready: \d+ methods/).waitFor();
    await window.screenshot("add-5-done");
    const text = await readFile(join(window.workspace, ".mcp.json"), "utf8");
    assert.deepEqual(JSON.parse(text).mcpServers.mine, {
      command: process.execPath,
      args: [demo],
      env: { LOG: "debug" },
      protocol: "jsonrpc",
      discover: "tool.list",
    });
    assert.ok(JSON.parse(text).mcpServers.filesystem, "what was there is there still");
  });

  it("replaces nothing without a question", async () => {
    const { page, picker, workspace } = window;
    const file = join(workspace, ".mcp.json");
    const before = await readFile(file, "utf8");
    await window.run("Toolwire: Add Server…");
    await picker.getByText("for example").waitFor();
    await picker.getByRole("textbox").fill("python3 other.py");
    await page.keyboard.press("Enter");
    await window.answer(/A name to call/, "mine");
    await picker.getByText(/asked before it is replaced/).waitFor();
    await window.screenshot("add-3-conflict");
    await window.choose(".mcp.json");
    await window.choose("MCP");
    const dialog = page.getByRole("dialog").filter({ hasText: "mine is already in .mcp.json" });
    await dialog.waitFor();
    await window.screenshot("add-4-replace");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await readFile(file, "utf8"), before);
  });

  it("copies servers of other clients, and takes it back", async () => {
    const { page, picker, workspace } = window;
    const { demo } = session();
    await mkdir(join(workspace, ".cursor"), { recursive: true });
    const servers = {
      weather: {
        command: process.execPath,
        args: [demo, "--api-key", "abcdefgh12345678"],
        env: { WEATHER_TOKEN: "secret-value-1", UNITS: "metric" },
      },
      filesystem: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] },
      remote: { url: "https://example.com/mcp", headers: { Authorization: "Bearer x" } },
      "switched-off": { command: "uvx", args: ["mcp-server-git"], disabled: true },
    };
    await writeFile(join(workspace, ".cursor", "mcp.json"), JSON.stringify({ mcpServers: servers }));
    await window.run("Toolwire: Import Servers…");
    await picker
      .getByText("Servers to copy")
      .or(picker.getByPlaceholder("Servers to copy"))
      .first()
      .waitFor();
    await picker.getByText("WEATHER_TOKEN").waitFor();
    await window.screenshot("import-1-servers");
    assert.equal(await picker.getByText("secret-value-1").count(), 0);
    assert.equal(await picker.getByText("abcdefgh").count(), 0);
    await picker.locator(".monaco-list-row").filter({ hasText: "remote" }).click();
    await picker.getByText("1 Selected").waitFor();
    await page.keyboard.press("Enter");
    await window.row("Workspace settings").waitFor();
    await window.screenshot("import-2-where");
    await window.choose("Workspace settings");
    const said = window.notification(/weather is copied to the workspace settings/);
    await said.waitFor();
    await window.screenshot("import-3-done");
    const file = join(workspace, ".vscode", "settings.json");
    const settings = JSON.parse(await readFile(file, "utf8"));
    assert.deepEqual(settings["toolwire.servers"].weather, { ...servers.weather, protocol: "mcp" });
    assert.ok(settings["toolwire.servers"].demo);
    await said.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Import undone").waitFor();
    assert.equal(JSON.parse(await readFile(file, "utf8"))["toolwire.servers"].weather, undefined);
  });
});
