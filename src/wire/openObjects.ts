/** With more keys, or escaped ones, an object's keys are kept as texts. */
const mostSpans = 16;
/** What stands below the keys of an object: where those of the one around it begin, and its mask. */
const frameWords = 2;
const allBits = -1;

/**
 * The keys of the objects in a JSON text that are open, to find one that stands twice.
 *
 * A key is two numbers, where it stands in the bytes. It is compared with others of its object only if one of them might be
 * equal, by its length and its ends, and large objects have a `Set`: so a key costs little, however many there are.
 */
export class OpenObjects {
  #bytes: Buffer = Buffer.alloc(0);
  #stack = new Int32Array(1024);
  #top = 0;
  /** Where the keys of the innermost object begin in the stack. */
  #base = 0;
  /** A bit for each of its keys; all of them if `#texts` has it. */
  #mask = 0;
  readonly #texts = new Map<number, Set<string>>();

  /** Goes on to another text. */
  begin(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#top = 0;
    this.#base = 0;
    this.#mask = 0;
    this.#texts.clear();
  }

  open(): void {
    this.#push(this.#base, this.#mask);
    this.#base = this.#top;
    this.#mask = 0;
  }

  close(): void {
    if (this.#mask === allBits) {
      this.#texts.delete(this.#base);
    }
    this.#top = Math.max(this.#base - frameWords, 0);
    this.#base = this.#stack[this.#top] as number;
    this.#mask = this.#stack[this.#top + 1] as number;
  }

  /** Adds the key between two quotes to the innermost object. False where it has that key already. */
  add(start: number, end: number, isEscaped: boolean): boolean {
    const bytes = this.#bytes;
    const bit = 1 << ((bytes[start] as number) ^ ((bytes[end - 1] as number) << 1) ^ (end - start));
    if (isEscaped || (this.#mask & bit) !== 0) {
      return this.#compare(start, end, isEscaped, bit);
    }
    this.#mask |= bit;
    this.#push(start, end);
    return true;
  }

  #compare(start: number, end: number, isEscaped: boolean, bit: number): boolean {
    if (this.#mask !== allBits) {
      if (!isEscaped && this.#top - this.#base < 2 * mostSpans) {
        return this.#compareBytes(start, end, bit);
      }
      this.#keepTexts();
    }
    const texts = this.#texts.get(this.#base) as Set<string>;
    const before = texts.size;
    return texts.add(this.#text(start, end)).size > before;
  }

  #compareBytes(start: number, end: number, bit: number): boolean {
    const bytes = this.#bytes;
    for (let at = this.#base; at < this.#top; at += 2) {
      const from = this.#stack[at] as number;
      const to = this.#stack[at + 1] as number;
      if (to - from === end - start && bytes.compare(bytes, from, to, start, end) === 0) {
        return false;
      }
    }
    this.#mask |= bit;
    this.#push(start, end);
    return true;
  }

  #keepTexts(): void {
    const texts = new Set<string>();
    for (let at = this.#base; at < this.#top; at += 2) {
      texts.add(this.#text(this.#stack[at] as number, this.#stack[at + 1] as number));
    }
    this.#texts.set(this.#base, texts);
    this.#top = this.#base;
    this.#mask = allBits;
  }

  #text(start: number, end: number): string {
    const text = this.#bytes.toString("utf8", start, end);
    try {
      return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
    } catch {
      // Not what JSON.parse took: the file that it lies in was damaged since.
      return text;
    }
  }

  #push(first: number, second: number): void {
    if (this.#top + 2 > this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#top] = first;
    this.#stack[this.#top + 1] = second;
    this.#top += 2;
  }
}
