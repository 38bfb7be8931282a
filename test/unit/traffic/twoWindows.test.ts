import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSession } from "../../../src/traffic/store/sessionReader.ts";
import { listSessions, type StoredSession } from "../../../src/traffic/store/sessions.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { eventually, firstLines, isAlive, killAll } from "../../fixtures/process/tools.ts";
import { rowsOf } from "./recorded.ts";

const program = fileURLToPath(new URL("./windowProcess.ts", import.meta.url));

interface Called {
  result: { text: string };
  epoch: number;
  pid: number;
  lines: number;
}

/** A window on the same workspace and storage as the others. */
class Window {
  readonly #child: ChildProcess;

  constructor(root: string) {
    this.#child = spawn(process.execPath, [program, root], { stdio: ["pipe", "pipe", "inherit"] });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  async ask<Answer>(line: string): Promise<Answer> {
    const { stdin, stdout } = this.#child;
    assert.ok(stdin && stdout);
    stdin.write(`${line}\n`);
    const [answer] = await firstLines(stdout, 1);
    return JSON.parse(answer as string);
  }

  call(text: string): Promise<Called> {
    return this.ask(`call ${text}`);
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    const exit = once(this.#child, "exit");
    if (signal === undefined) {
      this.#child.stdin?.end();
    } else {
      this.#child.kill(signal);
    }
    await exit;
  }
}

describe("Two windows on one workspace", () => {
  let root: string;
  let one: Window;
  let other: Window;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "toolwire-windows-"));
    one = new Window(root);
    other = new Window(root);
  });
  afterEach(async () => {
    killAll([one.pid, other.pid]);
    await rm(root, { recursive: true, force: true });
  });

  async function sessionOf({ pid }: Window): Promise<StoredSession | undefined> {
    return (await listSessions(root)).find(({ folder }) => folder.includes(`_${pid}_`));
  }

  /** What a window has stored, line by line. */
  async function storedBy(window: Window): Promise<string> {
    const log = new TrafficLog();
    const session = await sessionOf(window);
    const read = await readSession(session?.files ?? [], log, { memoryBudget: 1024 * 1024 });
    assert.deepEqual(read.damages, []);
    const lines = rowsOf(log).map(({ seq }) => log.rawBytes(seq).toString());
    await read.close();
    return lines.join("\n");
  }

  it("each has a server process and stored traffic of its own", async () => {
    const [first, second] = await Promise.all([one.call("of-one"), other.call("of-other")]);
    assert.deepEqual([first.result.text, second.result.text], ["of-one", "of-other"]);
    assert.deepEqual([first.epoch, second.epoch], [1, 1]);
    assert.notEqual(first.pid, second.pid);
    assert.equal((await listSessions(root)).length, 2);
    const [ofOne, ofOther] = await Promise.all([storedBy(one), storedBy(other)]);
    assert.ok(ofOne.includes("of-one") && !ofOne.includes("of-other"));
    assert.ok(ofOther.includes("of-other") && !ofOther.includes("of-one"));
    await Promise.all([one.end(), other.end()]);
  });

  it("tidying and clearing in one leave what the other writes, to the last line", async () => {
    await Promise.all([one.call("first"), other.call("second")]);
    await other.ask("tidy");
    await other.ask("clear");
    await one.call("third");
    assert.ok((await sessionOf(one))?.isRunning);
    const lines = await storedBy(one);
    assert.ok(lines.includes("first") && lines.includes("third"));
    await Promise.all([one.end(), other.end()]);
  });

  it("[R16] one that is killed takes its own server only, and leaves its traffic until somebody tidies", async () => {
    const [first, second] = await Promise.all([one.call("first"), other.call("second")]);
    await one.end("SIGKILL");
    await eventually("its server is gone", () => !isAlive(first.pid));
    assert.equal((await other.call("third")).pid, second.pid);
    assert.equal((await sessionOf(one))?.isRunning, false);
    assert.ok((await storedBy(one)).includes("first"));
    await other.ask("tidy");
    assert.equal(await sessionOf(one), undefined);
    assert.ok((await storedBy(other)).includes("third"));
    await other.end();
  });
});
