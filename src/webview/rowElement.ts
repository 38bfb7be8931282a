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
  formatSize,
  formatStatus,
  formatTime,
} from "./format.ts";

export const columns = [
  { name: "seq", title: "#", label: "Number" },
  { name: "time", title: "Time", label: "Time" },
  { name: "server", title: "Server", label: "Server" },
  { name: "direction", title: "⇅", label: "Direction" },
  { name: "kind", title: "Kind", label: "Kind" },
  { name: "method", title: "Method", label: "Method" },
  { name: "id", title: "Id", label: "Id" },
  { name: "status", title: "Status", label: "Status" },
  { name: "duration", title: "ms", label: "Milliseconds" },
  { name: "size", title: "Size", label: "Size" },
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
  private readonly statusIcon = icon("blank");
  private readonly statusText = element("span", { class: "status-text" });
  private shownIcon = "";

  constructor(id: string) {
    this.root = element("div", { class: "row", role: "row", id });
    for (const { name } of columns) {
      const cell = element("div", { class: `cell ${name}`, role: "gridcell" });
      this.cells[name] = cell;
      this.root.append(cell);
    }
    this.cells.method.append(this.warning, this.method, this.findings);
    this.cells.status.append(this.statusIcon, this.statusText);
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
      if (moved && this.row !== undefined) {
        this.row = undefined;
        this.write(undefined, now);
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

  /** Counts a pending row's time on. */
  tick(now: number): void {
    if (this.row !== undefined && this.isPending) {
      setText(this.cells.duration, formatDuration(elapsedMs(this.row, now) ?? 0));
    }
  }

  private write(row: PanelRow | undefined, now: number): void {
    const { cells } = this;
    this.root.dataset.kind = row?.kind ?? "";
    this.root.dataset.status = row?.status ?? "";
    if (row === undefined) {
      for (const name of ["seq", "time", "server", "direction", "kind", "id", "duration", "size"] as const) {
        setText(cells[name], "");
      }
      setText(this.warning, "");
      setText(this.findings, "");
      setText(this.method, "");
      setText(this.statusText, "");
      this.setIcon("blank");
      this.root.setAttribute("aria-label", "Loading");
      return;
    }
    const direction = directionOf(row);
    const elapsed = elapsedMs(row, now);
    const id = formatId(row.id);
    const status = formatStatus(row);
    setText(cells.seq, String(row.seq));
    setText(cells.time, formatTime(row.atMicros));
    cells.time.title = formatExactTime(row.atMicros);
    setText(cells.server, row.server);
    cells.server.title = row.server;
    setText(cells.direction, direction.arrow);
    cells.direction.title = direction.word;
    cells.direction.setAttribute("aria-label", direction.word);
    setText(cells.kind, row.kind);
    setText(this.warning, row.findings.length === 0 ? "" : "⚠");
    setText(this.findings, row.findings.join(", "));
    setText(this.method, formatMethod(row));
    this.method.classList.toggle("preview", row.method === undefined);
    cells.method.title = [formatMethod(row), ...row.findings.map((code) => `⚠ ${code}`)].join("\n");
    setText(cells.id, id);
    cells.id.title = id;
    setText(this.statusText, status);
    cells.status.title = status;
    this.setIcon(row.status === undefined ? "blank" : statusIcons[row.status]);
    setText(cells.duration, elapsed === undefined ? "" : formatDuration(elapsed));
    setText(cells.size, row.channel === "lifecycle" ? "" : formatSize(row.bytes));
    cells.size.title = row.channel === "lifecycle" ? "" : `${row.bytes.toLocaleString("en")} bytes`;
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
