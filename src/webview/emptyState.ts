import type { PanelFilter } from "../shared/trafficProtocol.ts";
import { element, linkButton } from "./dom.ts";
import { isCapture } from "./surface.ts";
import { words } from "./words.ts";

export interface EmptyStateEvents {
  start(): void;
  call(): void;
  showAll(): void;
}

/** Says what to do while there is nothing to see. */
export class EmptyState {
  readonly root = element("div", { class: "empty" });
  private readonly events: EmptyStateEvents;
  private shown = "";
  private isRead = !isCapture;

  constructor(events: EmptyStateEvents) {
    this.events = events;
    this.root.hidden = true;
  }

  /** A capture is empty only once it was read. */
  setRead(isRead: boolean): void {
    this.isRead = isRead;
    if (!isRead) {
      this.hide();
    }
  }

  /** @param total lines that another filter would show */
  show({ server, pill, text }: PanelFilter, total: number): void {
    if (!this.isRead) {
      return;
    }
    const { events } = this;
    const key = JSON.stringify([server, pill, text, total > 0]);
    if (!this.root.hidden && key === this.shown) {
      return; // What has the focus keeps it.
    }
    this.shown = key;
    this.root.hidden = false;
    const showAll = linkButton(words.showAll, events.showAll);
    if (total > 0) {
      this.root.replaceChildren(element("p", {}, words.noMatch), element("p", {}, showAll));
      return;
    }
    if (isCapture) {
      this.root.replaceChildren(element("p", {}, words.noLines));
      return;
    }
    const links = [linkButton(words.startServer, events.start), linkButton(words.callTool, events.call)];
    const sentence =
      server === undefined
        ? withNodes(words.noTraffic, links)
        : withNodes(words.noTrafficOf, [server, ...links]);
    this.root.replaceChildren(element("p", {}, ...sentence));
    if (server !== undefined || pill !== undefined || text !== undefined) {
      this.root.append(element("p", {}, showAll));
    }
  }

  hide(): void {
    this.root.hidden = true;
  }
}

/** A sentence whose places are filled with links. */
function withNodes(sentence: string, nodes: readonly (Node | string)[]): (Node | string)[] {
  return sentence
    .split(/\{(\d)\}/)
    .map((part, index) => (index % 2 === 0 ? part : (nodes[Number(part)] ?? "")));
}
