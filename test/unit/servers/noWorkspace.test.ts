import assert from "node:assert/strict";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { prepareLaunch } from "../../../src/servers/definitions/launch.ts";
import { listEntries } from "../../../src/servers/definitions/registry.ts";
import { GuardClient } from "../../../src/servers/guard/guardClient.ts";
import { ToolServers } from "../../../src/servers/toolServers.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { guardScript } from "../../fixtures/process/tools.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));

describe("A window without a folder", () => {
  const guard = new GuardClient({ script: guardScript });
  const environment = { PATH: process.env.PATH ?? "" };
  const { platform } = process;
  const home = homedir();
  const servers = new ToolServers({
    log: new TrafficLog(),
    guard,
    roots: () => [],
    clientVersion: "0.1.0",
    maxLineBytes: () => 1024 * 1024,
    prepareLaunch: (definition) =>
      prepareLaunch(definition, {
        folders: [],
        home,
        platform,
        environment,
        trusted: true,
        resolver: {
          inputs: { answer: async () => ({ status: "unanswered" }) },
          setting: () => undefined,
          command: async () => undefined,
        },
      }),
  });
  after(async () => {
    await servers.dispose();
    guard.dispose();
  });

  it("runs the servers of the user's settings in the home folder, and says which need a folder [R13]", async () => {
    const plain = { protocol: "jsonrpc", command: "python3", args: [`${fixtures}plain_server.py`] };
    const mcp = { protocol: "mcp", command: process.execPath, args: [`${fixtures}mcp.mjs`, "--asks"] };
    const needsFolder = { ...plain, cwd: "${workspaceFolder}" };
    const userSettings = { plain, mcp, needsFolder };
    servers.update(
      listEntries({ folders: [], workspaceFile: false, userSettings }, { home, platform, environment }),
    );

    const { result } = await servers.call("plain", "environment");
    assert.equal((result as { cwd: string }).cwd, await realpath(home));

    const answers = await servers.callTool("mcp", "answers");
    assert.match(JSON.stringify(answers.result), /\\"roots\\":\[\]/, "MCP hears that there are no roots");

    const outcome = await servers.call("needsFolder", "add");
    assert.deepEqual([outcome.status, outcome.epoch], ["notSent", 0]);
    assert.match(outcome.reason ?? "", /"cwd": \$\{workspaceFolder\} has no value because no folder is open/);
  });
});
