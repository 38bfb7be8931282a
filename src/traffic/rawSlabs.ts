const slabBytes = 1024 * 1024;
/** From here on a line keeps the memory it came in. */
const adoptedBytes = 64 * 1024;

interface Slab {
  /** Undefined once nothing in it is wanted any more. */
  bytes: Buffer | undefined;
  /** How many lines in it are still wanted. */
  lines: number;
}

/** The lines from `firstSeq` on, up to the next segment's, lie in `slab`. */
interface Segment {
  firstSeq: number;
  slab: Slab;
}

const noSlab: Slab = { bytes: undefined, lines: 0 };

/**
 * The bytes of all lines, in few large blocks.
 *
 * A line is copied in, at the cost of its bytes; one of 64 KB or more that owns its memory is adopted as it is. Lines
 * come in ascending seq and are found again by seq and offset.
 */
export class RawSlabs {
  readonly #segments: Segment[] = [];
  #open: Slab = noSlab;
  #openBytes: Buffer = Buffer.alloc(0);
  #used = 0;
  /** Whether the last segment is the open slab's. */
  #inOpen = false;

  /** Keeps the bytes of line `seq` and returns their offset. */
  put(seq: number, bytes: Buffer): number {
    const length = bytes.length;
    if (length >= adoptedBytes) {
      return this.#adopt(seq, bytes);
    }
    if (this.#used + length > this.#openBytes.length) {
      this.#openBytes = Buffer.allocUnsafeSlow(slabBytes);
      this.#open = { bytes: this.#openBytes, lines: 0 };
      this.#used = 0;
      this.#inOpen = false;
    }
    if (!this.#inOpen) {
      this.#segments.push({ firstSeq: seq, slab: this.#open });
      this.#inOpen = true;
    }
    const offset = this.#used;
    this.#openBytes.set(bytes, offset);
    this.#used = offset + length;
    this.#open.lines++;
    return offset;
  }

  /** The bytes of line `seq`, not a copy: nobody may write into them. Empty where they were freed. */
  get(seq: number, offset: number, length: number): Buffer {
    const bytes = this.#slabOf(seq).bytes;
    return bytes === undefined ? Buffer.alloc(0) : bytes.subarray(offset, offset + length);
  }

  /** Line `seq` is wanted no more. Its memory goes once that is true of all lines of its slab. */
  release(seq: number): void {
    const slab = this.#slabOf(seq);
    slab.lines--;
    if (slab.lines > 0) {
      return;
    }
    slab.bytes = undefined;
    if (slab === this.#open) {
      this.#open = noSlab;
      this.#openBytes = Buffer.alloc(0);
      this.#used = 0;
      this.#inOpen = false;
    }
  }

  #adopt(seq: number, bytes: Buffer): number {
    const ownsItsMemory = bytes.length * 2 >= bytes.buffer.byteLength;
    const slab: Slab = { bytes: ownsItsMemory ? bytes : copyOf(bytes), lines: 1 };
    this.#segments.push({ firstSeq: seq, slab });
    this.#inOpen = false;
    return 0;
  }

  #slabOf(seq: number): Slab {
    const segments = this.#segments;
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((segments[middle]?.firstSeq ?? 0) <= seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return segments[low - 1]?.slab ?? noSlab;
  }
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
