/** At most this often a row is drawn. Milliseconds. */
const intervalMs = 100;

/** Gathers what has changed and hands it on at once where nothing was lately, otherwise at the interval's end. */
export class GatheredChanges {
  readonly #handOn: (keys: ReadonlySet<string>, all: boolean) => void;
  #keys = new Set<string>();
  #all = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(handOn: (keys: ReadonlySet<string>, all: boolean) => void) {
    this.#handOn = handOn;
  }

  /** `undefined`: everything. */
  add(key: string | undefined): void {
    if (key === undefined) {
      this.#all = true;
    } else {
      this.#keys.add(key);
    }
    if (this.#timer === undefined) {
      this.#flush();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    const keys = this.#keys;
    const all = this.#all;
    this.#keys = new Set();
    this.#all = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#all || this.#keys.size > 0) {
        this.#flush();
      }
    }, intervalMs);
    this.#handOn(keys, all);
  }
}
