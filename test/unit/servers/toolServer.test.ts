import assert from "node:assert/strict";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { ToolServer } from "../../../src/servers/toolServer.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";

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
});
