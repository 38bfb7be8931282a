import { element, linkButton } from "./dom.ts";

export interface EmptyStateEvents {
  start(): void;
  call(): void;
  showAll(): void;
}

/** Says what to do while there is nothing to see. */
export class EmptyState {
  readonly root = element("div", { class: "empty", role: "status" });
  private readonly events: EmptyStateEvents;

  constructor(events: EmptyStateEvents) {
    this.events = events;
    this.root.hidden = true;
  }

  show(server: string | undefined): void {
    const { events } = this;
    this.root.hidden = false;
    const where = server === undefined ? "No traffic yet. " : `No traffic of ${server} yet. `;
    this.root.replaceChildren(
      element(
        "p",
        {},
        where,
        linkButton("Start a server", events.start),
        " or ",
        linkButton("call a tool", events.call),
        ".",
      ),
    );
    if (server !== undefined) {
      this.root.append(element("p", {}, linkButton("Show all servers", events.showAll)));
    }
  }

  hide(): void {
    this.root.hidden = true;
  }
}
