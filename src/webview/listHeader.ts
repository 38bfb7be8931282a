import { element } from "./dom.ts";
import { columns } from "./rowElement.ts";

/** The header that is seen: it stands above what scrolls. */
export function seenHeader(): HTMLElement {
  return element("div", { class: "header-frame", "aria-hidden": "true" }, headerRow({}));
}

/** The header that is heard: it is part of the grid. */
export function heardHeader(): HTMLElement {
  const header = headerRow({ role: "row", "aria-rowindex": "1" });
  for (const [index, { label }] of columns.entries()) {
    const cell = header.children[index];
    cell?.setAttribute("role", "columnheader");
    cell?.setAttribute("aria-colindex", `${index + 1}`);
    cell?.setAttribute("aria-label", label);
  }
  return element("div", { class: "said", role: "rowgroup" }, header);
}

function headerRow(attributes: Record<string, string>): HTMLElement {
  const cells = columns.map((column) => {
    const title = "hint" in column ? column.hint : column.label;
    return element("div", { class: `cell ${column.name}`, title }, column.title);
  });
  return element("div", { class: "header", ...attributes }, ...cells);
}
