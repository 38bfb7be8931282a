import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { initializeEra } from "../../src/dialects/mcpInitializeEra.ts";
import type { PeerCalls } from "../../src/rpc/peer.ts";
import { parseEntry } from "../../src/servers/definitions/entry.ts";
import { ToolServer } from "../../src/servers/toolServer.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { cancelledInEditor } from "../../src/ui/cancelReason.ts";
import { readArgument } from "../../src/ui/commands/argument.ts";
import { summarise } from "../../src/ui/outcomeText.ts";
import { problemOf } from "../../src/ui/schema/problem.ts";
import { findingsOfLine } from "../../src/ui/traffic/panelFindings.ts";
import { panelWords } from "../../src/ui/traffic/panelWords.ts";
import { bundlePath, messageBundle } from "../l10n/messages.ts";
import { PeerProcess, scripted } from "./rpc/peerProcess.ts";

const bundle = readFileSync(bundlePath, "utf8");

/** A language in which every message is the English one in «». */
const pseudo = Object.fromEntries(
  Object.keys(JSON.parse(bundle)).map((message) => [message, `«${message}»`]),
);

describe("Messages to be translated", () => {
  it("are those that the sources have: npm run l10n collects them", () => {
    assert.deepEqual(Object.keys(JSON.parse(bundle)), Object.keys(JSON.parse(messageBundle())));
  });

  it("have no blanks at their ends: a sentence is not put together from halves", () => {
    assert.deepEqual(
      Object.keys(pseudo).filter((message) => message.trim() !== message),
      [],
    );
  });
});

for (const { language, contents, said } of [
  { language: "English", contents: {}, said: (text: string) => text.replace(/[«»]/g, "") },
  { language: "another language", contents: pseudo, said: (text: string) => text },
]) {
  describe(`Words in ${language}`, () => {
    before(() => l10n.config({ contents }));
    after(() => l10n.config({ contents: {} }));

    it("of a definition", () => {
      assert.deepEqual(parseEntry("calc", { command: 5 }, { source: "settings" }), {
        error: said('«"command" is 5: expected «a text that is not empty»»'),
      });
    });

    it("of why a server failed", async () => {
      const parsed = parseEntry(
        "calc",
        { command: process.execPath, protocol: "mcp" },
        { source: "settings" },
      );
      assert.ok("definition" in parsed);
      const server = new ToolServer(
        parsed.definition,
        {
          log: new TrafficLog(),
          guard: { expect() {}, add() {}, remove() {} },
          prepareLaunch: async () => ({
            command: process.execPath,
            args: ["--eval", "process.exit(3)"],
            cwd: process.cwd(),
            env: {},
            secrets: [],
          }),
          roots: () => [],
          clientVersion: "0.1.0",
          maxLineBytes: () => 1024 * 1024,
        },
        () => {},
      );
      await server.start({ interactive: false });
      assert.match(
        server.error ?? "",
        new RegExp(
          `^${said("calc: «node\\S* exited with code 3 before answering `initialize`\\.» «It wrote nothing to stderr\\.»")}$`,
        ),
      );
    });

    it("of a handshake that failed", async () => {
      const peer = {
        onRequest() {},
        call: () => ({
          outcome: Promise.resolve({ status: "error", error: { code: -32000, message: "no" } }),
        }),
      } as unknown as PeerCalls;
      const handshake = initializeEra(peer, { serverName: "calc", protocol: "mcp" } as never);
      await assert.rejects(handshake, {
        message: said(
          "«calc refused the MCP handshake with «error -32000 («server error»): no». Look at «the server's log».»",
        ),
      });
    });

    it("of a call that timed out; its server is told in English", async () => {
      const server = new PeerProcess(scripted("process.stdin.resume()"));
      server.peer.conventions = {
        ...server.peer.conventions,
        cancelNotification: (_id, _method, reason) => ({
          method: "cancel",
          params: { reason: reason ?? null },
        }),
      };
      try {
        const { reason } = await server.peer.call("slow", undefined, { timeoutMs: 20 }).outcome;
        assert.equal(reason, said("«No answer within 0.02 s.»"));
        const told = server.entries().find(({ method }) => method === "cancel");
        assert.match(String(told?.raw), /"No answer within 0\.02 s\."/);
      } finally {
        await server.end();
      }
    });

    it("of outcomes", () => {
      const outcome = { server: "calc", epoch: 1, method: "add", progress: 0, durationMs: 1 };
      assert.equal(
        summarise({ ...outcome, status: "error", error: { code: -32602, message: "a is missing" } }),
        said("«error -32602 («invalid params»)»: a is missing"),
      );
      assert.equal(
        summarise({ ...outcome, status: "cancelled", reason: cancelledInEditor }),
        said("«cancelled»: «Cancelled in the editor»"),
      );
    });

    it("of findings and of the panel", () => {
      const [finding] = findingsOfLine({} as never, { findings: ["crlf"] } as never);
      assert.equal(finding?.sentence, said("«The line ends with CR LF instead of LF.»"));
      assert.equal(panelWords().linesOf, said("«{0} of {1} lines»"));
    });

    it("of what is checked", () => {
      const error = { keyword: "minLength", instancePath: "/a", params: { limit: 2 } };
      assert.equal(problemOf(error).message, said("«Must have at least 2 characters.»"));
      assert.throws(() => readArgument("toolwire.call", {}, (fields) => fields.text("server")), {
        message: said('«toolwire.call: "server" is missing: it must be «a string».»'),
      });
    });
  });
}
