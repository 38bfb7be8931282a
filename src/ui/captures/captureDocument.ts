import { stat } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { CaptureMessage } from "../../shared/captureProtocol.ts";
import { captureProblems } from "../../traffic/capture/captureEntry.ts";
import { type CaptureRead, readCapture } from "../../traffic/capture/captureReader.ts";
import { type CaptureSource, openCaptureFile } from "../../traffic/capture/captureSource.ts";
import { LoadedCapture } from "../../traffic/capture/loadedCapture.ts";
import type { TrafficStore } from "../../traffic/store/trafficStore.ts";
import { translate } from "../traffic/panelWords.ts";
import { overflowOf } from "../traffic/trafficStorage.ts";
import { isStoredTraffic, readStoredTraffic } from "./storedTraffic.ts";

const nothingToClose = async () => {};

/** The page tells so many of the lines that could not be read. */
const mostTold = 200;

/**
 * A capture that is open in some editors: read once, kept in memory, and freed with the last of them. Reading begins
 * at once; whoever shows it need not wait for the end.
 */
export class CaptureDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  #capture = new LoadedCapture();
  #state: CaptureMessage = { type: "capture", unreadCount: 0, unread: [] };
  #reading: Promise<void>;
  #abort = new AbortController();
  /** Lets go of files that lines are still read from. */
  #closeFiles = nothingToClose;
  readonly #storedTraffic: string | undefined;
  #overflow: TrafficStore;
  /** The file as it was when it was read. */
  #read: { size: number; changedAt: number } | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #replaced = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.FileSystemWatcher;

  /** `storedTraffic`: the folder for what memory has no room for. */
  constructor(uri: vscode.Uri, storedTraffic: string | undefined) {
    this.uri = uri;
    // Stored traffic is read from its own files where memory has no room for it.
    this.#storedTraffic = isStoredTraffic(uri) ? undefined : storedTraffic;
    this.#overflow = overflowOf(this.#capture, this.#storedTraffic);
    // A folder's files rather than the one: its name may hold what a pattern reads otherwise.
    this.#watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), "*"),
    );
    for (const event of [this.#watcher.onDidCreate, this.#watcher.onDidChange, this.#watcher.onDidDelete]) {
      event((changed) => {
        if (changed.toString() === uri.toString()) {
          void this.#lookAgain();
        }
      });
    }
    this.#reading = this.#readAll(this.#abort.signal);
  }

  /** Hears that `state` is another. */
  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }
  /** Hears that `capture` is another. */
  get onDidReplace(): vscode.Event<void> {
    return this.#replaced.event;
  }

  get capture(): LoadedCapture {
    return this.#capture;
  }

  get state(): CaptureMessage {
    return this.#state;
  }

  get name(): string {
    return basename(this.uri.path);
  }

  /** Settles once the file was read, or could not be. */
  get settled(): Promise<void> {
    return this.#reading;
  }

  /** Reads the file anew; what was read is forgotten. */
  reload(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#closeFiles();
    this.#closeFiles = nothingToClose;
    void this.#overflow.discard();
    this.#capture = new LoadedCapture();
    this.#overflow = overflowOf(this.#capture, this.#storedTraffic);
    this.#read = undefined;
    this.#reading = this.#readAll(this.#abort.signal);
    this.#replaced.fire();
  }

  dispose(): void {
    this.#abort.abort();
    void this.#closeFiles();
    void this.#overflow.discard();
    this.#watcher.dispose();
    this.#changed.dispose();
    this.#replaced.dispose();
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    this.#tell({ type: "capture", unreadCount: 0, unread: [], reading: { done: 0, total: 0 } });
    try {
      if (isStoredTraffic(this.uri)) {
        await this.#readStored(signal);
      } else {
        await this.#readCapture(signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#tell({ ...this.#withoutReading(), problem: (error as Error).message });
      }
    }
  }

  async #readCapture(signal: AbortSignal): Promise<void> {
    const file = await this.#open();
    try {
      const read = await readCapture(file, this.#capture, {
        signal,
        onProgress: (done, total, soFar) => {
          this.#tell({ ...unreadIn(soFar), reading: { done, total } });
        },
      });
      this.#tell(unreadIn(read));
    } finally {
      await file.close();
    }
    await this.#lookAgain();
  }

  async #readStored(signal: AbortSignal): Promise<void> {
    const read = await readStoredTraffic(this.uri, this.#capture, {
      signal,
      onProgress: (done, total) => {
        this.#tell({ type: "capture", unreadCount: 0, unread: [], reading: { done, total } });
      },
    });
    if (signal.aborted) {
      await read.close();
      return;
    }
    this.#closeFiles = read.close;
    const { unread } = read;
    this.#tell({ type: "capture", unreadCount: unread.length, unread: unread.slice(0, mostTold) });
  }

  /** What is not on a disk (an earlier version in Git) is read by whoever provides it. */
  async #open(): Promise<CaptureSource & { close(): Promise<void> }> {
    if (this.uri.scheme === "file") {
      const file = await openCaptureFile(this.uri.fsPath);
      this.#read = { size: file.size, changedAt: file.changedAt };
      return file;
    }
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(this.uri));
    return { size: bytes.length, chunks: () => [bytes], close: async () => {} };
  }

  /** What became of the file meanwhile. */
  async #lookAgain(): Promise<void> {
    const read = this.#read;
    if (read === undefined) {
      return;
    }
    const now = await stat(this.uri.fsPath).catch(() => undefined);
    const isSame = now?.size === read.size && now.mtimeMs === read.changedAt;
    if (read === this.#read) {
      const { fileIs: _before, ...state } = this.#state;
      this.#tell(isSame ? state : { ...state, fileIs: now === undefined ? "gone" : "changed" });
    }
  }

  #withoutReading(): CaptureMessage {
    const { reading: _over, ...state } = this.#state;
    return state;
  }

  #tell(state: CaptureMessage): void {
    this.#state = state;
    this.#changed.fire();
  }
}

function unreadIn({ unreadCount, unread }: CaptureRead): CaptureMessage {
  return {
    type: "capture",
    unreadCount,
    unread: unread
      .slice(0, mostTold)
      .map(({ line, why }) => ({ line, why: translate(captureProblems[why]) })),
  };
}
