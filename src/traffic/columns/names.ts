/** A name as a number that fits 16 bits. */
export type NameNumber = number;

/** No name. */
export const noName: NameNumber = 0;
/** There is a name, but it was not interned: it has to be read from the line. */
export const unlistedName: NameNumber = 0xffff;

const mostNames = 8192;
const longestName = 256;

/**
 * Gives each distinct name a number, the same one each time.
 *
 * Bounded: a peer that invents a name a message fills it once, and the names after that are `unlistedName`. The first
 * of `wellKnown` gets number 1.
 */
export class Names<Name extends string | number> {
  readonly #names: (Name | undefined)[] = [undefined];
  /** Whether `unlistedName` was ever given out. */
  hasUnlisted = false;
  readonly #numbers = new Map<Name, NameNumber>();
  #lastName: Name | undefined;
  #lastNumber: NameNumber = noName;

  constructor(wellKnown: readonly Name[] = []) {
    for (const name of wellKnown) {
      this.number(name);
    }
  }

  /** The numbers below it have names, but for 0. */
  get size(): number {
    return this.#names.length;
  }

  number(name: Name): NameNumber {
    // Mostly it is the same again.
    if (name !== this.#lastName) {
      this.#lastNumber = this.#numberOf(name);
      this.#lastName = name;
    }
    return this.#lastNumber;
  }

  #numberOf(name: Name): NameNumber {
    const known = this.#numbers.get(name);
    if (known !== undefined) {
      return known;
    }
    if (this.#names.length > mostNames || (typeof name === "string" && name.length > longestName)) {
      this.hasUnlisted = true;
      return unlistedName;
    }
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  /** Undefined for `noName` and `unlistedName`. */
  name(number: NameNumber): Name | undefined {
    return this.#names[number];
  }
}

/** The methods that the log itself understands, with fixed numbers. */
export const method = {
  initialize: 1,
  initialized: 2,
  ping: 3,
  logMessage: 4,
  plainProgress: 5,
  mcpProgress: 6,
} as const;

/** In the order of `method`. */
export const wellKnownMethods = [
  "initialize",
  "notifications/initialized",
  "ping",
  "notifications/message",
  "$/progress",
  "notifications/progress",
];
