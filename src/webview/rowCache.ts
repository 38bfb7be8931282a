import { type PanelRow, pageSize, type RowRange } from "../shared/trafficProtocol.ts";

interface Page {
  rows: PanelRow[];
  /** Still shown, until the newer rows are here. */
  stale: boolean;
}

/** What to ask the host for. */
export interface Wanted {
  window: RowRange;
  pages: number[];
}

/** Pages fetched ahead on both sides: a fast wheel passes one while the answer is on its way. */
const pagesAhead = 2;

/** The rows around what is visible, in pages. Holds the window it asked for last and nothing else. */
export class RowCache {
  private readonly pages = new Map<number, Page>();
  private length = 0;

  /** Everything is unknown. */
  reset(length: number): void {
    this.pages.clear();
    this.length = length;
  }

  row(index: number): PanelRow | undefined {
    const start = index - (index % pageSize);
    return this.pages.get(start)?.rows[index - start];
  }

  /** Rows from `firstChanged` on are new or moved, and those in `updated` changed in place. */
  change(length: number, firstChanged: number, updated: readonly number[]): void {
    this.length = length;
    const seqs = new Set(updated);
    for (const [start, page] of this.pages) {
      if (start >= length) {
        this.pages.delete(start);
        continue;
      }
      page.rows.length = Math.min(page.rows.length, length - start);
      page.stale ||=
        firstChanged < start + page.rows.length ||
        (seqs.size > 0 && page.rows.some((row) => seqs.has(row.seq)));
    }
  }

  put(start: number, rows: PanelRow[]): void {
    this.pages.set(start, { rows, stale: false });
  }

  /**
   * The pages of `visible` and its neighbours that are missing or out of date, visible ones first; undefined where
   * none of them is. Forgets the pages outside.
   */
  want(visible: RowRange): Wanted | undefined {
    const first = Math.max(0, Math.floor(visible.start / pageSize) - pagesAhead) * pageSize;
    const visibleEnd = visible.start + visible.count;
    const end = Math.min(this.length, (Math.ceil(visibleEnd / pageSize) + pagesAhead) * pageSize);
    for (const start of this.pages.keys()) {
      if (start < first || start >= end) {
        this.pages.delete(start);
      }
    }
    const pages: number[] = [];
    const neighbours: number[] = [];
    for (let start = first; start < end; start += pageSize) {
      const page = this.pages.get(start);
      const full = Math.min(pageSize, this.length - start);
      if (page === undefined || page.stale || page.rows.length < full) {
        const isVisible = start < visibleEnd && start + pageSize > visible.start;
        (isVisible ? pages : neighbours).push(start);
      }
    }
    pages.push(...neighbours);
    return pages.length === 0 ? undefined : { window: { start: first, count: end - first }, pages };
  }
}
