import { type FileSource, parseDefinitionFile } from "./file.ts";
import { type FileContent, readDefinitionFile } from "./fileContent.ts";

/** Reads definition files, and remembers of each what it said before somebody made a mistake in it. */
export class DefinitionFiles {
  /** By path. */
  readonly #lastReadable = new Map<string, string>();

  /** `undefined`: there is no such file, which is no problem. Never rejects. */
  async read(path: string, source: FileSource): Promise<FileContent | undefined> {
    const content = await readDefinitionFile(path);
    if (content === undefined) {
      this.#lastReadable.delete(path);
      return undefined;
    }
    if ("text" in content && parseDefinitionFile(content.text, source).problem === undefined) {
      this.#lastReadable.set(path, content.text);
      return content;
    }
    const lastReadable = this.#lastReadable.get(path);
    return lastReadable === undefined ? content : { ...content, lastReadable };
  }
}
