import { element } from "./dom.ts";

const smallest = 0.15;
const largest = 0.85;
const step = 0.05;

/** The border between list and detail, which a person can drag; the detail's share is in `--detail-share`. */
export class Sash {
  readonly root = element("div", {
    class: "sash",
    role: "separator",
    tabindex: "0",
    "aria-label": "Size of the selected line",
    "aria-valuemin": "15",
    "aria-valuemax": "85",
  });
  private readonly frame: HTMLElement;
  private readonly changed: (share: number) => void;
  private share: number;

  constructor(frame: HTMLElement, share: number, changed: (share: number) => void) {
    this.frame = frame;
    this.changed = changed;
    this.share = share;
    this.apply(share);
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
        this.set(this.share + (larger ? step : -step));
        event.preventDefault();
      }
    });
  }

  private isBeside(): boolean {
    return getComputedStyle(this.frame).flexDirection === "row";
  }

  private set(share: number): void {
    this.apply(share);
    this.changed(this.share);
  }

  private apply(share: number): void {
    this.share = Math.min(largest, Math.max(smallest, share));
    this.frame.style.setProperty("--detail-share", `${this.share * 100}%`);
    this.root.setAttribute("aria-valuenow", String(Math.round(this.share * 100)));
  }
}
