import "./styles/page.css";
import "./styles/toolbar.css";
import "./styles/list.css";
import "./styles/detail.css";
import "./styles/tree.css";
import "./styles/call.css";
import "./styles/focus.css";
import "./styles/banner.css";
import type { HostMessage, PanelFilter } from "../shared/trafficProtocol.ts";
import { Banner } from "./banner.ts";
import { Detail } from "./detail.ts";
import { element } from "./dom.ts";
import { EmptyState } from "./emptyState.ts";
import { onMessage, post, save, savedState, setHostClock } from "./host.ts";
import { TrafficList } from "./list.ts";
import { Sash } from "./sash.ts";
import { isCapture } from "./surface.ts";
import { type Counts, Toolbar } from "./toolbar.ts";
import { words } from "./words.ts";

let view = 0;
let filter: PanelFilter = savedState().filter ?? {};
let servers: string[] = [];

const detail = new Detail(
  {
    askForLine: (seq) => post({ type: "line", seq }),
    askForCall: (seq) => post({ type: "call", seq }),
    open: (seq, as) => post({ type: "open", seq, as }),
    copy: (seq, as) => post({ type: "copy", seq, as }),
    sendAgain: (seq) => post({ type: "sendAgain", seq }),
    cancel: (seq) => post({ type: "cancel", seq }),
    reveal: (seq) => post({ type: "reveal", seq }),
    tabChanged: (tab) => save({ tab }),
    close: () => {
      list.deselect();
      list.focus();
    },
  },
  savedState().tab ?? "message",
);

const list = new TrafficList({
  want: ({ window, pages }) => post({ type: "rows", view, window, pages }),
  selected: (row) => {
    sash.root.hidden = row === undefined;
    if (row === undefined) {
      detail.hide();
    } else {
      detail.show(row);
    }
    save({ selected: row?.seq });
  },
  enter: () => detail.focus(),
  copy: (seq) => post({ type: "copy", seq, as: "raw" }),
  followChanged: (follow) => {
    toolbar.setFollow(follow);
    save({ follow });
  },
  scrolled: (top) => save({ top }),
});

const toolbar = new Toolbar({
  filter: changeFilter,
  follow: (follow) => {
    list.follow = follow;
  },
  clear: () => post({ type: "clear" }),
  export: () => post({ type: "export" }),
  leave: () => list.focus(),
});

const empty = new EmptyState({
  start: () => post({ type: "start" }),
  call: () => post({ type: "callTool" }),
  showAll: () => {
    post({ type: "filter", filter: {} });
    list.focus();
  },
});

const banner = new Banner({ reload: () => post({ type: "reload" }) });
const content = element("div", { class: "content" });
const sash = new Sash(content, savedState().detailShare, (detailShare) => save({ detailShare }));
content.append(list.root, sash.root, detail.root, empty.root);
document.body.append(
  element(
    "main",
    { class: "panel" },
    element("h1", { class: "said" }, isCapture ? words.capture : words.traffic),
    banner.root,
    toolbar.root,
    content,
  ),
);
// A capture is read from its beginning.
list.follow = isCapture ? false : (savedState().follow ?? true);

function changeFilter(change: { [K in keyof PanelFilter]: PanelFilter[K] | undefined }): void {
  // Without what became undefined.
  filter = JSON.parse(JSON.stringify({ ...filter, ...change }));
  post({ type: "filter", filter });
}

let counts: Counts = { length: 0, total: 0, problems: 0, gone: 0, searching: false };

function showCounts(present: Counts): void {
  counts = present;
  toolbar.setCounts(counts);
  const isEmpty = counts.length === 0 && !counts.searching;
  if (isEmpty) {
    empty.show(filter, counts.total);
  } else {
    empty.hide();
  }
  list.root.classList.toggle("is-empty", isEmpty);
}

function receive(message: HostMessage): void {
  switch (message.type) {
    case "state": {
      const remembered = savedState();
      const isSameList =
        remembered.session === message.session &&
        JSON.stringify(remembered.filter ?? {}) === JSON.stringify(message.filter);
      setHostClock(message.now);
      ({ view, filter, servers } = message);
      toolbar.setFilter(filter, servers);
      showCounts(message);
      const selected = list.selectedSeq ?? remembered.selected;
      const selection = message.selection?.seq === selected ? message.selection : undefined;
      list.reset(message.length, selection, isSameList ? (remembered.top ?? 0) : 0);
      if (selection === undefined) {
        list.deselect();
      }
      save({ filter, session: message.session });
      break;
    }
    case "changed":
      if (message.view === view) {
        setHostClock(message.now);
        if (message.servers !== undefined) {
          servers = message.servers;
          toolbar.setFilter(filter, servers);
        }
        showCounts(message);
        list.change(message);
        detail.refresh();
      }
      break;
    case "rows":
      if (message.view === view) {
        setHostClock(message.now);
        list.put(message.pages);
      }
      break;
    case "line":
      detail.put(message);
      break;
    case "call":
      detail.putCall(message);
      break;
    case "reveal":
      list.reveal(message);
      break;
    case "capture":
      banner.show(message);
      empty.setRead(message.reading === undefined && message.problem === undefined);
      showCounts(counts);
      break;
  }
}

/** Ctrl+F filters and F6 goes between list and detail, wherever the focus is; VS Code does not hear of these two. */
document.addEventListener("keydown", (event) => {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
  const isOther = event.key === "F6" && !event.shiftKey && !event.ctrlKey && !event.metaKey && detail.isShown;
  if (isFind) {
    toolbar.focusFilter();
  } else if (isOther && !detail.root.contains(document.activeElement)) {
    detail.focus();
  } else if (isOther) {
    list.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
});

onMessage(receive);
const { session, selected } = savedState();
post({
  type: "ready",
  filter,
  ...(session === undefined ? {} : { session }),
  ...(selected === undefined ? {} : { selected }),
});
