import type { FindingWords } from "../shared/trafficProtocol.ts";
import { element, icon, linkButton } from "./dom.ts";
import { fill, words } from "./words.ts";

/** What is wrong with a line: the code, what it means, what to do, and the line to compare it with. */
export class FindingsTab {
  readonly root = element("div", { class: "findings-tab", tabindex: "0", role: "group" });
  private readonly reveal: (seq: number) => void;

  constructor(reveal: (seq: number) => void) {
    this.reveal = reveal;
  }

  show(seq: number, findings: readonly FindingWords[]): void {
    this.root.setAttribute("aria-label", fill(words.findingsOfLine, seq));
    if (findings.length === 0) {
      this.root.replaceChildren(element("p", { class: "hint" }, words.noFindings));
      return;
    }
    this.root.replaceChildren(
      ...findings.map(({ code, sentence, advice, related }) => {
        const item = element(
          "div",
          { class: "finding" },
          icon("warning"),
          element(
            "div",
            {},
            element("p", {}, sentence),
            element("p", { class: "hint" }, advice),
            element("p", { class: "hint" }, element("code", {}, code)),
          ),
        );
        if (related !== undefined) {
          const link = linkButton(fill(words.goTo, related), () => this.reveal(related));
          item.lastElementChild?.lastElementChild?.append(" · ", link);
        }
        return item;
      }),
    );
  }
}
