import { type Line, LineInChunk } from "../wire/line.ts";

const slabBytes = 1024 * 1024;
/** From here on a line keeps the memory it came in. */
const adoptedBytes = 64 * 1024;

interface Slab {
  /** Undefined once nothing in it is wanted any more. */
  bytes: Buffer | undefined;
  /** How many lines in it are wanted. */
  lines: number;
}

const nothing = Buffer.alloc(0);
const released: Slab = { bytes: undefined, lines: 0 };

/**
 * The bytes of all lines, in few large blocks, found again by the number of their slab and their offset in it.
 *
 * What comes in blocks is kept as it is: chunks full of lines, and lines of 64 KB or more that own their memory. The
 * others are copied into slabs, at the cost of their bytes.
 */
export class RawSlabs {
  readonly #slabs: Slab[] = [];
  /** The slab that lines are copied into. */
  #open = -1;
  #openBytes: Buffer = nothing;
  #used = 0;
  /** The slab that is the chunk of the last line that was one of many. */
  #chunk = -1;
  #chunkBytes: Buffer | undefined;
  /** Where the last line was put. */
  slab = 0;
  offset = 0;
  length = 0;

  /**
   * Keeps the bytes of a line; afterwards `slab`, `offset` and `length` tell where. Returns whether it lies in the same chunk as
   * the line that did so before it.
   */
  put(line: Line): boolean {
    if (line instanceof LineInChunk && line.isOneOfMany) {
      const isSame = line.chunk === this.#chunkBytes;
      if (!isSame) {
        this.#chunkBytes = line.chunk;
        this.#chunk = this.#add(line.chunk);
      }
      this.#put(this.#chunk, line.start, line.end - line.start);
      return isSame;
    }
    const length = lengthOf(line);
    if (length >= adoptedBytes) {
      const { bytes } = line;
      this.#put(this.#add(length * 2 >= bytes.buffer.byteLength ? bytes : copyOf(bytes)), 0, length);
      return false;
    }
    if (this.#open === -1 || this.#used + length > this.#openBytes.length) {
      this.#openBytes = Buffer.allocUnsafeSlow(slabBytes);
      this.#open = this.#add(this.#openBytes);
      this.#used = 0;
    }
    if (line instanceof LineInChunk) {
      line.chunk.copy(this.#openBytes, this.#used, line.start, line.end);
    } else {
      this.#openBytes.set(line.bytes, this.#used);
    }
    this.#put(this.#open, this.#used, length);
    this.#used += length;
    return false;
  }

  /** The bytes of a line, not a copy: nobody may write into them. */
  get(slab: number, offset: number, length: number): Buffer {
    return this.#slabs[slab]?.bytes?.subarray(offset, offset + length) ?? nothing;
  }

  /** One line in that slab is wanted no more. The slab's memory goes once that is true of all its lines. */
  release(slab: number): void {
    const holding = this.#slabs[slab];
    if (holding === undefined || --holding.lines > 0) {
      return;
    }
    this.#slabs[slab] = released;
    if (slab === this.#open) {
      this.#open = -1;
      this.#openBytes = nothing;
    } else if (slab === this.#chunk) {
      this.#chunk = -1;
      this.#chunkBytes = undefined;
    }
  }

  /** No line is wanted any more. */
  clear(): void {
    this.#slabs.fill(released);
    this.#open = -1;
    this.#openBytes = nothing;
    this.#chunk = -1;
    this.#chunkBytes = undefined;
  }

  #put(slab: number, offset: number, length: number): void {
    this.slab = slab;
    this.offset = offset;
    this.length = length;
    (this.#slabs[slab] as Slab).lines++;
  }

  #add(bytes: Buffer): number {
    return this.#slabs.push({ bytes, lines: 0 }) - 1;
  }
}

function lengthOf(line: Line): number {
  return line instanceof LineInChunk ? line.end - line.start : line.bytes.length;
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
