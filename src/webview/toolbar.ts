import { element, icon, iconButton, setLabel, setText } from "./dom.ts";

export interface ToolbarEvents {
  filter(server: string | undefined): void;
  follow(follow: boolean): void;
  clear(): void;
  export(): void;
}

export class Toolbar {
  readonly root: HTMLElement;
  private readonly servers = element("select", { class: "servers", "aria-label": "Filter by server" });
  private readonly count = element("span", { class: "count" });
  private readonly followButton: HTMLButtonElement;
  private readonly clearButton: HTMLButtonElement;
  private readonly exportButton: HTMLButtonElement;
  private shownServers = "";

  constructor(events: ToolbarEvents) {
    this.followButton = iconButton("arrow-circle-down", "", () =>
      events.follow(this.followButton.getAttribute("aria-pressed") !== "true"),
    );
    this.clearButton = iconButton("clear-all", "Clear traffic", events.clear);
    this.exportButton = iconButton("export", "Export traffic…", events.export);
    this.servers.addEventListener("change", () => events.filter(this.servers.value.slice(1) || undefined));
    this.root = element(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Traffic" },
      element("div", { class: "select-frame" }, this.servers, icon("chevron-down")),
      this.count,
      element("div", { class: "actions" }, this.followButton, this.exportButton, this.clearButton),
    );
    this.setFollow(true);
  }

  setFollow(follow: boolean): void {
    this.followButton.setAttribute("aria-pressed", String(follow));
    this.followButton.setAttribute("aria-label", "Follow new traffic");
    this.followButton.title = follow ? "Following new traffic" : "Follow new traffic";
  }

  setLength(length: number): void {
    setText(this.count, length === 0 ? "" : length === 1 ? "1 line" : `${length.toLocaleString("en")} lines`);
    this.clearButton.disabled = length === 0;
    this.exportButton.disabled = length === 0;
  }

  /** A filter may name a server that has said nothing yet. */
  setServers(servers: readonly string[], selected: string | undefined): void {
    const names = selected === undefined || servers.includes(selected) ? servers : [...servers, selected];
    const key = JSON.stringify(names);
    if (key !== this.shownServers) {
      this.shownServers = key;
      // A letter before each name keeps the value of "all" apart from every name.
      this.servers.replaceChildren(
        element("option", { value: "" }, "All servers"),
        ...names.map((name) => element("option", { value: `=${name}` }, name)),
      );
    }
    this.servers.value = selected === undefined ? "" : `=${selected}`;
    setLabel(this.clearButton, selected === undefined ? "Clear traffic" : `Clear traffic of ${selected}`);
  }
}
