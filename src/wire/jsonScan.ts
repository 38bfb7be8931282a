import { type FindingSet, finding } from "./findings.ts";
import { OpenObjects } from "./openObjects.ts";
import { isUnsafeNumber } from "./unsafeNumbers.ts";

const quote = 0x22;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const colon = 0x3a;
const space = 0x20;
/** Nothing shorter can be out of range, unless it has an exponent. */
const fewestDigits = 16;
const fewestWithPoint = 309;

/**
 * Finds in the bytes of a JSON text what parsing it does not show: an object that has a key twice, and a number that
 * JavaScript cannot hold. [R6]
 *
 * It makes no values and decodes next to nothing, which costs a part of a parse, and it can stop on the way. What it
 * holds is used again for text after text.
 */
export class JsonScan {
  findings: FindingSet = 0;
  readonly #objects = new OpenObjects();
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Where the string begins that it is in, or -1. */
  #string = -1;
  #isEscaped = false;

  /** Goes on to another text. Of one that JSON.parse does not take nothing is found for certain, and nothing throws. */
  begin(bytes: Buffer): void {
    this.findings = 0;
    this.#bytes = bytes;
    this.#at = 0;
    this.#string = -1;
    this.#objects.begin(bytes);
  }

  /** How many bytes it has looked at. */
  get at(): number {
    return this.#at;
  }

  /** At the end: `findings` are complete. */
  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Looks at so many bytes more, or somewhat more. */
  advance(count: number): void {
    const bytes = this.#bytes;
    const limit = Math.min(bytes.length, this.#at + count);
    let at = this.#at;
    if (this.#string !== -1) {
      at = this.#throughString(at, limit);
    }
    while (at < limit) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        this.#string = at + 1;
        this.#isEscaped = false;
        at = this.#throughString(at + 1, limit);
      } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
        at = this.#throughNumber(at);
      } else {
        if (byte === openingBrace) {
          this.#objects.open();
        } else if (byte === closingBrace) {
          this.#objects.close();
        }
        at++;
      }
    }
    this.#at = at;
  }

  /** To behind the closing quote; or to the limit, or one byte further where an escape is cut. */
  #throughString(from: number, limit: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < limit) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#endString(at);
        return at + 1;
      }
      if (byte === backslash) {
        this.#isEscaped = true;
        at++;
      }
      at++;
    }
    return at;
  }

  #endString(end: number): void {
    const bytes = this.#bytes;
    let next = end + 1;
    while ((bytes[next] as number) <= space) {
      next++;
    }
    if (
      bytes[next] === colon &&
      (this.findings & finding["duplicate-key"]) === 0 &&
      !this.#objects.add(this.#string, end, this.#isEscaped)
    ) {
      this.findings |= finding["duplicate-key"];
    }
    this.#string = -1;
  }

  #throughNumber(start: number): number {
    const bytes = this.#bytes;
    let hasPoint = false;
    let hasExponent = false;
    let at = start + 1;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === 0x2e) {
        hasPoint = true;
      } else if (byte === 0x45 || byte === 0x65) {
        hasExponent = true;
      } else if (!(byte >= 0x30 && byte <= 0x39) && byte !== 0x2b && byte !== 0x2d) {
        break;
      }
    }
    const isSuspect = hasExponent || at - start >= (hasPoint ? fewestWithPoint : fewestDigits);
    if (isSuspect && isUnsafeNumber(bytes.toString("latin1", start, at))) {
      this.findings |= finding["unsafe-integer"];
    }
    return at;
  }
}
