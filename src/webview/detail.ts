import type { HostMessage, PanelRow } from "../shared/trafficProtocol.ts";
import { element, iconButton, setText } from "./dom.ts";
import { directionOf, formatMethod, formatSize } from "./format.ts";

type Line = Extract<HostMessage, { type: "line" }>;

export interface DetailEvents {
  askForLine(seq: number): void;
  open(seq: number, as: "raw" | "message"): void;
  cancel(seq: number): void;
  close(): void;
}

/** What crossed the pipe for the selected row: the exact text, not a picture of it. */
export class Detail {
  readonly root: HTMLElement;
  private readonly events: DetailEvents;
  private readonly title = element("span", { class: "detail-title" });
  private readonly note = element("div", { class: "note", role: "note" });
  private readonly noteText = element("span");
  private readonly text = element("pre", { class: "raw", tabindex: "0", role: "region" });
  private readonly cancelButton: HTMLButtonElement;
  private row: PanelRow | undefined;
  private shown: number | undefined;
  private asked: number | undefined;

  constructor(events: DetailEvents) {
    this.events = events;
    this.cancelButton = iconButton("debug-stop", "Cancel call", () =>
      this.withSeq((seq) => events.cancel(seq)),
    );
    const openMessage = iconButton("go-to-file", "Open formatted in an editor", () =>
      this.withSeq((seq) => events.open(seq, "message")),
    );
    const openRaw = iconButton("file-code", "Open whole line in an editor", () =>
      this.withSeq((seq) => events.open(seq, "raw")),
    );
    const noteButton = element("button", { class: "link-button", type: "button" }, "Open whole line");
    noteButton.addEventListener("click", () => this.withSeq((seq) => events.open(seq, "raw")));
    this.note.append(this.noteText, " ", noteButton);
    this.note.hidden = true;
    this.root = element(
      "section",
      { class: "detail", "aria-label": "Selected line" },
      element(
        "div",
        { class: "detail-head" },
        this.title,
        element(
          "div",
          { class: "actions", role: "toolbar", "aria-label": "Selected line" },
          this.cancelButton,
          openMessage,
          openRaw,
          iconButton("close", "Close", () => events.close()),
        ),
      ),
      this.note,
      this.text,
    );
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        events.close();
      }
    });
  }

  /** Shows a row, or what became of it meanwhile. */
  show(row: PanelRow): void {
    const another = this.row?.seq !== row.seq;
    this.row = row;
    const partner =
      row.partner === undefined ? "" : row.kind === "request" ? ` → ${row.partner}` : ` ← ${row.partner}`;
    setText(this.title, `${row.seq}${partner} · ${row.server} · ${row.kind} ${formatMethod(row)}`);
    this.title.title = `${this.title.textContent}, ${directionOf(row).word}`;
    this.text.setAttribute("aria-label", `Raw text of line ${row.seq}`);
    this.cancelButton.hidden = row.status !== "pending" || row.channel !== "stdin";
    this.root.hidden = false;
    if (another) {
      this.ask();
    }
  }

  hide(): void {
    this.row = undefined;
    this.shown = undefined;
    this.asked = undefined;
    this.root.hidden = true;
    this.text.textContent = "";
    this.note.hidden = true;
  }

  put(line: Line): void {
    this.asked = undefined;
    if (line.seq === this.row?.seq) {
      this.write(line);
    }
    this.ask();
  }

  /** One request at a time: whoever holds an arrow key down passes many rows. */
  private ask(): void {
    const seq = this.row?.seq;
    if (seq !== undefined && seq !== this.shown && this.asked === undefined) {
      this.asked = seq;
      this.events.askForLine(seq);
    }
  }

  private write(line: Line): void {
    this.shown = line.seq;
    this.text.textContent = line.text ?? "This line is no longer in the log.";
    this.text.classList.toggle("gone", line.text === undefined);
    this.text.scrollTop = 0;
    this.note.hidden = line.text === undefined || line.shown >= line.bytes;
    setText(this.noteText, `Showing the first ${formatSize(line.shown)} of ${formatSize(line.bytes)}.`);
  }

  private withSeq(act: (seq: number) => void): void {
    if (this.row !== undefined) {
      act(this.row.seq);
    }
  }
}
