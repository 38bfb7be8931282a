/** What stands in place of a secret. */
export const secretMask = "•••";
const maskBytes = Buffer.from(secretMask);
/** Shorter ones are too likely to be part of something else. */
const shortestSecret = 8;
/** How many bytes are searched at a time. */
const windowBytes = 1024 * 1024;

interface Pattern {
  bytes: Buffer;
  /** How far on another occurrence can begin: less than the length where the secret overlaps itself. */
  period: number;
}

/**
 * Finds known secrets in bytes and text and replaces each by `•••`: as they are, and as JSON writes them, in a string
 * and in a string within a string, with or without escapes for what is not ASCII.
 */
export class SecretMask {
  readonly #patterns: Pattern[];
  readonly #longest: number;

  /** Of `secrets` those of eight characters or more count. */
  constructor(secrets: Iterable<string>) {
    const forms = new Set<string>();
    for (const secret of secrets) {
      if (secret.length >= shortestSecret) {
        for (const form of writtenForms(secret)) {
          forms.add(form);
        }
      }
    }
    this.#patterns = [...forms].map((form) => patternOf(Buffer.from(form)));
    this.#longest = Math.max(0, ...this.#patterns.map(({ bytes }) => bytes.length));
  }

  /** Whether a secret occurs in these bytes. */
  isIn(bytes: Buffer): boolean {
    return this.#patterns.some((pattern) => bytes.indexOf(pattern.bytes) !== -1);
  }

  /** The bytes with the secrets in them replaced. */
  mask(bytes: Buffer): Buffer {
    return this.isIn(bytes) ? Buffer.concat([...this.pieces(bytes)]) : bytes;
  }

  maskText(text: string): string {
    const bytes = Buffer.from(text);
    return this.isIn(bytes) ? this.mask(bytes).toString() : text;
  }

  /** A copy of a JSON value with the secrets in its strings and keys replaced; the value itself where there are none. */
  maskValue<Value>(value: Value): Value {
    if (this.#patterns.length === 0) {
      return value;
    }
    const text = JSON.stringify(value);
    if (text === undefined || !this.isIn(Buffer.from(text))) {
      return value;
    }
    return this.#masked(value) as Value;
  }

  /** The bytes with the secrets in them replaced, as pieces of at most about a megabyte, so that a caller can pause. */
  *pieces(bytes: Buffer): Generator<Buffer> {
    let maskedTo = 0;
    for (let start = 0; start < bytes.length; start += windowBytes) {
      const end = Math.min(bytes.length, start + windowBytes);
      let at = Math.max(start, maskedTo);
      for (const [from, to] of this.#occurrences(bytes, start, end)) {
        // What overlaps a replaced secret goes with it.
        if (from >= maskedTo) {
          if (from > at) {
            yield bytes.subarray(at, from);
          }
          yield maskBytes;
        }
        maskedTo = Math.max(maskedTo, to);
        at = maskedTo;
      }
      if (at < end) {
        yield bytes.subarray(at, end);
      }
    }
  }

  /** `isIn` for long lines: tells after each megabyte whether a secret begins in it, so that a caller can pause. */
  *search(bytes: Buffer): Generator<boolean> {
    for (let start = 0; start < bytes.length; start += windowBytes) {
      yield this.#patterns.length > 0 && this.isIn(this.#window(bytes, start, start + windowBytes));
    }
  }

  /** Where secrets begin between `start` and `end`, in order; they may end later, and overlap. */
  #occurrences(bytes: Buffer, start: number, end: number): [from: number, to: number][] {
    const window = this.#window(bytes, start, end);
    const found: [number, number][] = [];
    for (const { bytes: pattern, period } of this.#patterns) {
      let from = window.indexOf(pattern);
      while (from !== -1 && start + from < end) {
        found.push([start + from, start + from + pattern.length]);
        from = window.indexOf(pattern, from + period);
      }
    }
    return found.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  }

  /** The bytes from `start` to `end`, and as many more as a secret that begins there may need. */
  #window(bytes: Buffer, start: number, end: number): Buffer {
    return bytes.subarray(start, Math.min(bytes.length, end + Math.max(0, this.#longest - 1)));
  }

  #masked(value: unknown): unknown {
    if (typeof value === "string") {
      return this.maskText(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.#masked(item));
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [this.maskText(key), this.#masked(member)]),
      );
    }
    return value;
  }
}

function writtenForms(secret: string): string[] {
  const once = jsonForms(secret);
  return [secret, ...once, ...once.flatMap(jsonForms)];
}

const notAscii = /[\u0080-\uffff]/g;

/** How JSON writers write a text within quotes. */
function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const inHex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, "0");
  const lower = plain.replace(notAscii, (unit) => `\\u${inHex(unit)}`);
  const upper = plain.replace(notAscii, (unit) => `\\u${inHex(unit).toUpperCase()}`);
  return [plain, lower, upper].flatMap((form) => [form, form.replaceAll("/", "\\/")]);
}

function patternOf(bytes: Buffer): Pattern {
  let period = 1;
  while (period < bytes.length && !bytes.subarray(period).equals(bytes.subarray(0, bytes.length - period))) {
    period++;
  }
  return { bytes, period };
}
