import { homedir } from "node:os";
import * as vscode from "vscode";
import type { ListedEntry } from "../servers/definition.ts";
import { DefinitionFiles } from "../servers/definitions/definitionFiles.ts";
import type { FileSource } from "../servers/definitions/file.ts";
import { type FolderSources, listEntries } from "../servers/definitions/registry.ts";
import type { Environment } from "../servers/environment/variables.ts";

/** One save makes several events. Milliseconds. */
const quietMs = 50;

/** Reads what is registered, in settings and files, and says so again whenever one of them changes. */
export class DefinitionSource implements vscode.Disposable {
  readonly #onEntries: (entries: ListedEntry[]) => void;
  readonly #files = new DefinitionFiles();
  readonly #subscriptions: vscode.Disposable[] = [];
  #fileWatchers: vscode.Disposable[] = [];
  #environment: Environment | undefined;
  /** Set while a change waits to be read. */
  #timer: NodeJS.Timeout | undefined;
  /** The newest read; one that it has overtaken hands nothing on. */
  #reading: Promise<void> = Promise.resolve();
  #reads = 0;
  #disposed = false;

  /** Nothing is read before `refresh`. */
  constructor(onEntries: (entries: ListedEntry[]) => void) {
    this.#onEntries = onEntries;
    this.#subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("toolwire.servers")) {
          this.#soon();
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watchFiles();
        this.#soon();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#soon()),
    );
    this.#watchFiles();
  }

  /** The person's environment, once it is known: `${env:…}` is judged from then on. */
  set environment(environment: Environment) {
    this.#environment = environment;
    this.#soon();
  }

  /** Reads everything again; resolves when the entries were handed on. */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading = this.#read(++this.#reads);
    return this.#reading;
  }

  /** Resolves when every change that was noticed so far has been read: a command sees the setting just written. */
  settled(): Promise<void> {
    return this.#timer === undefined ? this.#reading : this.refresh();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#subscriptions, ...this.#fileWatchers).dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), quietMs);
  }

  async #read(number: number): Promise<void> {
    const folders = await Promise.all(localFolders().map((folder) => readFolder(folder, this.#files)));
    if (this.#disposed) {
      return;
    }
    if (number !== this.#reads) {
      return this.#reading;
    }
    const settings = vscode.workspace.getConfiguration("toolwire").inspect("servers");
    this.#onEntries(
      listEntries(
        {
          folders,
          workspaceFile: vscode.workspace.workspaceFile !== undefined,
          workspaceSettings: settings?.workspaceValue,
          userSettings: settings?.globalValue,
        },
        {
          home: homedir(),
          platform: process.platform,
          ...(this.#environment !== undefined && { environment: this.#environment }),
        },
      ),
    );
  }

  #watchFiles(): void {
    vscode.Disposable.from(...this.#fileWatchers).dispose();
    this.#fileWatchers = localFolders().flatMap((folder) =>
      [".vscode/mcp.json", ".mcp.json"].map((file) => {
        const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, file));
        watcher.onDidChange(() => this.#soon());
        watcher.onDidCreate(() => this.#soon());
        watcher.onDidDelete(() => this.#soon());
        return watcher;
      }),
    );
  }
}

/** Servers are local processes, so only folders on disk count. */
function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

async function readFolder(folder: vscode.WorkspaceFolder, files: DefinitionFiles): Promise<FolderSources> {
  const read = (file: FileSource) => files.read(vscode.Uri.joinPath(folder.uri, file).fsPath, file);
  const [vscodeMcpJson, mcpJson] = await Promise.all([read(".vscode/mcp.json"), read(".mcp.json")]);
  const settings = vscode.workspace
    .getConfiguration("toolwire", folder.uri)
    .inspect("servers")?.workspaceFolderValue;
  return {
    name: folder.name,
    path: folder.uri.fsPath,
    ...(settings !== undefined && { settings }),
    ...(vscodeMcpJson !== undefined && { vscodeMcpJson }),
    ...(mcpJson !== undefined && { mcpJson }),
  };
}
