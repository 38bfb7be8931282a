import * as vscode from "vscode";

/** The requests being written: files that live as long as the window, so that closing one asks nothing. */
export class RequestFiles {
  readonly #files = new Map<string, { bytes: Uint8Array; mtime: number }>();
  readonly #beginning: (uri: vscode.Uri) => string;

  /** `beginning`: what a document holds that was restored from an earlier window. */
  constructor(beginning: (uri: vscode.Uri) => string) {
    this.#beginning = beginning;
  }

  put(uri: vscode.Uri, text: string): void {
    this.writeFile(uri, new TextEncoder().encode(text));
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime } = this.#file(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#file(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#files.set(uri.toString(), { bytes, mtime: Date.now() });
  }

  delete(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  #file(uri: vscode.Uri): { bytes: Uint8Array; mtime: number } {
    const found = this.#files.get(uri.toString());
    if (found !== undefined) {
      return found;
    }
    const made = { bytes: new TextEncoder().encode(this.#beginning(uri)), mtime: Date.now() };
    this.#files.set(uri.toString(), made);
    return made;
  }
}
