import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeCapture } from "../../../src/traffic/capture/capture.ts";
import { FilteredView } from "../../../src/traffic/query/filteredView.ts";
import { readSession } from "../../../src/traffic/store/sessionReader.ts";
import { listSessions, newSessionFolder, tidySessions } from "../../../src/traffic/store/sessions.ts";
import { TrafficStore, type TrafficStoreOptions } from "../../../src/traffic/store/trafficStore.ts";
import { TrafficLog } from "../../../src/traffic/trafficLog.ts";
import { lineOf, notification, recorded, request, result, rowsOf, say, tickingLog } from "./recorded.ts";
import { smallDisk } from "./smallDisk.ts";

const megabyte = 1024 * 1024;
const killedWriter = fileURLToPath(new URL("./storeWriter.ts", import.meta.url));

describe("TrafficStore", () => {
  let root: string;
  const stores: TrafficStore[] = [];
  const problems: (NodeJS.ErrnoException | undefined)[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "toolwire-store-"));
    problems.length = 0;
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await rm(root, { recursive: true, force: true });
  });

  function storeOf(log: TrafficLog, options: Partial<TrafficStoreOptions> = {}): TrafficStore {
    const store = new TrafficStore(log, {
      root,
      workspace: "tests",
      memoryBudget: () => 64 * megabyte,
      diskBudget: () => 256 * megabyte,
      onProblem: (problem) => void problems.push(problem),
      ...options,
    });
    stores.push(store);
    return store;
  }

  /** What is on the disk of the one session there is. */
  async function readBack(): Promise<TrafficLog> {
    const [session] = await listSessions(root);
    const log = new TrafficLog();
    const read = await readSession(session?.files ?? [], log, { memoryBudget: 64 * megabyte });
    assert.deepEqual(read.damages, []);
    await read.close();
    return log;
  }

  it("[R15] what was recorded is read again as it was: bytes, times, statuses, findings", async () => {
    const { log, source } = recorded(
      [">", request("a")],
      ["<", Buffer.from([0xff, 0x0a, 0x7b].filter((byte) => byte !== 0x0a))],
      ["!", "Traceback"],
      [">", request("b")],
      [">", request("c")],
    );
    const store = storeOf(log);
    source.settle("b", "timedOut");
    await store.flush();
    say(source, "<", result("b"), "\r\n");
    say(log.source("files", 2), "<", "stray");
    source.lifecycle({ type: "exited", code: 1, signal: null });
    source.exited();
    await store.flush();
    const again = await readBack();
    assert.deepEqual(rowsOf(again), rowsOf(log));
    for (const { seq } of rowsOf(log)) {
      assert.deepEqual(again.entry(seq), log.entry(seq));
    }
  });

  it("past the memory budget lines are read from the file, and nothing changes for who reads them", async () => {
    const log = tickingLog();
    const store = storeOf(log, { memoryBudget: () => 4 * megabyte });
    const source = log.source("calc", 1);
    const text = "x".repeat(1000);
    for (let n = 1; n <= 12_000; n++) {
      source.stdout.record(lineOf(`${n} ${text}`));
    }
    const long = "y".repeat(3 * megabyte);
    const longSeq = source.stdout.record(lineOf(long));
    await store.flush();
    assert.ok(log.heldBytes <= 4 * megabyte, `${log.heldBytes} bytes are held`);
    assert.equal(log.dropped, 0);
    assert.equal(log.rawBytes(1).toString(), `1 ${text}`);
    assert.equal(log.rawBytes(9000).toString(), `9000 ${text}`);
    assert.equal(log.rawHead(longSeq, 3).toString(), "yyy");
    assert.equal(log.rawPart(longSeq, 5, 9).toString(), "yyyy");
    assert.equal(log.rawBytes(longSeq).length, long.length);
    assert.equal(log.row(1)?.preview.startsWith("1 x"), true);
  });

  it("past the disk budget the oldest lines go, and who lists the log hears of it", async () => {
    const log = tickingLog();
    const store = storeOf(log, { memoryBudget: () => 3 * megabyte, diskBudget: () => 8 * megabyte });
    const source = log.source("calc", 1);
    const view = log.view();
    const heard: number[] = [];
    log.onDidDrop(({ removed }) => void heard.push(removed));
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 1000; n++) {
        source.stdout.record(lineOf("z".repeat(1000)));
      }
      await store.flush();
    }
    const [session] = await listSessions(root);
    assert.ok((session?.bytes ?? 0) <= 9 * megabyte, `${session?.bytes} bytes on disk`);
    assert.ok(log.dropped > 5000, `${log.dropped} lines dropped`);
    assert.equal(
      heard.reduce((sum, removed) => sum + removed, 0),
      log.dropped,
    );
    assert.equal(view.length, 20_000 - log.dropped);
    const [first] = view.rows(0, 1);
    assert.equal(first?.seq, log.dropped + 1);
    assert.equal(view.indexOf(first?.seq ?? 0), 0);
    assert.equal(log.rawBytes(first?.seq ?? 0).length, 1000);
    assert.equal(log.rawBytes(20_000).length, 1000);
  });

  it("without a disk the oldest lines go once the memory budget is used up", async () => {
    const log = tickingLog();
    const store = storeOf(log, { root: undefined, memoryBudget: () => 4 * megabyte });
    const source = log.source("calc", 1);
    for (let n = 0; n < 10_000; n++) {
      source.stdout.record(lineOf("z".repeat(1000)));
    }
    await store.flush();
    assert.ok(log.heldBytes <= 4 * megabyte);
    assert.ok(log.dropped > 5000 && log.dropped < 10_000);
    assert.equal(log.rawBytes(10_000).length, 1000);
  });

  it("of an opened capture only what memory has no room for is written, no line goes, and the files go with it", async () => {
    const log = tickingLog();
    const store = storeOf(log, {
      memoryBudget: () => 4 * megabyte,
      diskBudget: () => Infinity,
      isOverflow: true,
    });
    const source = log.source("calc", 1);
    source.stderr(lineOf("small"));
    await store.flush();
    assert.deepEqual(await listSessions(root), []);
    for (let n = 0; n < 60_000; n++) {
      source.stderr(lineOf(`${n} ${"z".repeat(200)}`));
    }
    await store.flush();
    assert.equal(log.dropped, 0);
    assert.ok(log.heldBytes < 5 * megabyte, `${log.heldBytes} bytes are held`);
    assert.ok(log.rawBytes(2).toString().startsWith("0 z"));
    assert.equal((await listSessions(root)).length, 1);
    await store.discard();
    stores.length = 0;
    assert.deepEqual(await listSessions(root), []);
  });

  it("an export of lines whose file is closed meanwhile fails, rather than writing them empty", async () => {
    const log = tickingLog();
    const store = storeOf(log, { memoryBudget: () => 2 * megabyte, isOverflow: true });
    for (let n = 0; n < 20_000; n++) {
      log.source("calc", 1).stderr(lineOf(`${n} ${"z".repeat(400)}`));
    }
    await store.flush();
    stores.length = 0;
    await assert.rejects(
      writeCapture(log, () => store.discard(), { generator: "tests" }),
      /cannot be read any more/,
    );
  });

  it("letting go never reaches beyond the last line: what comes next is still listed", async () => {
    const log = tickingLog();
    const view = new FilteredView(log, { kinds: ["stderr"] });
    const store = storeOf(log, { root: undefined, memoryBudget: () => 16 * megabyte });
    const source = log.source("calc", 1);
    for (let n = 0; n < 9; n++) {
      source.stderr(lineOf("y".repeat(2 * megabyte)));
    }
    await store.flush();
    assert.ok(log.dropped >= 1 && log.dropped <= 3, `${log.dropped} lines went`);
    for (let n = 0; n < 1000; n++) {
      source.stderr(lineOf("next"));
    }
    view.advance(() => false);
    assert.equal(view.length, 1009 - log.dropped);
    view.dispose();
  });

  it("while the disk fails the memory budget holds all the same", async () => {
    const log = tickingLog();
    const store = storeOf(log, { root: "/dev/null/nowhere", memoryBudget: () => 4 * megabyte });
    const source = log.source("calc", 1);
    source.stderr(lineOf("first"));
    await store.flush();
    for (let n = 0; n < 20; n++) {
      source.stderr(lineOf("z".repeat(megabyte)));
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.ok(log.heldBytes <= 5 * megabyte, `${log.heldBytes} bytes are held`);
    assert.equal(problems.length, 1);
  });

  it("files are read in the order written, whatever the clock said; a damaged event harms no other line", async () => {
    const log = tickingLog();
    const store = storeOf(log, { diskBudget: () => 16 * megabyte });
    const source = log.source("calc", 1);
    source.lifecycle({ type: "spawned", pid: 1 });
    say(source, "<", `one ${"x".repeat(3 * megabyte)}`);
    await store.flush();
    say(source, "<", "two");
    await store.flush();
    const [first, second] = (await listSessions(root))[0]?.files ?? [];
    assert.ok(first && second);
    await rename(first, first.replace(/\d{4}-\d\d-\d\d /, "2099-01-01 "));
    const [again] = (await listSessions(root))[0]?.files ?? [];
    assert.ok(again);
    const bytes = await readFile(again);
    const event = bytes.indexOf('{"type":"spawned"');
    await writeFile(again, bytes.fill(0, event, event + 10));
    assert.deepEqual(
      rowsOf(await readBack()).map(({ seq }) => seq),
      [1, 2, 3],
    );
  });

  it("an answer whose request went still knows how long it took", async () => {
    const { log, source } = recorded([">", request("a")], [">", request("b")]);
    assert.equal(log.drop(2), 2);
    const answer = say(source, "<", result("a"));
    assert.equal(log.row(answer)?.durationMs, 2);
    assert.equal(log.entry(answer)?.replyTo, 1);
  });

  it("cleared lines are on the disk no more, those of one server are not read again", async () => {
    const log = tickingLog();
    const store = storeOf(log);
    say(log.source("calc", 1), "<", "secret-of-calc");
    say(log.source("files", 1), "<", "kept");
    await store.flush();
    log.clear("calc");
    say(log.source("calc", 1), "<", "later");
    await store.flush();
    assert.deepEqual(
      rowsOf(await readBack()).map(({ preview }) => preview),
      ["kept", "later"],
    );
    log.clear();
    say(log.source("calc", 1), "<", "last");
    await store.flush();
    assert.deepEqual(
      rowsOf(await readBack()).map(({ preview }) => preview),
      ["last"],
    );
    const [session] = await listSessions(root);
    for (const file of session?.files ?? []) {
      assert.equal((await readFile(file)).includes("secret-of-calc"), false);
    }
  });

  it("a window that is killed leaves what it wrote, to the last whole line", async () => {
    const child = spawn(process.execPath, [killedWriter, root], { stdio: ["ignore", "pipe", "inherit"] });
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    child.kill("SIGKILL");
    await once(child, "exit");
    const written = Number(chunk.toString().trim());
    const [session] = await listSessions(root);
    assert.equal(session?.isRunning, false);
    const log = new TrafficLog();
    const read = await readSession(session?.files ?? [], log, { memoryBudget: 64 * megabyte });
    await read.close();
    assert.ok(log.length >= written, `${log.length} of ${written} lines`);
    for (let seq = 1; seq <= log.length; seq++) {
      assert.equal(log.rawBytes(seq).toString(), `line ${seq} of a window that dies`);
    }
  });

  it("a file that was cut or damaged is read up to there, and it is said where", async () => {
    const log = tickingLog();
    const store = storeOf(log);
    const source = log.source("calc", 1);
    for (const n of [1, 2, 3]) {
      say(source, "<", notification("n", { n }));
      await store.flush();
    }
    const [file] = (await listSessions(root))[0]?.files ?? [];
    assert.ok(file);
    await truncate(file, (await stat(file)).size - 3);
    const cut = new TrafficLog();
    const read = await readSession([file], cut, { memoryBudget: megabyte });
    assert.equal(cut.length, 2);
    assert.deepEqual(read.damages, [
      { file, position: (await stat(file)).size, lastSeq: 2, reason: "midLine" },
    ]);
    await read.close();
    await appendFile(file, "garbage that is no block at all");
    const worse = new TrafficLog();
    const again = await readSession([file], worse, { memoryBudget: megabyte });
    assert.equal(again.damages.length, 1);
    await again.close();
  });

  it("a disk that is full is said once, nothing is lost or thrown, and it goes on when there is room", async function () {
    this.timeout(30_000);
    const disk = await smallDisk(8);
    if (disk === undefined) {
      this.skip();
    }
    try {
      const log = tickingLog();
      const store = storeOf(log, { root: disk.folder });
      const source = log.source("calc", 1);
      for (let n = 1; n <= 12_000; n++) {
        source.stdout.record(lineOf(`${n} ${"x".repeat(1000)}`));
      }
      await store.flush();
      await store.flush();
      assert.deepEqual(
        problems.map((problem) => problem?.code),
        ["ENOSPC"],
      );
      assert.equal(log.dropped, 0);
      for (const seq of [1, 5000, 8000, 12_000]) {
        assert.ok(log.rawBytes(seq).toString().startsWith(`${seq} x`));
      }
      await disk.grow(64);
      source.stdout.record(lineOf("room again"));
      await store.flush();
      assert.deepEqual(
        problems.map((problem) => problem?.code),
        ["ENOSPC", undefined],
      );
      const [session] = await listSessions(disk.folder);
      const again = new TrafficLog();
      const read = await readSession(session?.files ?? [], again, { memoryBudget: 64 * megabyte });
      assert.equal(rowsOf(again).length, 12_001);
      assert.equal(again.rawBytes(12_001).toString(), "room again");
      await read.close();
    } finally {
      await Promise.all(stores.splice(0).map((store) => store.close()));
      await disk.remove();
    }
  });

  it("a folder that is gone is made again for the next file", async () => {
    const log = tickingLog();
    const store = storeOf(log, { diskBudget: () => 16 * megabyte });
    const source = log.source("calc", 1);
    const text = "x".repeat(3 * megabyte);
    say(source, "<", `one ${text}`);
    await store.flush();
    await rm(root, { recursive: true });
    say(source, "<", `two ${text}`);
    await store.flush();
    assert.deepEqual(problems, []);
    assert.equal((await listSessions(root)).length, 1);
    assert.ok(log.rawBytes(1).toString().startsWith("one x"));
  });

  it("windows never share a folder, and old ones are tidied, but never one that is open", async () => {
    const folders = new Set(Array.from({ length: 20 }, () => newSessionFolder(root)));
    assert.equal(folders.size, 20);
    for (const folder of folders) {
      await mkdir(folder);
    }
    const [own] = folders;
    const log = tickingLog();
    say(log.source("calc", 1), "<", "x".repeat(100_000));
    const ended = join(root, "2026-01-01T00-00-00.000Z_999999999_0123abcd");
    const store = storeOf(log);
    await store.flush();
    const [running] = (await listSessions(root)).filter(({ files }) => files.length > 0);
    assert.ok(running?.isRunning);
    await cp(running.folder, ended, { recursive: true });
    assert.equal((await listSessions(root)).length, 22);
    await tidySessions(root, 10 * megabyte, own as string);
    assert.equal((await listSessions(root)).length, 22);
    const longAgo = new Date(Date.now() - 15 * 24 * 3600 * 1000);
    const [file] = await readdir(ended);
    await utimes(join(ended, file as string), longAgo, longAgo);
    await tidySessions(root, 10 * megabyte, own as string);
    assert.equal((await listSessions(root)).length, 21);
    await cp(running.folder, ended, { recursive: true });
    await tidySessions(root, 1000, own as string);
    assert.ok((await listSessions(root)).every(({ isRunning }) => isRunning));
  });
});
