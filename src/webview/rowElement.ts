import { formatSize } from "../shared/size.ts";
import type { PanelRow, PanelStatus } from "../shared/trafficProtocol.ts";
import { element, icon, setText } from "./dom.ts";
import {
  describeRow,
  directionOf,
  elapsedMs,
  formatDuration,
  formatExactTime,
  formatId,
  formatMethod,
  formatStatus,
  formatTime,
} from "./format.ts";
import { rowContext } from "./rowContext.ts";
import { place, spanOf, type TimeSpan } from "./waterfall.ts";
import { fill, words } from "./words.ts";

export const columns = [
  { name: "seq", title: "#", label: words.number },
  { name: "time", title: words.time, label: words.time },
  { name: "server", title: words.server, label: words.server },
  { name: "direction", title: "⇅", label: words.direction },
  { name: "kind", title: words.kind, label: words.kind },
  { name: "method", title: words.method, label: words.method },
  { name: "id", title: words.id, label: words.id },
  { name: "status", title: words.status, label: words.status },
  { name: "duration", title: "ms", label: words.milliseconds },
  { name: "size", title: words.size, label: words.size },
  { name: "timeline", title: words.timeline, label: words.timeline, hint: words.timelineHint },
] as const;

type ColumnName = (typeof columns)[number]["name"];

const statusIcons: Record<PanelStatus, string> = {
  pending: "loading",
  ok: "check",
  error: "error",
  cancelled: "circle-slash",
  timedOut: "watch",
  serverExited: "debug-disconnect",
};

/** How a row stands in relation to the selected one. */
export type RowMark = "selected" | "partner" | "none";

/** One of the few row elements of the list: shows whatever row scrolls by. */
export class RowElement {
  readonly root: HTMLElement;
  /** The index it shows, -1 while it shows none. */
  index = -1;
  private row: PanelRow | undefined;
  private readonly cells = {} as Record<ColumnName, HTMLElement>;
  private readonly warning = element("span", { class: "warning", "aria-hidden": "true" });
  private readonly findings = element("span", { class: "findings" });
  private readonly method = element("span", { class: "method-text" });
  private readonly subject = element("span", { class: "subject" });
  private readonly statusIcon = icon("blank");
  private readonly statusText = element("span", { class: "status-text" });
  private readonly bar = element("span", { class: "bar" });
  private shownIcon = "";
  private shownBar = "";

  constructor(id: string) {
    this.root = element("div", { class: "row", role: "row", id });
    for (const [index, { name }] of columns.entries()) {
      const cell = element("div", {
        class: `cell ${name}`,
        role: "gridcell",
        "aria-colindex": `${index + 1}`,
      });
      this.cells[name] = cell;
      this.root.append(cell);
    }
    this.cells.method.append(this.warning, this.method, this.subject, this.findings);
    this.cells.status.append(this.statusIcon, this.statusText);
    this.cells.timeline.append(this.bar);
    this.cells.timeline.setAttribute("aria-hidden", "true");
  }

  get isPending(): boolean {
    return this.index >= 0 && this.row?.status === "pending";
  }

  hide(): void {
    if (this.index !== -1) {
      this.index = -1;
      this.root.hidden = true;
    }
  }

  /** Shows `row` at `index`. A row that is still on its way leaves the old text where the index is the same. */
  show(index: number, row: PanelRow | undefined, now: number): void {
    const moved = this.index !== index;
    if (moved) {
      this.index = index;
      this.root.hidden = false;
      this.root.setAttribute("aria-rowindex", String(index + 2));
    }
    if (row === undefined) {
      if (moved) {
        this.row = undefined;
        this.writeNothing();
      }
    } else if (row !== this.row) {
      this.row = row;
      this.write(row, now);
    }
  }

  mark(mark: RowMark): void {
    this.root.setAttribute("aria-selected", String(mark === "selected"));
    this.root.classList.toggle("selected", mark === "selected");
    this.root.classList.toggle("partner", mark === "partner");
  }

  /** Draws when the row was and how long it took, within what the rows on screen span. */
  placeIn(range: TimeSpan, now: number): void {
    if (this.row === undefined) {
      return;
    }
    const { left, width } = place(spanOf(this.row, now), range);
    const bar = `${(left * 100).toFixed(1)}% ${(width * 100).toFixed(1)}%`;
    if (bar !== this.shownBar) {
      this.shownBar = bar;
      const [from = "", length = ""] = bar.split(" ");
      this.bar.style.left = from;
      this.bar.style.width = length;
    }
    if (this.isPending) {
      setText(this.cells.duration, formatDuration(elapsedMs(this.row, now) ?? 0));
    }
  }

  private writeNothing(): void {
    if (this.root.classList.contains("loading")) {
      return;
    }
    const { cells } = this;
    this.root.classList.add("loading");
    this.root.dataset.kind = "";
    this.root.dataset.status = "";
    for (const name of ["seq", "time", "server", "direction", "kind", "id", "duration", "size"] as const) {
      setText(cells[name], "");
    }
    for (const part of [this.warning, this.findings, this.method, this.subject, this.statusText]) {
      setText(part, "");
    }
    this.setIcon("blank");
    this.root.removeAttribute("data-vscode-context");
    this.root.setAttribute("aria-label", words.loading);
  }

  private write(row: PanelRow, now: number): void {
    const { cells } = this;
    this.root.classList.remove("loading");
    this.root.dataset.kind = row.kind;
    this.root.dataset.channel = row.channel;
    this.root.dataset.status = row.status ?? "";
    this.root.dataset.vscodeContext = JSON.stringify(rowContext(row));
    const direction = directionOf(row);
    const elapsed = elapsedMs(row, now);
    const id = formatId(row.id);
    const status = formatStatus(row);
    const isLifecycle = row.channel === "lifecycle";
    setText(cells.seq, String(row.seq));
    setText(cells.time, formatTime(row.atMicros));
    cells.time.title = formatExactTime(row.atMicros);
    setText(cells.server, row.server);
    cells.server.title = row.server;
    setText(cells.direction, direction.arrow);
    cells.direction.title = direction.word;
    setText(cells.kind, row.kind);
    setText(this.warning, row.findings.length === 0 ? "" : "⚠");
    setText(this.findings, row.findings.join(", "));
    setText(this.method, formatMethod(row));
    this.method.classList.toggle("preview", row.method === undefined);
    setText(this.subject, row.subject ?? "");
    cells.method.title = [
      [formatMethod(row), row.subject ?? ""].filter((part) => part !== "").join(" · "),
      ...row.findings.map((code) => `⚠ ${code}`),
    ].join("\n");
    setText(cells.id, id);
    cells.id.title = id;
    setText(this.statusText, status);
    cells.status.title = status;
    this.statusText.classList.toggle("says", row.status === undefined);
    this.setIcon(row.status === undefined ? "blank" : statusIcons[row.status]);
    setText(cells.duration, elapsed === undefined ? "" : formatDuration(elapsed));
    setText(cells.size, isLifecycle ? "" : formatSize(row.bytes));
    cells.size.title = isLifecycle ? "" : fill(words.bytes, row.bytes.toLocaleString("en"));
    this.root.setAttribute("aria-label", describeRow(row, now));
  }

  private setIcon(name: string): void {
    if (this.shownIcon !== name) {
      this.shownIcon = name;
      const spin = name === "loading" ? " codicon-modifier-spin" : "";
      this.statusIcon.className = name === "blank" ? "" : `codicon codicon-${name}${spin}`;
    }
  }
}
