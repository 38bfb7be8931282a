import "./webview.css";
import type { HostMessage } from "../shared/trafficProtocol.ts";
import { Detail } from "./detail.ts";
import { element } from "./dom.ts";
import { EmptyState } from "./emptyState.ts";
import { onMessage, post, save, savedState, setHostClock } from "./host.ts";
import { TrafficList } from "./list.ts";
import { Sash } from "./sash.ts";
import { Toolbar } from "./toolbar.ts";

let view = 0;
let server = savedState().server;
let servers: string[] = [];

const detail = new Detail({
  askForLine: (seq) => post({ type: "line", seq }),
  open: (seq, as) => post({ type: "open", seq, as }),
  cancel: (seq) => post({ type: "cancel", seq }),
  close: () => {
    list.deselect();
    list.focus();
  },
});

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
  followChanged: (follow) => {
    toolbar.setFollow(follow);
    save({ follow });
  },
  scrolled: (top) => save({ top }),
});

const toolbar = new Toolbar({
  filter: setFilter,
  follow: (follow) => {
    list.follow = follow;
  },
  clear: () => post({ type: "clear" }),
  export: () => post({ type: "export" }),
});

const empty = new EmptyState({
  start: () => post({ type: "start" }),
  call: () => post({ type: "call" }),
  showAll: () => setFilter(undefined),
});

const content = element("main", { class: "content" });
const sash = new Sash(content, savedState().detailShare, (detailShare) => save({ detailShare }));
content.append(list.root, sash.root, detail.root, empty.root);
document.body.append(toolbar.root, content);
list.follow = savedState().follow ?? true;

function setFilter(wanted: string | undefined): void {
  post({ type: "filter", ...(wanted === undefined ? {} : { server: wanted }) });
}

function showLength(length: number): void {
  toolbar.setLength(length);
  if (length === 0) {
    empty.show(server);
  } else {
    empty.hide();
  }
  list.root.classList.toggle("is-empty", length === 0);
}

function receive(message: HostMessage): void {
  switch (message.type) {
    case "state": {
      const remembered = savedState();
      const isSameList = remembered.session === message.session && remembered.server === message.server;
      setHostClock(message.now);
      view = message.view;
      server = message.server;
      servers = message.servers;
      toolbar.setServers(servers, server);
      showLength(message.length);
      const selected = list.selectedSeq ?? remembered.selected;
      const selection = message.selection?.seq === selected ? message.selection : undefined;
      list.reset(message.length, selection, isSameList ? (remembered.top ?? 0) : 0);
      if (selection === undefined) {
        list.deselect();
      }
      save({ server, session: message.session });
      break;
    }
    case "changed":
      if (message.view === view) {
        setHostClock(message.now);
        if (message.servers !== undefined) {
          servers = message.servers;
          toolbar.setServers(servers, server);
        }
        showLength(message.length);
        list.change(message.length, message.firstChanged, message.updated);
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
  }
}

onMessage(receive);
const { session, selected } = savedState();
post({
  type: "ready",
  ...(server === undefined ? {} : { server }),
  ...(session === undefined ? {} : { session }),
  ...(selected === undefined ? {} : { selected }),
});
