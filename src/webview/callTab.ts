import { formatSize } from "../shared/size.ts";
import type { CallMessage, CallPart, PanelRow } from "../shared/trafficProtocol.ts";
import { element, icon, linkButton } from "./dom.ts";
import {
  directionOf,
  elapsedMs,
  formatDurationWithUnit,
  formatMethod,
  formatStatus,
  formatTime,
  shownOf,
} from "./format.ts";
import { JsonTree } from "./jsonTree.ts";
import { fill, words } from "./words.ts";

export interface CallTabEvents {
  reveal(seq: number): void;
  open(seq: number): void;
}

const noAnswer: Partial<Record<string, string>> = {
  pending: words.noAnswerYet,
  cancelled: words.noAnswerCancelled,
  timedOut: words.noAnswerTimedOut,
  serverExited: words.noAnswerExited,
};

const lookAt = { request: words.theRequest, log: words.theServersLog, tool: words.theTool };

/** A request and its answer beside each other, and what came between them. [R11] */
export class CallTab {
  readonly root = element("div", { class: "call-tab", tabindex: "0", role: "group" });
  private readonly events: CallTabEvents;
  private readonly summary = element("div", { class: "call-summary" });
  private readonly request = element("section", { class: "call-part" });
  private readonly answer = element("section", { class: "call-part" });
  private readonly during = element("section", { class: "call-during" });
  /** What is drawn: redrawing would close what a person opened. */
  private drawn = { request: "", answer: "", during: "" };

  constructor(events: CallTabEvents) {
    this.events = events;
    this.root.append(
      this.summary,
      element("div", { class: "call-parts" }, this.request, this.answer),
      this.during,
    );
  }

  clear(): void {
    this.drawn = { request: "", answer: "", during: "" };
    for (const part of [this.summary, this.request, this.answer, this.during]) {
      part.replaceChildren();
    }
    this.root.classList.remove("has-call");
  }

  show(call: CallMessage, now: number): void {
    const { request, answer } = call;
    this.root.setAttribute("aria-label", fill(words.callOf, call.seq));
    this.root.classList.toggle("has-call", request !== undefined || answer !== undefined);
    if (request === undefined && answer === undefined) {
      this.clear();
      this.summary.append(words.noCall);
      return;
    }
    this.showSummary(call, now);
    this.showPart("request", words.request, request, words.requestGone);
    this.showPart("answer", words.answer, answer, noAnswer[request?.row.status ?? ""] ?? words.noAnswerYet);
    this.showDuring(call);
  }

  private showSummary({ request, answer, lookAt: where }: CallMessage, now: number): void {
    const row = request?.row ?? answer?.row;
    if (row === undefined) {
      return;
    }
    const elapsed = elapsedMs(row, now);
    const parts: (Node | string)[] = [
      element(
        "strong",
        {},
        [row.method ?? row.kind, row.subject ?? ""].filter((part) => part !== "").join(" · "),
      ),
      element("span", { class: "call-status", "data-status": row.status ?? "" }, formatStatus(row)),
    ];
    if (elapsed !== undefined) {
      parts.push(element("span", {}, formatDurationWithUnit(elapsed)));
    }
    if (where !== undefined) {
      parts.push(element("span", {}, fill(words.lookAt, lookAt[where])));
    }
    this.summary.replaceChildren(...parts);
  }

  private showPart(
    name: "request" | "answer",
    title: string,
    part: CallPart | undefined,
    none: string,
  ): void {
    const key = part === undefined ? none : `${part.row.seq}`;
    if (this.drawn[name] === key) {
      return;
    }
    this.drawn[name] = key;
    const section = this[name];
    section.setAttribute("aria-label", title);
    const head = element("h2", {}, title);
    if (part === undefined) {
      section.replaceChildren(head, element("p", { class: "hint" }, none));
      return;
    }
    const { row, text, shown } = part;
    const link = linkButton(`${row.seq}`, () => this.events.reveal(row.seq));
    link.title = fill(words.goTo, row.seq);
    link.setAttribute("aria-label", link.title);
    head.append(
      " ",
      link,
      element("span", { class: "hint" }, ` ${formatTime(row.atMicros)} · ${formatSize(row.bytes)}`),
    );
    const tree = JsonTree.of(text, `${title}, ${fill(words.messageOf, row.seq)}`);
    section.replaceChildren(head, tree?.root ?? element("pre", { class: "raw-part" }, text));
    if (shown < row.bytes) {
      section.append(
        element(
          "p",
          { class: "hint" },
          `${shownOf(
            row.findings.map((code) => ({ code })),
            shown,
            row.bytes,
          )} `,
          linkButton(words.openWholeLine, () => this.events.open(row.seq)),
        ),
      );
    }
  }

  private showDuring({ request, during, more }: CallMessage): void {
    const key = during.map(({ seq }) => seq).join();
    if (request === undefined || (this.drawn.during === `=${key}` && !more)) {
      return;
    }
    this.drawn.during = `=${key}`;
    this.during.setAttribute("aria-label", words.whileItRan);
    const list = element("ul", { class: "during" });
    for (const row of during) {
      list.append(element("li", {}, this.duringRow(row, request.row)));
    }
    this.during.replaceChildren(
      element("h2", {}, words.whileItRan),
      during.length === 0 ? element("p", { class: "hint" }, words.nothingWhileItRan) : list,
      ...(more ? [element("p", { class: "hint" }, words.moreLines)] : []),
    );
  }

  private duringRow(row: PanelRow, request: PanelRow): HTMLElement {
    const after = formatDurationWithUnit(Math.max(0, (row.atMicros - request.atMicros) / 1000));
    const button = element(
      "button",
      { class: "during-row", type: "button", title: fill(words.goTo, row.seq) },
      element("span", { class: "during-time" }, `+${after}`),
      icon(
        row.kind === "stderr"
          ? "terminal"
          : row.channel === "stdin"
            ? "arrow-small-right"
            : "arrow-small-left",
      ),
      element(
        "span",
        { class: "during-method" },
        row.kind === "stderr" ? words.stderrPill : formatMethod(row),
      ),
      element("span", { class: "during-note" }, row.kind === "stderr" ? row.preview : (row.note ?? "")),
    );
    button.setAttribute("aria-label", `${button.textContent}, ${directionOf(row).word}`);
    button.addEventListener("click", () => this.events.reveal(row.seq));
    return button;
  }
}
