import type { PanelRow } from "../shared/trafficProtocol.ts";
import { RowElement } from "./rowElement.ts";
import { rowHeight } from "./virtualScroll.ts";
import type { TimeSpan } from "./waterfall.ts";

/** What is to be seen. */
export interface Drawing {
  start: number;
  count: number;
  /** How far the rows are shifted up, so that a list of any length fits into what a browser scrolls. */
  offset: number;
  /** undefined: it is on its way. */
  rowAt(index: number): PanelRow | undefined;
  selection: { index: number; seq: number | undefined } | undefined;
  /** What the timeline spans. */
  range: TimeSpan;
  now: number;
}

/** The row elements that exist: enough for what is visible, each showing whatever row scrolls by at its place. */
export class RowPool {
  private readonly parent: HTMLElement;
  private readonly slots: RowElement[] = [];
  /** A row that counts its time is among those drawn last. */
  anyPending = false;

  constructor(parent: HTMLElement) {
    this.parent = parent;
  }

  hide(): void {
    for (const slot of this.slots) {
      slot.hide();
    }
  }

  /** The index of the row that an element is in. */
  indexOf(inside: Element): number | undefined {
    const root = inside.closest(".row");
    const slot = this.slots.find((candidate) => candidate.root === root);
    return slot === undefined || slot.index < 0 ? undefined : slot.index;
  }

  /** Returns the element of the selected row, where that is among those drawn. */
  draw({ start, count, offset, rowAt, selection, range, now }: Drawing): HTMLElement | undefined {
    this.grow(count);
    const partner = selection === undefined ? undefined : rowAt(selection.index)?.partner;
    const drawn = new Set<RowElement>();
    let active: HTMLElement | undefined;
    this.anyPending = false;
    for (let index = start; index < start + count; index++) {
      const slot = this.slots[index % this.slots.length] as RowElement;
      const row = rowAt(index);
      drawn.add(slot);
      slot.show(index, row, now);
      slot.placeIn(range, now);
      slot.root.style.transform = `translateY(${index * rowHeight - offset}px)`;
      if (selection?.index === index) {
        slot.mark("selected");
        active = slot.root;
      } else {
        slot.mark(isPartner(row, selection?.seq, partner) ? "partner" : "none");
      }
      this.anyPending ||= slot.isPending;
    }
    for (const slot of this.slots) {
      if (!drawn.has(slot)) {
        slot.hide();
      }
    }
    return active;
  }

  private grow(size: number): void {
    if (size <= this.slots.length) {
      return;
    }
    this.hide(); // Another size is another place for each index.
    while (this.slots.length < size) {
      const slot = new RowElement(`row-${this.slots.length}`);
      slot.root.hidden = true;
      this.slots.push(slot);
      this.parent.append(slot.root);
    }
  }
}

function isPartner(
  row: PanelRow | undefined,
  selected: number | undefined,
  partner: number | undefined,
): boolean {
  return row !== undefined && (row.seq === partner || (selected !== undefined && row.partner === selected));
}
