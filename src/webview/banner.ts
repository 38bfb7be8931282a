import type { CaptureMessage } from "../shared/captureProtocol.ts";
import { element, icon, linkButton, setText } from "./dom.ts";
import { fill, words } from "./words.ts";

export interface BannerEvents {
  reload(): void;
}

/** Above an opened capture: how far it is read, what could not be, and what became of the file. */
export class Banner {
  readonly root = element("div", { class: "banner" });
  private readonly events: BannerEvents;
  private readonly progress = element("progress", {
    class: "reading",
    max: "100",
    "aria-label": words.capture,
  });
  private readonly notices = element("div", { class: "notices" });
  private readonly list = element("ul", { class: "unread", tabindex: "0", "aria-label": words.unreadLines });
  private shown = "";

  constructor(events: BannerEvents) {
    this.events = events;
    this.list.hidden = true;
    this.root.append(this.progress, this.notices, this.list);
    this.root.hidden = true;
  }

  show(state: CaptureMessage): void {
    const { reading } = state;
    this.root.hidden = false;
    this.progress.hidden = reading === undefined;
    if (reading !== undefined) {
      const percent = reading.total === 0 ? 0 : Math.floor((reading.done / reading.total) * 100);
      this.progress.value = percent;
      this.progress.title = fill(words.reading, percent);
    }
    const notices = JSON.stringify([state.problem, state.fileIs, state.unreadCount]);
    if (notices !== this.shown) {
      this.shown = notices;
      this.showNotices(state);
    }
  }

  private showNotices({ problem, fileIs, unreadCount, unread }: CaptureMessage): void {
    const reload = (label: string) => linkButton(label, () => this.events.reload());
    const notices: HTMLElement[] = [];
    if (problem !== undefined) {
      notices.push(notice("error", problem, reload(words.tryAgain)));
    }
    if (fileIs === "changed") {
      notices.push(notice("info", words.fileChanged, reload(words.reload)));
    } else if (fileIs === "gone") {
      notices.push(notice("warning", words.fileGone));
    }
    if (unreadCount > 0) {
      const text =
        unreadCount === 1 ? words.oneLineUnread : fill(words.linesUnread, unreadCount.toLocaleString("en"));
      notices.push(notice("warning", text, this.toggle()));
      this.list.replaceChildren(
        ...unread.map(({ line, why }) =>
          element(
            "li",
            {},
            element("span", { class: "unread-line" }, fill(words.unreadLine, line)),
            " ",
            why,
          ),
        ),
      );
      if (unreadCount > unread.length) {
        this.list.append(
          element("li", {}, fill(words.moreUnread, (unreadCount - unread.length).toLocaleString("en"))),
        );
      }
    } else {
      this.list.hidden = true;
    }
    this.notices.replaceChildren(...notices);
  }

  private toggle(): HTMLButtonElement {
    const label = () => (this.list.hidden ? words.showUnread : words.hideUnread);
    const button = linkButton(label(), () => {
      this.list.hidden = !this.list.hidden;
      setText(button, label());
      button.setAttribute("aria-expanded", String(!this.list.hidden));
    });
    button.setAttribute("aria-expanded", String(!this.list.hidden));
    return button;
  }
}

function notice(name: "error" | "warning" | "info", text: string, ...actions: HTMLElement[]): HTMLElement {
  const marked = icon(name);
  marked.classList.add(`notice-${name}`);
  return element("p", { class: "notice", role: "status" }, marked, element("span", {}, text), ...actions);
}
