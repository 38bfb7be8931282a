import type { HostMessage, PanelRow, RowRange, Selection } from "../shared/trafficProtocol.ts";
import { element } from "./dom.ts";
import { hostNow } from "./host.ts";
import { heardHeader, seenHeader } from "./listHeader.ts";
import { keyTarget } from "./listKeys.ts";
import { RowCache, type Wanted } from "./rowCache.ts";
import { columns } from "./rowElement.ts";
import { RowPool } from "./rowPool.ts";
import {
  listTop,
  maxListTop,
  positionAt,
  rowHeight,
  type ScrollGeometry,
  type ScrollPosition,
  scrolledTo,
  scrollHeight,
  topToReveal,
  visibleRows,
} from "./virtualScroll.ts";
import { rangeOf } from "./waterfall.ts";
import { words } from "./words.ts";

/** Rows drawn above and below the visible ones, so that a scrolling compositor finds them there. */
const extraRows = 8;

export interface ListEvents {
  /** Ask the host; `put` or `reset` is the answer. */
  want(wanted: Wanted): void;
  /** Another row is selected, or the selected one changed; undefined while none is. */
  selected(row: PanelRow | undefined): void;
  /** Enter on the selected row. */
  enter(): void;
  copy(seq: number): void;
  followChanged(follow: boolean): void;
  scrolled(top: number): void;
}

/** The list of rows: a grid for the keyboard and for screen readers, of which only the visible part exists. */
export class TrafficList {
  readonly root: HTMLElement;
  private readonly viewport: HTMLElement;
  private readonly spacer: HTMLElement;
  private readonly pool: RowPool;
  private readonly cache = new RowCache();
  private readonly events: ListEvents;
  /** Rows in the view. */
  private length = 0;
  /** Rows that the scroll bar knows: behind `length` for the moment in which a followed end is on its way. */
  private geometry: ScrollGeometry = { rows: 0, viewport: 0 };
  private position: ScrollPosition = { scrollTop: 0, offset: 0 };
  /** The seq comes with the row, which may be on its way. */
  private selection: { index: number; seq: number | undefined } | undefined;
  private following = true;
  private waiting = false;
  private drawing = false;

  constructor(events: ListEvents) {
    this.events = events;
    this.spacer = element("div", { class: "spacer", role: "rowgroup" });
    this.pool = new RowPool(this.spacer);
    this.viewport = element(
      "div",
      {
        class: "viewport",
        role: "grid",
        tabindex: "0",
        "aria-label": words.traffic,
        "aria-colcount": `${columns.length}`,
      },
      heardHeader(),
      this.spacer,
    );
    this.root = element("div", { class: "list" }, seenHeader(), this.viewport);
    this.viewport.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.spacer.addEventListener("mousedown", (event) => this.onMouseDown(event));
    this.spacer.addEventListener("dblclick", () => this.selection && events.enter());
    new ResizeObserver(() => this.onResize()).observe(this.viewport);
    setInterval(() => this.tick(), 100);
  }

  get follow(): boolean {
    return this.following;
  }

  set follow(follow: boolean) {
    if (this.following !== follow) {
      this.following = follow;
      this.events.followChanged(follow);
      if (follow) {
        this.moveTo(Number.POSITIVE_INFINITY);
      }
    }
  }

  get selectedSeq(): number | undefined {
    return this.selection?.seq;
  }

  /** The first state, or another view: nothing known so far holds. */
  reset(length: number, selection: Selection | undefined, top: number): void {
    this.cache.reset(length);
    this.length = length;
    this.waiting = false;
    this.pool.hide();
    this.selection = selection && { ...selection };
    this.setRows(length);
    this.moveTo(this.following ? Number.POSITIVE_INFINITY : top);
    this.askForRows();
  }

  change(message: Extract<HostMessage, { type: "changed" }>): void {
    const { length, dropped, firstChanged, updated, selection } = message;
    this.cache.change(length, firstChanged, updated);
    this.length = length;
    if (selection !== undefined && selection.seq === this.selection?.seq) {
      this.selection = { ...selection };
    } else if (dropped > 0 && this.selection !== undefined) {
      this.deselect(); // Its row is gone.
    }
    if (!this.following || length < this.geometry.rows) {
      // What is on screen stays there while the rows before it go.
      const top = Math.max(0, listTop(this.position) - dropped * rowHeight);
      this.setRows(length);
      this.moveTo(top);
    }
    this.askForRows();
  }

  /** The answer to `want`. */
  put(pages: readonly { start: number; rows: PanelRow[] }[]): void {
    this.waiting = false;
    let end = 0;
    for (const { start, rows } of pages) {
      this.cache.put(start, rows);
      end = Math.max(end, start + rows.length);
    }
    if (this.following && end > this.geometry.rows) {
      this.setRows(end);
      this.moveTo(Number.POSITIVE_INFINITY);
    }
    // At once: asking for the next rows forgets these where the end has run far ahead meanwhile.
    this.draw();
    this.askForRows();
    this.tellSelection();
  }

  select(index: number): void {
    if (this.length === 0) {
      return;
    }
    const target = Math.min(Math.max(0, index), this.length - 1);
    this.selection = { index: target, seq: this.cache.row(target)?.seq };
    this.setRows(this.length);
    this.moveTo(topToReveal(this.geometry, listTop(this.position), target));
    this.tellSelection();
  }

  /** Selects a row that somebody pointed to. */
  reveal({ seq, index }: Selection): void {
    if (index < 0 || index >= this.length) {
      return;
    }
    this.follow = false;
    this.selection = { index, seq };
    this.setRows(this.length);
    const top = listTop(this.position);
    const target = topToReveal(this.geometry, top, index);
    // Far away it is shown with what is around it.
    const isFar = Math.abs(target - top) > this.geometry.viewport;
    this.moveTo(isFar ? index * rowHeight - this.geometry.viewport / 3 : target);
    this.tellSelection();
    this.askForRows();
  }

  deselect(): void {
    this.selection = undefined;
    this.scheduleDraw();
    this.events.selected(undefined);
  }

  focus(): void {
    this.viewport.focus();
  }

  /** A selected row may be on its way, or newer than what was told of it. */
  private tellSelection(): void {
    if (this.selection === undefined) {
      return;
    }
    const row = this.cache.row(this.selection.index);
    if (row !== undefined) {
      this.selection.seq = row.seq;
      this.events.selected(row);
    }
  }

  private setRows(rows: number): void {
    this.geometry = { rows, viewport: this.viewport.clientHeight };
    this.spacer.style.height = `${scrollHeight(this.geometry)}px`;
    this.viewport.setAttribute("aria-rowcount", String(rows + 1));
  }

  private moveTo(top: number): void {
    this.position = positionAt(this.geometry, Math.min(top, maxListTop(this.geometry)));
    if (Math.abs(this.viewport.scrollTop - this.position.scrollTop) >= 1) {
      this.viewport.scrollTop = this.position.scrollTop;
    }
    if (!this.following) {
      this.events.scrolled(listTop(this.position));
    }
    this.scheduleDraw();
  }

  private onScroll(): void {
    const { scrollTop, clientHeight } = this.viewport;
    if (clientHeight !== this.geometry.viewport) {
      this.onResize(); // Its own scrolling may be told first.
      return;
    }
    if (Math.abs(scrollTop - this.position.scrollTop) < 1) {
      return; // Our own doing.
    }
    const before = listTop(this.position);
    this.position = scrolledTo(this.geometry, this.position, scrollTop);
    if (Math.abs(this.position.scrollTop - scrollTop) >= 1) {
      this.viewport.scrollTop = this.position.scrollTop;
    }
    const top = listTop(this.position);
    if (top < before) {
      this.follow = false;
    } else if (top >= maxListTop(this.geometry) - 2) {
      this.follow = true;
    }
    this.events.scrolled(top);
    this.scheduleDraw();
    this.askForRows();
  }

  private onResize(): void {
    const { offsetWidth, clientWidth } = this.viewport;
    this.root.style.setProperty("--scroll-bar-width", `${offsetWidth - clientWidth}px`);
    this.setRows(this.geometry.rows);
    this.moveTo(this.following ? Number.POSITIVE_INFINITY : listTop(this.position));
    this.askForRows();
  }

  private visible(): RowRange {
    if (!this.following) {
      return visibleRows(this.geometry, listTop(this.position));
    }
    const whole = { rows: this.length, viewport: this.geometry.viewport };
    return visibleRows(whole, maxListTop(whole));
  }

  /** One request at a time: what is asked for next is what is visible when the answer is here. */
  private askForRows(): void {
    if (this.waiting) {
      return;
    }
    const wanted = this.cache.want(this.visible());
    if (wanted !== undefined) {
      this.waiting = true;
      this.events.want(wanted);
    }
  }

  private scheduleDraw(): void {
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => {
        this.drawing = false;
        this.draw();
      });
    }
  }

  private draw(): void {
    const now = hostNow();
    const active = this.pool.draw({
      ...visibleRows(this.geometry, listTop(this.position), extraRows),
      offset: this.position.offset,
      rowAt: (index) => this.cache.row(index),
      selection: this.selection,
      range: rangeOf(this.visibleCached(), now),
      now,
    });
    if (active === undefined) {
      this.viewport.removeAttribute("aria-activedescendant");
      this.root.removeAttribute("data-vscode-context");
    } else {
      this.viewport.setAttribute("aria-activedescendant", active.id);
      // The menu key opens the menu of what has the focus: of the list, for the selected row.
      this.root.dataset.vscodeContext = active.dataset.vscodeContext ?? "{}";
    }
  }

  /** Of the rows on screen those that are here. */
  private visibleCached(): PanelRow[] {
    const { start, count } = visibleRows(this.geometry, listTop(this.position));
    const rows: PanelRow[] = [];
    for (let index = start; index < start + count; index++) {
      const row = this.cache.row(index);
      if (row !== undefined) {
        rows.push(row);
      }
    }
    return rows;
  }

  private tick(): void {
    if (this.pool.anyPending) {
      this.scheduleDraw();
    }
  }

  private onMouseDown(event: MouseEvent): void {
    const index = this.pool.indexOf(event.target as HTMLElement);
    if ((event.button === 0 || event.button === 2) && index !== undefined) {
      this.select(index);
    }
  }

  private onKey(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "c" && this.selection?.seq !== undefined && !anyTextSelected()) {
      this.events.copy(this.selection.seq);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (isCommand || event.altKey) {
      return;
    }
    const page = Math.max(1, Math.floor(this.geometry.viewport / rowHeight) - 1);
    const { start, count } = visibleRows(this.geometry, listTop(this.position));
    const current = this.selection?.index ?? (this.following ? start + count : start - 1);
    const place = { current, firstVisible: start, last: this.length - 1, page };
    const target = keyTarget(event.key, place);
    if (event.key === "Escape" && this.selection !== undefined) {
      this.deselect();
    } else if (event.key === "Enter" && this.selection !== undefined) {
      this.events.enter();
    } else if (target !== undefined) {
      this.follow = event.key === "End" || (this.following && event.key === "Enter");
      this.select(target);
      this.askForRows();
    } else {
      return;
    }
    event.preventDefault();
  }
}

function anyTextSelected(): boolean {
  return document.getSelection()?.isCollapsed === false;
}
