/** Ascending seqs, four bytes each. Made for appending; putting one into the midst costs the ones behind it. */
export class SeqList {
  #seqs = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#seqs[index] as number;
  }

  /** The position of `seq`, or -1. */
  indexOf(seq: number): number {
    const index = this.#lowerBound(seq);
    return index < this.#length && this.#seqs[index] === seq ? index : -1;
  }

  /** The position where it is now, or -1 where it was in the list before. */
  insert(seq: number): number {
    const index = this.#lowerBound(seq);
    if (index < this.#length && this.#seqs[index] === seq) {
      return -1;
    }
    if (this.#length === this.#seqs.length) {
      const longer = new Uint32Array(this.#length * 2);
      longer.set(this.#seqs);
      this.#seqs = longer;
    }
    if (index < this.#length) {
      this.#seqs.copyWithin(index + 1, index, this.#length);
    }
    this.#seqs[index] = seq;
    this.#length++;
    return index;
  }

  /** The position where it was, or -1 where it was not in the list. */
  remove(seq: number): number {
    const index = this.indexOf(seq);
    if (index !== -1) {
      this.#seqs.copyWithin(index, index + 1, this.#length);
      this.#length--;
    }
    return index;
  }

  /** Takes all seqs up to `seq` out. Returns how many. Costs those that stay. */
  drop(seq: number): number {
    const dropped = this.#lowerBound(seq + 1);
    this.#seqs.copyWithin(0, dropped, this.#length);
    this.#length -= dropped;
    return dropped;
  }

  /** The first position whose seq is not less. */
  #lowerBound(seq: number): number {
    let high = this.#length;
    if (high === 0 || (this.#seqs[high - 1] as number) < seq) {
      return high;
    }
    let low = 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#seqs[middle] as number) < seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
