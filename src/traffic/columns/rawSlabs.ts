import { type Line, LineInChunk } from "../../wire/line.ts";

const slabBytes = 1024 * 1024;
/** From here on a line keeps the memory it came in. */
const adoptedBytes = 64 * 1024;

/** A file that lines were moved to. */
export interface SlabFile {
  /** The bytes at a position, read at once; fewer where the file no longer has them. Never throws. */
  read(position: number, length: number): Buffer;
}

interface Slab {
  /** Where it lies in memory. */
  bytes?: Buffer;
  /** Else where it lies in a file; neither once nothing in it is wanted any more. */
  file?: SlabFile;
  position: number;
  /** How many lines in it are wanted. */
  lines: number;
}

const nothing = Buffer.alloc(0);
const released: Slab = { position: 0, lines: 0 };

/**
 * The bytes of all lines, in few large blocks, found again by the number of their slab and their offset in it.
 *
 * What comes in blocks is kept as it is: chunks full of lines, and lines of 64 KB or more that own their memory. The
 * others are copied into slabs, at the cost of their bytes. Lines can be moved to a file, where they are read from
 * when somebody asks.
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
  /** The memory that the slabs take. */
  heldBytes = 0;
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

  /** The bytes of a line or of a part of one; in memory not a copy: nobody may write into them. */
  get(slab: number, offset: number, length: number): Buffer {
    const { bytes, file, position } = this.#slabs[slab] ?? released;
    return bytes?.subarray(offset, offset + length) ?? file?.read(position + offset, length) ?? nothing;
  }

  /** Whether a slab lies in memory. */
  isHeld(slab: number): boolean {
    return this.#slabs[slab]?.bytes !== undefined;
  }

  /** Makes a slab of what was written to a file from `position` on. Its lines are still to be counted, by `keep`. */
  addWritten(file: SlabFile, position: number): number {
    return this.#slabs.push({ file, position, lines: 0 }) - 1;
  }

  /** One more line lies in that slab. */
  keep(slab: number): void {
    (this.#slabs[slab] as Slab).lines++;
  }

  /** One line in that slab is wanted no more. The slab's memory goes once that is true of all its lines. */
  release(slab: number): void {
    const holding = this.#slabs[slab];
    if (holding === undefined || holding === released || --holding.lines > 0) {
      return;
    }
    this.heldBytes -= holding.bytes?.length ?? 0;
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
    this.heldBytes = 0;
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
    this.heldBytes += bytes.length;
    return this.#slabs.push({ bytes, position: 0, lines: 0 }) - 1;
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
