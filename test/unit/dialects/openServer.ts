import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { HandshakeOptions, Session } from "../../../src/dialects/dialect.ts";
import { handshake } from "../../../src/dialects/handshake.ts";
import { plainConventions } from "../../../src/dialects/plainConventions.ts";
import { Peer } from "../../../src/rpc/peer.ts";
import type { LineTap } from "../../../src/wire/lineTap.ts";

/** A message as it crossed the pipe. */
export interface Seen {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface OpenServer {
  peer: Peer;
  sent: Seen[];
  received: Seen[];
  notes: { type: string; [key: string]: unknown }[];
  /** What `onDidChange` got. */
  changes: Session[];
  handshake(options?: Partial<HandshakeOptions>): Promise<Session>;
  sentMethods(): (string | undefined)[];
}

/** Node modules that are servers, of this repository or installed. */
const nodeServers = {
  mcp: "../../fixtures/servers/mcp.mjs",
  scripted: "./scriptedServer.mjs",
  everything: "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  filesystem: "../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
  memory: "../../../node_modules/@modelcontextprotocol/server-memory/dist/index.js",
};

const opened = new Set<ChildProcessWithoutNullStreams>();

/** Starts a server under the real peer. `closeServers` ends it. */
export function openServer(server: keyof typeof nodeServers | "python", ...args: string[]): OpenServer {
  const child =
    server === "python"
      ? spawn("python3", [fileURLToPath(new URL("../../fixtures/servers/plain_server.py", import.meta.url))])
      : spawn(process.execPath, [fileURLToPath(new URL(nodeServers[server], import.meta.url)), ...args]);
  opened.add(child);
  child.stderr.resume();
  const sent: Seen[] = [];
  const received: Seen[] = [];
  const notes: OpenServer["notes"] = [];
  const changes: Session[] = [];
  const peer = new Peer({
    input: child.stdout,
    output: child.stdin,
    taps: { stdin: keep(sent), stdout: keep(received) },
    conventions: plainConventions(),
    requestIds: "uuid",
    onSettledLocally: () => {},
  });
  child.on("close", (code, signal) => peer.close(`calc ended with ${signal ?? `code ${code}`}.`));
  return {
    peer,
    sent,
    received,
    notes,
    changes,
    handshake: (options) =>
      handshake(peer, {
        serverName: "calc",
        clientVersion: "1.2.3",
        protocol: "auto",
        roots: () => [{ uri: "file:///projects/a", name: "a" }],
        onDidChange: (session) => changes.push(session),
        note: (event) => notes.push(event),
        ...options,
      }),
    sentMethods: () => sent.map(({ method }) => method),
  };
}

/** A server that answers as scripted; see scriptedServer.mjs. */
export function openScripted(script: Record<string, object[]>): OpenServer {
  return openServer("scripted", JSON.stringify(script));
}

/** The script of an MCP server with these further turns. */
export function mcpScript(
  script: Record<string, object[]>,
  capabilities: unknown = { tools: {} },
): Record<string, object[]> {
  const result = { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "scripted" } };
  return { initialize: [{ result }], ...script };
}

/** Ends every server opened so far and waits for that. */
export async function closeServers(): Promise<void> {
  const ends = [...opened].map(async (child) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
  });
  opened.clear();
  await Promise.all(ends);
}

/** Waits until the condition holds; fails after 10 s. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > end) {
      throw new Error(`Not within 10 s: ${condition}`);
    }
    await sleep(10);
  }
}

function keep(messages: Seen[]): LineTap {
  return {
    record: ({ bytes }) => messages.push(JSON.parse(bytes.toString("utf8")) as Seen),
    understood: () => {},
  };
}
