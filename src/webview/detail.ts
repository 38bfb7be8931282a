import type { CallMessage, CopyForm, HostMessage, PanelRow } from "../shared/trafficProtocol.ts";
import { CallTab } from "./callTab.ts";
import { element, iconButton, linkButton, setText } from "./dom.ts";
import { FindingsTab } from "./findingsTab.ts";
import { directionOf, formatMethod, shownOf } from "./format.ts";
import { hostNow } from "./host.ts";
import { JsonTree } from "./jsonTree.ts";
import { isCapture } from "./surface.ts";
import { type TabName, Tabs } from "./tabs.ts";
import { fill, words } from "./words.ts";

type Line = Extract<HostMessage, { type: "line" }>;

/** How often a call that is going on is asked for anew. Milliseconds. */
const callPauseMs = 250;

export interface DetailEvents {
  askForLine(seq: number): void;
  askForCall(seq: number): void;
  open(seq: number, as: "raw" | "message"): void;
  copy(seq: number, as: CopyForm): void;
  sendAgain(seq: number): void;
  cancel(seq: number): void;
  reveal(seq: number): void;
  tabChanged(tab: TabName): void;
  close(): void;
}

/** The selected row in full: its message to fold, its exact text, its call, and what is wrong with it. */
export class Detail {
  readonly root: HTMLElement;
  private readonly events: DetailEvents;
  private readonly tabs: Tabs;
  private readonly place = element("span", { class: "detail-place" });
  private readonly note = element("div", { class: "note", role: "note" });
  private readonly noteText = element("span");
  private readonly body = element("div", { class: "detail-body", id: "detail-body", role: "tabpanel" });
  private readonly raw = element("pre", { class: "raw", tabindex: "0", role: "region" });
  private readonly message = element("div", { class: "message" });
  private readonly call: CallTab;
  private readonly findings: FindingsTab;
  private readonly cancelButton: HTMLButtonElement;
  private readonly againButton: HTMLButtonElement;
  private row: PanelRow | undefined;
  private line: Line | undefined;
  private asked: number | undefined;
  private callAskedAt = 0;
  private isCallStale = false;

  constructor(events: DetailEvents, tab: TabName) {
    this.events = events;
    this.call = new CallTab({ reveal: events.reveal, open: (seq) => events.open(seq, "raw") });
    this.findings = new FindingsTab(events.reveal);
    const titles = { message: words.message, raw: words.raw, call: words.call, findings: words.findings };
    this.tabs = new Tabs(words.selectedLine, titles, tab, (name) => {
      this.showBody();
      events.tabChanged(name);
    });
    const act = (name: string, label: string, run: (seq: number) => void) =>
      iconButton(name, label, () => this.row && run(this.row.seq));
    this.cancelButton = act("debug-stop", words.cancelCall, events.cancel);
    this.againButton = act("debug-rerun", words.sendAgain, events.sendAgain);
    this.note.append(
      this.noteText,
      " ",
      linkButton(words.openWholeLine, () => this.row && events.open(this.row.seq, "raw")),
    );
    const actions = element(
      "div",
      { class: "actions", role: "toolbar", "aria-label": words.selectedLine },
      this.cancelButton,
      this.againButton,
      act("copy", words.copy, (seq) => events.copy(seq, "raw")),
      act("go-to-file", words.openMessage, (seq) => events.open(seq, "message")),
      act("file-code", words.openRaw, (seq) => events.open(seq, "raw")),
      iconButton("close", words.close, () => events.close()),
    );
    this.root = element(
      "section",
      { class: "detail", "aria-label": words.selectedLine },
      element("div", { class: "detail-head" }, this.tabs.root, this.place, actions),
      this.note,
      this.body,
    );
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        events.close();
      }
    });
  }

  get isShown(): boolean {
    return !this.root.hidden;
  }

  focus(): void {
    this.tabs.focus();
  }

  /** Shows a row, or what became of it meanwhile. */
  show(row: PanelRow): void {
    const another = this.row?.seq !== row.seq;
    const changed = this.row !== row;
    this.row = row;
    this.showPlace(row);
    const isOurRequest =
      !isCapture && row.channel === "stdin" && (row.kind === "request" || row.kind === "batch");
    this.cancelButton.hidden = !isOurRequest || row.status !== "pending";
    this.againButton.hidden = !isOurRequest;
    const count = row.findings.length;
    this.tabs.setTitle("findings", count === 0 ? words.findings : fill(words.findingsCount, count));
    this.root.hidden = false;
    if (another) {
      this.line = undefined;
      this.callAskedAt = 0;
      this.ask();
    }
    if (changed) {
      this.isCallStale = true;
      this.askForCall();
    }
  }

  /** Something moved in the log: a call that is going on may have a new line. */
  refresh(): void {
    if (this.row !== undefined && this.isCallStale === false && this.callAskedAt !== 0) {
      this.isCallStale = this.isCallOpen;
    }
    this.askForCall();
  }

  hide(): void {
    this.row = undefined;
    this.line = undefined;
    this.asked = undefined;
    this.root.hidden = true;
    this.body.replaceChildren();
    this.note.hidden = true;
  }

  put(line: Line): void {
    this.asked = undefined;
    if (line.seq === this.row?.seq) {
      this.line = line;
      this.write(line);
      this.showBody();
    }
    this.ask();
  }

  putCall(call: CallMessage): void {
    if (call.seq === this.row?.seq) {
      this.isCallOpen = call.request?.row.status === "pending";
      this.call.show(call, hostNow());
    }
  }

  private isCallOpen = false;

  /** One request at a time: whoever holds an arrow key down passes many rows. */
  private ask(): void {
    const seq = this.row?.seq;
    if (seq !== undefined && seq !== this.line?.seq && this.asked === undefined) {
      this.asked = seq;
      this.events.askForLine(seq);
    }
  }

  private askForCall(): void {
    const now = Date.now();
    if (
      this.row !== undefined &&
      this.isCallStale &&
      this.tabs.chosen === "call" &&
      now - this.callAskedAt >= callPauseMs
    ) {
      this.isCallStale = false;
      this.callAskedAt = now;
      this.events.askForCall(this.row.seq);
    } else if (this.isCallStale && this.tabs.chosen === "call") {
      setTimeout(() => this.askForCall(), callPauseMs);
    }
  }

  private showPlace(row: PanelRow): void {
    const { seq, partner, kind } = row;
    const arrow = kind === "request" || kind === "batch" ? "→" : "←";
    this.place.title = `${seq} · ${row.server} · ${row.kind} ${formatMethod(row)}, ${directionOf(row).word}`;
    if (partner === undefined) {
      setText(this.place, `${seq}`);
    } else if (this.place.dataset.seqs !== `${seq} ${partner}`) {
      const link = linkButton(`${partner}`, () => this.events.reveal(partner));
      link.title = fill(words.goTo, partner);
      link.setAttribute("aria-label", link.title);
      this.place.replaceChildren(`${seq} ${arrow} `, link);
    }
    this.place.dataset.seqs = partner === undefined ? "" : `${seq} ${partner}`;
  }

  private write(line: Line): void {
    const { text, seq } = line;
    this.raw.setAttribute("aria-label", fill(words.rawTextOf, seq));
    this.raw.textContent = text ?? words.gone;
    this.raw.classList.toggle("gone", text === undefined);
    const isJson = this.row?.kind !== "stderr" && this.row?.kind !== "unparsed";
    const tree = isJson && text !== undefined ? JsonTree.of(text, fill(words.messageOf, seq)) : undefined;
    const plain = element("pre", { class: "raw", tabindex: "0", role: "region" }, text ?? words.gone);
    plain.setAttribute("aria-label", fill(words.messageOf, seq));
    this.message.replaceChildren(tree?.root ?? plain);
    this.findings.show(seq, line.findings);
    this.call.clear();
    this.body.scrollTop = 0;
    setText(this.noteText, shownOf(line.findings, line.shown, line.bytes));
  }

  private showBody(): void {
    const tab = this.tabs.chosen;
    const { line } = this;
    const bodies = {
      message: this.message,
      raw: this.raw,
      call: this.call.root,
      findings: this.findings.root,
    };
    this.body.setAttribute("aria-labelledby", `tab-${tab}`);
    if (this.body.firstElementChild !== bodies[tab]) {
      this.body.replaceChildren(bodies[tab]);
    }
    const isCut = line?.text !== undefined && line.shown < line.bytes;
    this.note.hidden = !isCut || (tab !== "message" && tab !== "raw");
    this.askForCall();
  }
}
