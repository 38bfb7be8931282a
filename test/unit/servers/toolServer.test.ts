import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { prepareLaunch } from "../../../src/servers/definitions/launch.ts";
import { ToolServer } from "../../../src/servers/toolServer.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";

const echo = fileURLToPath(new URL("../../fixtures/servers/echo.mjs", import.meta.url));
const secret = "correct-horse-battery";

/** A server that is run by Node, with that script, and knows the secret. */
function serverOf(script: string): { server: ToolServer; log: TrafficLog } {
  const parsed = parseEntry("calc", { command: process.execPath }, { source: "settings" });
  assert.ok("definition" in parsed);
  const log = new TrafficLog();
  const server = new ToolServer(
    { ...parsed.definition, protocol: "jsonrpc", methods: ["tool.add"] },
    {
      log,
      guard: { expect() {}, add() {}, remove() {} },
      prepareLaunch: async () => ({
        command: process.execPath,
        args: ["--eval", script],
        cwd: process.cwd(),
        env: { ...process.env, TOKEN: secret } as Record<string, string>,
        secrets: [secret],
      }),
      roots: () => [],
      clientVersion: "0.1.0",
      maxLineBytes: () => 1024 * 1024,
    },
    () => {},
  );
  return { server, log };
}

describe("ToolServer", () => {
  it("a secret that a server writes to stderr is not in what a person is told of its end", async () => {
    const { server } = serverOf("console.error(`no access with ${process.env.TOKEN}`); process.exit(3)");
    await server.start({ interactive: false });
    const calling = server.run?.peer.call("tool.add");
    await server.run?.ended;
    const { state, error } = server.status();
    assert.equal(state, "crashed");
    assert.match((await calling?.outcome)?.reason ?? "", /•••$/);
    assert.match(error ?? "", /Last line on stderr: no access with •••$/);
  });

  it("a request that was sent raw ends with its process, as calls do", async () => {
    const { server, log } = serverOf(
      "process.stdin.on('data', (data) => String(data).includes('die') && process.exit(1))",
    );
    await server.start({ interactive: false });
    const { seq } = server.run?.peer.sendRaw('{"jsonrpc":"2.0","id":"raw","method":"tool.add"}') ?? {
      seq: 0,
    };
    assert.equal(log.row(seq)?.status, "pending");
    server.run?.peer.sendRaw("die");
    await server.run?.ended;
    assert.equal(log.row(seq)?.status, "serverExited");
    assert.equal(server.state, "crashed");
  });

  it("runs in a folder whose name has spaces, quotes, %, $ and letters of any script", async () => {
    const folder = await mkdtemp(join(tmpdir(), "odd 'one' \"two\" 100% $HOME `x` ;& ü 日本 "));
    try {
      await copyFile(echo, join(folder, "server.mjs"));
      const parsed = parseEntry(
        "odd",
        { command: process.execPath, args: [`\${workspaceFolder}/server.mjs`, "$HOME", "a b"] },
        { source: "settings", folder },
      );
      assert.ok("definition" in parsed);
      const server = new ToolServer(
        { ...parsed.definition, protocol: "jsonrpc", methods: ["tool.add"] },
        {
          log: new TrafficLog(),
          guard: { expect() {}, add() {}, remove() {} },
          prepareLaunch: (definition) =>
            prepareLaunch(definition, {
              folders: [{ path: folder, name: "odd" }],
              home: homedir(),
              platform: process.platform,
              environment: { PATH: process.env.PATH ?? "" },
              trusted: true,
              resolver: {
                inputs: { answer: async () => ({ status: "unanswered" }) as const },
                setting: () => undefined,
                command: async () => undefined,
              },
            }),
          roots: () => [],
          clientVersion: "0.1.0",
          maxLineBytes: () => 1024 * 1024,
        },
        () => {},
      );
      await server.start({ interactive: false });
      const outcome = await server.run?.peer.call("tool.add", { a: 1 }).outcome;
      assert.deepEqual(outcome?.result, { a: 1 });
      await server.stop({ polite: false });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
