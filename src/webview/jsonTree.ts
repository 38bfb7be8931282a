import { element, icon } from "./dom.ts";
import { childrenOf, type JsonNode, parseRoot, valueText } from "./jsonText.ts";
import { fill, words } from "./words.ts";

/** Children drawn at a time. */
const step = 100;
/** Characters of a string that are shown at first. */
const longestString = 2000;
/** Levels, children and rows that open by themselves. */
const openDepth = 4;
const openChildren = 40;
const openRows = 150;

/** A message as a tree whose nodes open on demand: only what is open exists. */
export class JsonTree {
  readonly root: HTMLElement;
  private readonly text: string;
  private rows = 0;

  /** Undefined where the text does not begin like JSON. */
  static of(text: string, label: string): JsonTree | undefined {
    const node = parseRoot(text);
    return node === undefined ? undefined : new JsonTree(text, node, label);
  }

  private constructor(text: string, node: JsonNode, label: string) {
    this.text = text;
    this.root = element("div", { class: "tree", role: "tree", "aria-label": label });
    if (node.kind === "object" || node.kind === "array") {
      const children = childrenOf(text, node);
      this.addChildren(this.root, children, 1, 0);
      if (children.length === 0) {
        this.root.append(this.item(node, 1));
      }
    } else {
      this.root.append(this.item(node, 1));
    }
    this.root.querySelector<HTMLElement>(".tree-item")?.setAttribute("tabindex", "0");
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", (event) => this.onFocus(event));
  }

  private addChildren(to: HTMLElement, children: readonly JsonNode[], level: number, from: number): void {
    for (const child of children.slice(from, from + step)) {
      to.append(this.item(child, level));
    }
    const left = children.length - from - step;
    if (left > 0) {
      const more = element(
        "div",
        { class: "tree-item more", role: "treeitem", tabindex: "-1", "aria-level": `${level}` },
        this.line(level, element("span", { class: "tree-more" }, fill(words.showMore, Math.min(left, step)))),
      );
      more.addEventListener("click", (event) => {
        event.stopPropagation();
        const hadFocus = more.contains(document.activeElement);
        this.addChildren(to, children, level, from + step);
        const next = more.nextElementSibling as HTMLElement | null;
        more.remove();
        if (hadFocus) {
          next?.focus();
        }
      });
      to.append(more);
    }
  }

  private item(node: JsonNode, level: number): HTMLElement {
    this.rows++;
    const item = element("div", {
      class: "tree-item",
      role: "treeitem",
      tabindex: "-1",
      "aria-level": `${level}`,
    });
    const children = node.kind === "object" || node.kind === "array" ? childrenOf(this.text, node) : [];
    const key = typeof node.key === "string" ? element("span", { class: "tree-key" }, node.key) : undefined;
    const index =
      typeof node.key === "number" ? element("span", { class: "tree-index" }, `${node.key}`) : undefined;
    const label = key ?? index;
    const parts: (Node | string)[] = label === undefined ? [] : [label, ": "];
    if (children.length === 0) {
      item.append(this.line(level, ...parts, this.value(node)));
      return item;
    }
    const twisty = icon("chevron-right");
    twisty.classList.add("twisty");
    const summary = element("span", { class: "tree-summary" }, summaryOf(node, children.length));
    item.append(this.line(level, twisty, ...parts, summary));
    const group = element("div", { role: "group" });
    let isFilled = false;
    const open = (isOpen: boolean): void => {
      if (isOpen && !isFilled) {
        isFilled = true;
        this.addChildren(group, children, level + 1, 0);
        item.append(group);
      }
      group.hidden = !isOpen;
      item.setAttribute("aria-expanded", String(isOpen));
    };
    item.addEventListener("toggle-node", (event) => {
      event.stopPropagation();
      open(item.getAttribute("aria-expanded") !== "true");
    });
    item.firstElementChild?.addEventListener("click", () => {
      if (document.getSelection()?.isCollapsed !== false) {
        toggle(item);
      }
    });
    open(level < openDepth && children.length <= openChildren && this.rows + children.length <= openRows);
    return item;
  }

  private line(level: number, ...parts: (Node | string)[]): HTMLElement {
    const line = element("div", { class: "tree-line" }, ...parts);
    line.style.setProperty("--level", `${level - 1}`);
    return line;
  }

  private value(node: JsonNode): HTMLElement {
    const whole = valueText(this.text, node);
    if (node.kind === "cut") {
      return element("span", { class: "tree-summary" }, whole === "" ? `… ${words.goesOn}` : whole);
    }
    if (node.kind !== "string") {
      return element("span", { class: `tree-${node.kind}` }, whole);
    }
    const value = element("span", { class: "tree-string" });
    value.textContent = `"${whole.slice(0, longestString)}${whole.length > longestString ? "…" : ""}"`;
    if (whole.length > longestString) {
      const more = element(
        "button",
        { class: "link-button", type: "button" },
        fill(words.showWholeText, whole.length.toLocaleString("en")),
      );
      more.addEventListener("click", () => {
        value.textContent = `"${whole}"`;
      });
      return element("span", {}, value, " ", more);
    }
    return value;
  }

  private onKey(event: KeyboardEvent): void {
    const item = (event.target as HTMLElement).closest<HTMLElement>(".tree-item");
    if (item === null || event.target !== item || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const expanded = item.getAttribute("aria-expanded");
    switch (event.key) {
      case "ArrowDown":
        this.move(item, 1);
        break;
      case "ArrowUp":
        this.move(item, -1);
        break;
      case "ArrowRight":
        if (expanded === "false") {
          toggle(item);
        } else if (expanded === "true") {
          this.move(item, 1);
        }
        break;
      case "ArrowLeft":
        if (expanded === "true") {
          toggle(item);
        } else {
          item.parentElement?.closest<HTMLElement>(".tree-item")?.focus();
        }
        break;
      case "Home":
        this.visibleItems()[0]?.focus();
        break;
      case "End":
        this.visibleItems().at(-1)?.focus();
        break;
      case "Enter":
      case " ":
        if (item.classList.contains("more")) {
          item.click();
        } else if (expanded !== null) {
          toggle(item);
        }
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** One item of the tree is in the tab order: the one that had the focus last. */
  private onFocus(event: FocusEvent): void {
    const item = (event.target as HTMLElement).closest<HTMLElement>(".tree-item");
    if (item !== null && item === event.target) {
      this.root.querySelector('.tree-item[tabindex="0"]')?.setAttribute("tabindex", "-1");
      item.setAttribute("tabindex", "0");
    }
  }

  private move(from: HTMLElement, by: number): void {
    const items = this.visibleItems();
    items[items.indexOf(from) + by]?.focus();
  }

  private visibleItems(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(".tree-item")].filter(
      (item) => item.closest("[hidden]") === null,
    );
  }
}

function toggle(item: HTMLElement): void {
  item.dispatchEvent(new CustomEvent("toggle-node"));
}

function summaryOf({ kind }: JsonNode, count: number): string {
  if (kind === "array") {
    return `[ ${count === 1 ? words.oneItem : fill(words.items, count)} ]`;
  }
  return `{ ${count === 1 ? words.oneKey : fill(words.keys, count)} }`;
}
