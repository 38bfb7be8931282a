import type { PanelPill } from "../shared/trafficProtocol.ts";
import { element, setText } from "./dom.ts";
import { fill, words } from "./words.ts";

const titles: readonly [PanelPill, string][] = [
  ["all", words.all],
  ["calls", words.calls],
  ["notifications", words.notifications],
  ["stderr", words.stderrPill],
  ["problems", words.problems],
];

/** One of a few kinds of lines: a radio group, so that the arrow keys go through it. */
export class Pills {
  readonly root = element("div", { class: "pills", role: "radiogroup", "aria-label": words.filterByKind });
  private readonly buttons = new Map<PanelPill, HTMLButtonElement>();
  private readonly changed: (pill: PanelPill) => void;
  private chosen: PanelPill = "all";

  constructor(changed: (pill: PanelPill) => void) {
    this.changed = changed;
    for (const [pill, title] of titles) {
      const button = element("button", { class: "pill", type: "button", role: "radio" }, title);
      button.addEventListener("click", () => this.pick(pill));
      this.buttons.set(pill, button);
      this.root.append(button);
    }
    this.root.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const at = titles.findIndex(([pill]) => pill === this.chosen);
      const next = titles[(at + by + titles.length) % titles.length]?.[0];
      if (by !== 0 && next !== undefined) {
        this.pick(next);
        this.buttons.get(next)?.focus();
        event.preventDefault();
      }
    });
    this.choose("all");
  }

  choose(chosen: PanelPill): void {
    this.chosen = chosen;
    for (const [pill, button] of this.buttons) {
      button.setAttribute("aria-checked", String(pill === chosen));
      button.tabIndex = pill === chosen ? 0 : -1;
    }
  }

  setProblems(count: number): void {
    const button = this.buttons.get("problems");
    if (button !== undefined) {
      setText(button, count === 0 ? words.problems : fill(words.problemsCount, count.toLocaleString("en")));
      button.classList.toggle("has-problems", count > 0);
    }
  }

  private pick(pill: PanelPill): void {
    if (pill !== this.chosen) {
      this.choose(pill);
      this.changed(pill);
    }
  }
}
