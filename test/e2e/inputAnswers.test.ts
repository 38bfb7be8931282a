import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { session } from "./session.ts";
import { Window } from "./window.ts";

describe("Answers to inputs", function () {
  this.timeout(300_000);
  let window: Window;

  before(async () => {
    window = await Window.open();
  });
  after(() => window.close());

  it("are kept until they are forgotten, one by one", async () => {
    const inputs = [
      { type: "promptString", id: "token", description: "API token", password: true },
      { type: "promptString", id: "region", description: "Region" },
    ];
    const asks = {
      command: process.execPath,
      args: [session().demo],
      env: { TOKEN: "${input:token}", REGION: "${input:region}" },
      protocol: "jsonrpc",
    };
    const file = join(window.workspace, ".vscode", "mcp.json");
    await writeFile(file, JSON.stringify({ servers: { asks }, inputs }, undefined, 2));
    const row = (state: string) => window.page.getByRole("treeitem", { name: new RegExp(`^asks, ${state}`) });
    const act = async (state: string, action: string) => {
      await row(state).hover();
      await row(state).getByRole("button", { name: action, exact: true }).click();
    };
    await window.page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    await act("stopped", "Start");
    await window.answer("API token", "s3cret");
    await window.answer("Region", "north");
    await row("ready").waitFor();
    await act("ready", "Stop");
    await act("stopped", "Start");
    await row("ready").waitFor();

    await window.run("Toolwire: Forget Stored Input Answers…");
    await window.picker.getByText("north").waitFor();
    await window.screenshot("forget-answers");
    await window.choose("API token");
    await window.picker.getByRole("button", { name: "OK" }).click();
    await act("ready", "Stop");
    await act("stopped", "Start");
    await window.answer("API token", "another");
    await row("ready").waitFor();
  });
});
