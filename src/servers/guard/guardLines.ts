import type { ServerGroup } from "../process/processTree.ts";

/** What the host tells the guard: one line each, over the guard's stdin. */
export const guardLines = {
  expect: (mark: string) => `expect ${mark}\n`,
  add: (mark: string, pid: number) => `add ${mark} ${pid}\n`,
  remove: (mark: string) => `remove ${mark}\n`,
};

/**
 * The servers that are to be ended, as told so far. Lines that are not understood change nothing. A last line without
 * its terminator counts as not said: the host died while writing it, and half a process id is somebody else's.
 */
export class GuardList {
  readonly #groups = new Map<string, ServerGroup>();
  #unfinished = "";

  get groups(): ServerGroup[] {
    return [...this.#groups.values()];
  }

  /** Takes in text as it comes, cut anywhere. */
  read(text: string): void {
    const lines = (this.#unfinished + text).split("\n");
    this.#unfinished = lines.pop() ?? "";
    for (const line of lines) this.#apply(line);
  }

  #apply(line: string): void {
    const [verb, mark, pidText] = line.split(" ");
    if (!mark) return;
    if (verb === "expect") this.#groups.set(mark, { mark });
    if (verb === "remove") this.#groups.delete(mark);
    const pid = Number(pidText);
    // 0 and 1 would mean the guard itself and everybody.
    if (verb === "add" && Number.isSafeInteger(pid) && pid > 1) this.#groups.set(mark, { mark, pid });
  }
}
