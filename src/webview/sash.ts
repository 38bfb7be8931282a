import { element } from "./dom.ts";
import { words } from "./words.ts";

const smallest = 0.15;
const largest = 0.85;
const step = 0.05;

/**
 * The border between list and detail, which a person can drag. The detail's share is in `--detail-share`; until it was
 * dragged the style sheet chooses.
 */
export class Sash {
  readonly root = element("div", {
    class: "sash",
    role: "separator",
    tabindex: "0",
    "aria-label": words.detailSize,
    "aria-valuemin": "15",
    "aria-valuemax": "85",
    "aria-valuenow": "40",
  });
  private readonly frame: HTMLElement;
  private readonly changed: (share: number) => void;

  constructor(frame: HTMLElement, share: number | undefined, changed: (share: number) => void) {
    this.frame = frame;
    this.changed = changed;
    if (share !== undefined) {
      this.apply(share);
    }
    this.root.hidden = true;
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) {
        const box = this.frame.getBoundingClientRect();
        const share = this.isBeside()
          ? (box.right - event.clientX) / box.width
          : (box.bottom - event.clientY) / box.height;
        this.set(share);
      }
    });
    this.root.addEventListener("keydown", (event) => {
      const larger = event.key === "ArrowUp" || event.key === "ArrowLeft";
      if (larger || event.key === "ArrowDown" || event.key === "ArrowRight") {
        this.set(this.measure() + (larger ? step : -step));
        event.preventDefault();
      }
    });
  }

  private isBeside(): boolean {
    return getComputedStyle(this.frame).flexDirection === "row";
  }

  /** The detail's share as it is now. */
  private measure(): number {
    const frame = this.frame.getBoundingClientRect();
    const sash = this.root.getBoundingClientRect();
    return this.isBeside()
      ? (frame.right - sash.right) / frame.width
      : (frame.bottom - sash.bottom) / frame.height;
  }

  private set(share: number): void {
    this.changed(this.apply(share));
  }

  private apply(share: number): number {
    const kept = Math.min(largest, Math.max(smallest, share));
    this.frame.style.setProperty("--detail-share", `${kept * 100}%`);
    this.root.setAttribute("aria-valuenow", String(Math.round(kept * 100)));
    return kept;
  }
}
