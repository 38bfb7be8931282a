const mostLines = 50;
const longestLine = 2000;

/** The last lines that a server wrote to stderr, each cut to a length that a row can show. */
export class StderrTail {
  readonly #lines: string[] = [];

  push(text: string): void {
    this.#lines.push(text.length > longestLine ? `${text.slice(0, longestLine)}…` : text);
    if (this.#lines.length > mostLines) {
      this.#lines.shift();
    }
  }

  /** Oldest first. */
  lines(): string[] {
    return [...this.#lines];
  }

  /** The last line that says something. */
  last(): string | undefined {
    return this.#lines.findLast((line) => line.trim() !== "");
  }
}
