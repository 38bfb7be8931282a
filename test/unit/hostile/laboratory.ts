import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { prepareLaunch } from "../../../src/servers/definitions/launch.ts";
import { GuardClient } from "../../../src/servers/guard/guardClient.ts";
import type { ServerCallOptions } from "../../../src/servers/serverCalls.ts";
import type { CallOutcome, ServerStatus } from "../../../src/servers/status.ts";
import { ToolServers } from "../../../src/servers/toolServers.ts";
import { type CapturedLog, writeCapture } from "../../../src/traffic/capture/capture.ts";
import { readCapture } from "../../../src/traffic/capture/captureReader.ts";
import { LoadedCapture } from "../../../src/traffic/capture/loadedCapture.ts";
import { Slices } from "../../../src/traffic/slices.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import type { Params } from "../../../src/wire/messages.ts";
import { eventually, guardScript } from "../../fixtures/process/tools.ts";
import type { Case, Line } from "./case.ts";

export const fixtures = fileURLToPath(new URL("../../fixtures/hostile/", import.meta.url));

/** What a case's lines may have to be exported and read again: some have a hundred megabytes. */
const mostCaptured = 4_000_000;

/** Every process of a case carries it, with the way as its value. */
const caseVariable = "HOSTILE_CASE";

/** What a case is run with: one server among many of the same window. */
export interface Lab {
  servers: ToolServers;
  /** The case's server. */
  name: string;
  call(method: string, params?: Params, options?: ServerCallOptions): Promise<CallOutcome>;
  /** Resolves once so many lines came from the server. */
  heard(lines: number): Promise<void>;
}

/** What came of a case. */
export interface Report {
  outcomes: CallOutcome[];
  /** Of the next good call. */
  next: CallOutcome;
  /** Before the next good call. */
  status: ServerStatus;
  warnings: readonly string[];
  tookMs: number;
  /** What was exported, and what that says once it was read and exported again; undefined where it is too much. */
  capture: { first: string; second: string } | undefined;
  stdout: Line[];
  stdin: Line[];
}

/** A window with all the cases' servers in it: the real engine, its log, its guard, and real processes. */
export class Laboratory {
  readonly log: TrafficLog;
  readonly servers: ToolServers;
  readonly #guard = new GuardClient({ script: guardScript });

  constructor(cases: readonly Case[]) {
    this.log = new TrafficLog({
      onListenerError: (error) => {
        throw error;
      },
    });
    this.servers = new ToolServers({
      log: this.log,
      guard: this.#guard,
      clientVersion: "0.0.0",
      maxLineBytes: () => 8_000_000,
      roots: () => [{ uri: "file:///lab", name: "lab" }],
      prepareLaunch: (definition) =>
        prepareLaunch(definition, {
          folders: [],
          home: homedir(),
          platform: process.platform,
          environment: { PATH: process.env.PATH ?? "", [caseVariable]: definition.name },
          trusted: true,
          resolver: {
            inputs: { answer: async () => ({ status: "unanswered" }) },
            setting: () => undefined,
            command: async () => undefined,
          },
        }),
    });
    this.servers.update(
      cases.map(({ way, entry }) => {
        const parsed = parseEntry(
          way,
          { ...usualEntry(way), ...entry },
          { source: "settings", folder: fixtures },
        );
        return { name: way, source: "settings", ...parsed };
      }),
    );
  }

  async run(one: Case): Promise<Report> {
    const { way, timeoutMs, state = "ready" } = one;
    const lab: Lab = {
      servers: this.servers,
      name: way,
      call: (method, params, options) => this.servers.call(way, method, params, options),
      heard: (lines) => eventually(`${lines} lines`, () => this.#lines(way, "stdout").length >= lines),
    };
    const callOnce = async () => [
      await lab.call("odd", undefined, timeoutMs === undefined ? {} : { timeoutMs }),
    ];
    const began = performance.now();
    const outcomes = await (one.act ?? callOnce)(lab);
    const tookMs = performance.now() - began;
    // A last word comes before the exit.
    await eventually(`it is ${state}`, () => this.servers.status(way).state === state, 2000).catch(() => {});
    const row = this.servers.rows().find(({ entry }) => entry.name === way);
    const status = this.servers.status(way);
    const next = await lab.call("good", undefined, one.next?.status === "timedOut" ? { timeoutMs: 400 } : {});
    await this.servers.stop(way);
    await this.log.allFound(this.log.length, new Slices(undefined));
    const lastEpoch = one.next === undefined ? Infinity : 1;
    const [stdout, stdin] = [this.#lines(way, "stdout", lastEpoch), this.#lines(way, "stdin", lastEpoch)];
    const capture = await this.#capture(way);
    this.log.clear(way);
    return {
      outcomes,
      next,
      status,
      warnings: row?.warnings ?? [],
      tookMs,
      stdout,
      stdin,
      capture,
    };
  }

  #lines(server: string, channel: "stdin" | "stdout", lastEpoch = Infinity): Line[] {
    const view = this.log.view({ server });
    const rows = view.rows(0, view.length).filter((row) => row.channel === channel && row.epoch <= lastEpoch);
    view.dispose();
    return rows.map(({ seq, findings }) => [this.log.rawBytes(seq), ...(findings as [])]);
  }

  async #capture(server: string): Promise<Report["capture"]> {
    const view = this.log.view({ server });
    const bytes = view.rows(0, view.length).reduce((sum, row) => sum + row.bytes, 0);
    view.dispose();
    if (bytes > mostCaptured) {
      return undefined;
    }
    const first = await exported(this.log, server);
    const loaded = new LoadedCapture();
    const { unread } = await readCapture({ size: first.length, chunks: () => [first] }, loaded, {});
    assert.deepEqual(unread, []);
    return { first: first.toString(), second: (await exported(loaded, server)).toString() };
  }

  async dispose(): Promise<void> {
    await this.servers.dispose();
    this.#guard.dispose();
  }
}

async function exported(log: CapturedLog, server: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const options = { server, generator: "toolwire", createdAt: new Date(0) };
  await writeCapture(log, (piece) => void pieces.push(piece), options);
  return Buffer.concat(pieces);
}

function usualEntry(way: string): Record<string, unknown> {
  return {
    command: process.execPath,
    args: [`${fixtures}server.mjs`, way],
    protocol: "jsonrpc",
    methods: ["odd", "good"],
    requestIds: "integer",
    timeoutMs: 60_000,
  };
}

/** The ways of which a process is still there, once all were given a moment to die; Linux shows whose they are. */
export async function leftBehind(): Promise<string[]> {
  await eventually("all processes are gone", () => waysAlive().length === 0, 3000).catch(() => {});
  return waysAlive();
}

function waysAlive(): string[] {
  const assignment = new RegExp(`(?:^|\0)${caseVariable}=([^\0]*)`);
  const pids = process.platform === "linux" ? readdirSync("/proc").filter((name) => Number(name) > 1) : [];
  return pids.flatMap((pid) => {
    try {
      return assignment.exec(readFileSync(`/proc/${pid}/environ`, "latin1"))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}
