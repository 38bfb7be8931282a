import { isUtf8 } from "node:buffer";
import { isJsonObject } from "../wire/envelope.ts";
import type { GivenEntry } from "./capture/captureEntry.ts";
import type { Slices } from "./slices.ts";

/** Decoded without a pause. A multiple of four, so that pieces of Base64 stand by themselves. */
const pieceBytes = 1024 * 1024;
const backslash = 0x5c;
const quote = 0x22;
const brace = 0x7d;

/** An entry whose text is long: all but the text, and the text's bytes in pieces. */
export interface LongEntry {
  entry: GivenEntry;
  pieces: Buffer[];
  isUtf8: boolean;
}

/**
 * Reads a long line of a capture as we write them, with its text last, in slices. Undefined where it is another kind of
 * line, which has to be parsed as a whole.
 */
export async function readLongEntry(line: Buffer, slices: Slices): Promise<LongEntry | undefined> {
  const end = line.length - 2;
  if (line[end] !== quote || line[end + 1] !== brace) {
    return undefined;
  }
  const opening = line.subarray(0, pieceBytes);
  for (const key of ["raw", "rawBase64"] as const) {
    const name = `,"${key}":"`;
    const at = opening.indexOf(name);
    const entry = at === -1 ? undefined : parsed(`${opening.toString("utf8", 0, at)}}`);
    if (entry === undefined) {
      continue;
    }
    const start = at + name.length;
    const pieces =
      key === "raw"
        ? await textPieces(line, start, end, slices)
        : await base64Pieces(line, start, end, slices);
    return pieces && { entry: { ...entry, [key]: "" }, ...pieces };
  }
  return undefined;
}

function parsed(text: string): GivenEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Pieces = Pick<LongEntry, "pieces" | "isUtf8">;

/** The text of a JSON string. Undefined where the string ends before `end`, or is none. */
async function textPieces(
  line: Buffer,
  start: number,
  end: number,
  slices: Slices,
): Promise<Pieces | undefined> {
  const pieces: Buffer[] = [];
  let isText = true;
  for (let at = start; at < end; ) {
    const next = end - at <= pieceBytes ? end : safeCut(line, at + pieceBytes);
    const text = line.toString("utf8", at, next);
    isText &&= !text.includes("\ufffd") || isUtf8(line.subarray(at, next));
    try {
      pieces.push(Buffer.from(JSON.parse(`"${text}"`) as string));
    } catch {
      return undefined;
    }
    at = next;
    await slices.pauseIfOver();
  }
  return { pieces, isUtf8: isText };
}

async function base64Pieces(
  line: Buffer,
  start: number,
  end: number,
  slices: Slices,
): Promise<Pieces | undefined> {
  const pieces: Buffer[] = [];
  for (let at = start; at < end; at += pieceBytes) {
    const text = line.toString("latin1", at, Math.min(end, at + pieceBytes));
    if (text.includes('"')) {
      return undefined;
    }
    pieces.push(Buffer.from(text, "base64"));
    await slices.pauseIfOver();
  }
  return { pieces, isUtf8: true };
}

/** The last place up to `end` where a JSON string may be cut: not in a code point, an escape, or a surrogate pair. */
function safeCut(line: Buffer, end: number): number {
  let cut = end;
  while (((line[cut] as number) & 0xc0) === 0x80) {
    cut--;
  }
  // Two escapes that are a pair take twelve bytes.
  for (let at = cut - 1; at >= cut - 12; at--) {
    if (line[at] === backslash) {
      let run = 1;
      while (line[at - run] === backslash) {
        run++;
      }
      // An even run is backslashes that are escaped themselves.
      return run % 2 === 0 ? cut : isLowSurrogate(line, at) ? at - 6 : at;
    }
  }
  return cut;
}

function isLowSurrogate(line: Buffer, at: number): boolean {
  return /^\\u[dD][c-fC-F]/.test(line.toString("latin1", at, at + 4));
}
