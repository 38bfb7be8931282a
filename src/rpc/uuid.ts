import { randomFillSync } from "node:crypto";

/** What is random in a UUID of ours: its first twenty digits, of which version and variant take six bits. */
const randomBytes = 10;
const random = Buffer.alloc(randomBytes * 256);
let next = random.length;
const digits = Buffer.from("0123456789abcdef");
const text = Buffer.alloc(36, "-");
/** Where in the text each random byte's two digits go. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21] as const;
const numberPlace = 24;

/**
 * A UUID (RFC 9562) in the form of version 4: 74 random bits, and in its last twelve digits a number (below 2^48) that
 * {@link numberInUuid} reads. `crypto.randomUUID` puts its text together from twenty strings, which is several times
 * slower.
 */
export function newUuid(number: number): string {
  if (next === random.length) {
    randomFillSync(random);
    next = 0;
  }
  random[next + 6] = ((random[next + 6] as number) & 0x0f) | 0x40;
  random[next + 8] = ((random[next + 8] as number) & 0x3f) | 0x80;
  for (const place of places) {
    const byte = random[next++] as number;
    text[place] = digits[byte >> 4] as number;
    text[place + 1] = digits[byte & 0x0f] as number;
  }
  let rest = number;
  for (let place = text.length - 1; place >= numberPlace; place--) {
    text[place] = digits[rest % 16] as number;
    rest = Math.floor(rest / 16);
  }
  return text.toString("latin1");
}

/** The number in a UUID that `newUuid` made. Of any other text it is some number. */
export function numberInUuid(uuid: string): number {
  let number = 0;
  for (let place = numberPlace; place < text.length; place++) {
    const code = uuid.charCodeAt(place);
    // The digits of "a" to "f" are nine more than the low bits of their codes.
    number = number * 16 + (code & 0x0f) + (code >> 6) * 9;
  }
  return number;
}
