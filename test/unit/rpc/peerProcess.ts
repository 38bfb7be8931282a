import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { plainConventions } from "../../../src/dialects/plainConventions.ts";
import { Peer, type PeerOptions } from "../../../src/rpc/peer.ts";
import type { CaptureEntry } from "../../../src/traffic/entry.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";

/** A peer, a log and a real server process between them. */
export class PeerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly log = new TrafficLog();
  readonly peer: Peer;

  /** A program of `test/fixtures/servers`, or with `-e` a script for Node. */
  constructor(command: string[], options: Partial<PeerOptions> = {}) {
    const [program = "", ...args] = command;
    this.child = spawn(program, args);
    const source = this.log.source("server", 1);
    this.peer = new Peer({
      input: this.child.stdout,
      output: this.child.stdin,
      taps: source,
      conventions: plainConventions(),
      requestIds: "uuid",
      onSettledLocally: (id, status) => source.settle(id, status),
      ...options,
    });
    this.child.once("close", (code, signal) =>
      this.peer.close(signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
    );
  }

  entries(): CaptureEntry[] {
    return Array.from({ length: this.log.length }, (_, index) => this.log.entry(index + 1)).filter(
      (entry) => entry !== undefined,
    );
  }

  /** Resolves with the first entry, present or future, for which the test holds. */
  async entry(test: (entry: CaptureEntry) => boolean): Promise<CaptureEntry> {
    for (;;) {
      const found = this.entries().find(test);
      if (found !== undefined) {
        return found;
      }
      await new Promise<void>((resolve) => {
        const appended = this.log.onDidAppend(() => {
          appended.dispose();
          // The line is recorded first and understood in the same turn.
          setImmediate(resolve);
        });
      });
    }
  }

  async end(): Promise<void> {
    const gone = this.child.exitCode !== null || this.child.signalCode !== null;
    const closed = gone ? undefined : new Promise((resolve) => this.child.once("close", resolve));
    this.child.kill("SIGKILL");
    await closed;
  }
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/servers/${name}`, import.meta.url));
}

export const pythonServer = ["python3", fixture("plain_server.py")];
export const echoServer = [process.execPath, fixture("echo.mjs")];

/** A server in a few lines of JavaScript: `line` is a line it got, `send` writes one. */
export function scripted(body: string): string[] {
  const script = `
    const send = (value) => process.stdout.write((typeof value === "string" ? value : JSON.stringify(value)) + "\\n");
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const message = JSON.parse(line);
      ${body}
    });`;
  return [process.execPath, "-e", script];
}
