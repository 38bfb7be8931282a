import type { PanelFilter, PanelPill } from "../shared/trafficProtocol.ts";
import { element, icon, iconButton, setLabel, setText } from "./dom.ts";
import { FilterBox } from "./filterBox.ts";
import { Pills } from "./pills.ts";
import { isCapture } from "./surface.ts";
import { fill, words } from "./words.ts";

export interface ToolbarEvents {
  filter(change: { [K in keyof PanelFilter]: PanelFilter[K] | undefined }): void;
  follow(follow: boolean): void;
  clear(): void;
  export(): void;
  /** Back to the list. */
  leave(): void;
}

/** How much of the log is listed. */
export interface Counts {
  length: number;
  total: number;
  problems: number;
  /** The oldest lines that are in the log no more. */
  gone: number;
  searching: boolean;
}

export class Toolbar {
  readonly root: HTMLElement;
  private readonly box: FilterBox;
  private readonly pills: Pills;
  private readonly servers = element("select", { class: "servers", "aria-label": words.filterByServer });
  private readonly count = element("span", { class: "count" });
  /** The count for those who hear it: said when a search is over, not while it runs. */
  private readonly said = element("span", { class: "said", role: "status" });
  private readonly followButton: HTMLButtonElement;
  private readonly clearButton: HTMLButtonElement;
  private readonly exportButton: HTMLButtonElement;
  private shownServers = "";
  private isFilterNew = false;

  constructor(events: ToolbarEvents) {
    this.box = new FilterBox((text) => events.filter({ text: text === "" ? undefined : text }), events.leave);
    this.pills = new Pills((pill) => events.filter({ pill: pill === "all" ? undefined : pill }));
    this.followButton = iconButton("arrow-circle-down", words.follow, () =>
      events.follow(this.followButton.getAttribute("aria-pressed") !== "true"),
    );
    this.clearButton = iconButton("clear-all", words.clear, events.clear);
    this.exportButton = iconButton("export", words.export, events.export);
    this.servers.addEventListener("change", () =>
      events.filter({ server: this.servers.value.slice(1) || undefined }),
    );
    this.root = element(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": words.traffic },
      this.box.root,
      element("div", { class: "select-frame" }, this.servers, icon("chevron-down")),
      this.pills.root,
      this.count,
      this.said,
      element("div", { class: "actions" }, this.followButton, this.exportButton, this.clearButton),
    );
    this.setFollow(true);
    this.followButton.hidden = isCapture;
    this.clearButton.hidden = isCapture;
  }

  focusFilter(): void {
    this.box.focus();
  }

  setFollow(follow: boolean): void {
    this.followButton.setAttribute("aria-pressed", String(follow));
    this.followButton.title = follow ? words.following : words.follow;
  }

  setCounts({ length, total, problems, gone, searching }: Counts): void {
    const isWhole = length === total && !searching;
    const lines = length.toLocaleString("en");
    const text = searching
      ? fill(words.searching, lines)
      : isWhole
        ? length === 1
          ? words.oneLine
          : fill(words.lines, lines)
        : fill(words.linesOf, lines, total.toLocaleString("en"));
    const goneText = gone === 0 ? "" : fill(words.olderGone, gone.toLocaleString("en"));
    setText(this.count, [total === 0 ? "" : text, goneText].filter((part) => part !== "").join(" · "));
    this.count.title = gone === 0 ? "" : words.olderGoneHint;
    if (this.isFilterNew && !searching) {
      this.isFilterNew = false;
      setText(this.said, text);
    }
    this.pills.setProblems(problems);
    this.clearButton.disabled = total === 0;
    this.exportButton.disabled = total === 0;
  }

  /** A filter may name a server that has said nothing yet. */
  setFilter({ server, pill, text }: PanelFilter, servers: readonly string[]): void {
    const names = server === undefined || servers.includes(server) ? servers : [...servers, server];
    const key = JSON.stringify(names);
    if (key !== this.shownServers) {
      this.shownServers = key;
      // A letter before each name keeps the value of "all" apart from every name.
      this.servers.replaceChildren(
        element("option", { value: "" }, words.allServers),
        ...names.map((name) => element("option", { value: `=${name}` }, name)),
      );
    }
    this.servers.value = server === undefined ? "" : `=${server}`;
    this.pills.choose(pill ?? ("all" satisfies PanelPill));
    this.box.setText(text ?? "");
    this.isFilterNew = true;
    setLabel(this.clearButton, server === undefined ? words.clear : fill(words.clearOf, server));
  }
}
