import type { HostMessage, PanelFilter, WebviewMessage } from "../shared/trafficProtocol.ts";
import type { TabName } from "./tabs.ts";

/** What the panel remembers while it is hidden or the window reloads. Never traffic. */
export interface SavedState {
  filter?: PanelFilter;
  follow?: boolean;
  /** The log that `selected` and `top` belong to. */
  session?: string;
  selected?: number;
  top?: number;
  /** The detail's share of the panel, 0 to 1. */
  detailShare?: number;
  tab?: TabName;
}

interface VsCodeApi {
  postMessage(message: WebviewMessage): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
let saved: SavedState = api.getState() ?? {};
let saving: ReturnType<typeof setTimeout> | undefined;

export function post(message: WebviewMessage): void {
  api.postMessage(message);
}

export function onMessage(listener: (message: HostMessage) => void): void {
  window.addEventListener("message", (event: MessageEvent<HostMessage>) => listener(event.data));
}

export function savedState(): Readonly<SavedState> {
  return saved;
}

/** Scrolling saves many times a second; VS Code is told when it pauses. */
export function save(change: { [K in keyof SavedState]: SavedState[K] | undefined }): void {
  // Without what became undefined.
  saved = JSON.parse(JSON.stringify({ ...saved, ...change }));
  clearTimeout(saving);
  saving = setTimeout(flush, 150);
}

function flush(): void {
  clearTimeout(saving);
  api.setState(saved);
}

window.addEventListener("pagehide", flush);

/** The host's clock minus ours: they may be different machines. */
let clockSkew = 0;

export function setHostClock(now: number): void {
  clockSkew = now - Date.now();
}

export function hostNow(): number {
  return Date.now() + clockSkew;
}
