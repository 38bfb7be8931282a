import { setTimeout } from "node:timers/promises";
import { type FileSource, parseDefinitionFile } from "./file.ts";
import { type FileContent, readDefinitionFile } from "./fileContent.ts";

/** Who writes a file may empty it first: so long after that it is what was meant. */
const emptyMs = 500;

/** Reads definition files, and remembers of each what it said before somebody made a mistake in it. */
export class DefinitionFiles {
  /** By path. */
  readonly #lastReadable = new Map<string, string>();
  /** By path, the number of the newest read: what an overtaken one found is not remembered. */
  readonly #newest = new Map<string, number>();
  #reads = 0;

  /** `undefined`: there is no such file, which is no problem. Never rejects. */
  async read(path: string, source: FileSource): Promise<FileContent | undefined> {
    const number = ++this.#reads;
    this.#newest.set(path, number);
    const lastReadable = this.#lastReadable.get(path);
    const content = await contentOf(path, lastReadable !== undefined);
    const readable = textIfReadable(content, source);
    if (number === this.#newest.get(path)) {
      if (readable !== undefined) {
        this.#lastReadable.set(path, readable);
      } else if (content === undefined) {
        this.#lastReadable.delete(path);
      }
    }
    return content === undefined || readable !== undefined || lastReadable === undefined
      ? content
      : { ...content, lastReadable };
  }
}

async function contentOf(path: string, hadText: boolean): Promise<FileContent | undefined> {
  const content = await readDefinitionFile(path);
  if (!hadText || content === undefined || !("text" in content) || content.text.trim() !== "") {
    return content;
  }
  await setTimeout(emptyMs);
  return readDefinitionFile(path);
}

function textIfReadable(content: FileContent | undefined, source: FileSource): string | undefined {
  return content !== undefined &&
    "text" in content &&
    parseDefinitionFile(content.text, source).problem === undefined
    ? content.text
    : undefined;
}
