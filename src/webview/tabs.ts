import { element, setText } from "./dom.ts";

export const tabNames = ["message", "raw", "call", "findings"] as const;
export type TabName = (typeof tabNames)[number];

/** A row of tabs, of which one is chosen: by a click, or by the arrow keys as in VS Code's own panels. */
export class Tabs {
  readonly root: HTMLElement;
  private readonly buttons = new Map<TabName, HTMLButtonElement>();
  private readonly changed: (name: TabName) => void;
  private current: TabName;

  constructor(
    label: string,
    titles: Record<TabName, string>,
    first: TabName,
    changed: (name: TabName) => void,
  ) {
    this.changed = changed;
    this.current = first;
    this.root = element("div", { class: "tabs", role: "tablist", "aria-label": label });
    for (const name of tabNames) {
      const button = element(
        "button",
        { class: "tab", type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "detail-body" },
        titles[name],
      );
      button.addEventListener("click", () => this.choose(name));
      this.buttons.set(name, button);
      this.root.append(button);
    }
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.show();
  }

  get chosen(): TabName {
    return this.current;
  }

  setTitle(name: TabName, title: string): void {
    const button = this.buttons.get(name);
    if (button !== undefined) {
      setText(button, title);
    }
  }

  focus(): void {
    this.buttons.get(this.current)?.focus();
  }

  private choose(name: TabName): void {
    if (name !== this.current) {
      this.current = name;
      this.show();
      this.changed(name);
    }
  }

  private show(): void {
    for (const [name, button] of this.buttons) {
      const isChosen = name === this.current;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  private onKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = tabNames.indexOf(this.current);
    const name = tabNames[(at + by + tabNames.length) % tabNames.length];
    if (by !== 0 && name !== undefined) {
      this.choose(name);
      this.focus();
      event.preventDefault();
    }
  }
}
