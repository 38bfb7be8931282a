import { element, iconButton } from "./dom.ts";
import { words } from "./words.ts";

/** How long a person pauses who has typed what they look for. Milliseconds. */
const pauseMs = 150;

/** The text filter: takes effect in a pause of typing, or at once on Enter. */
export class FilterBox {
  readonly root: HTMLElement;
  private readonly input = element("input", {
    class: "filter-input",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: words.filterPlaceholder,
    "aria-label": words.filterTraffic,
  });
  private readonly clearButton: HTMLButtonElement;
  private readonly changed: (text: string) => void;
  private told = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: (text: string) => void, leave: () => void) {
    this.changed = changed;
    this.clearButton = iconButton("close", words.clearFilter, () => {
      this.input.value = "";
      this.tell();
      this.focus();
    });
    this.clearButton.hidden = true;
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.tell(), pauseMs);
      this.clearButton.hidden = this.input.value === "";
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        this.tell();
      } else if (event.key === "Escape" && this.input.value !== "") {
        this.input.value = "";
        this.tell();
      } else if (event.key === "ArrowDown" || event.key === "Escape") {
        leave();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    this.root = element("div", { class: "filter-box" }, this.input, this.clearButton);
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  /** What the host says; what a person is typing meanwhile stays. */
  setText(text: string): void {
    if (text !== this.told) {
      this.told = text;
      this.input.value = text;
      this.clearButton.hidden = text === "";
    }
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.clearButton.hidden = this.input.value === "";
    if (this.input.value !== this.told) {
      this.told = this.input.value;
      this.changed(this.told);
    }
  }
}
