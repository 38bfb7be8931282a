import type { ListedMethod, ShownCall } from "../../servers/status.ts";
import type { ServerRow } from "../../servers/toolServers.ts";
import type { RequestId } from "../../wire/messages.ts";

export type Kind = ListedMethod["kind"];

/** What the tree is made of. Ids are stable, so that what is open stays open when a row changes. */
export type TreeNode =
  | { kind: "untrusted"; id: string }
  | { kind: "server"; id: string; key: string }
  | { kind: "inFlight"; id: string; key: string }
  | { kind: "call"; id: string; call: ShownCall }
  | { kind: "listing"; id: string; key: string; listed: Kind; count: number }
  | { kind: "listed"; id: string; server: string; method: ListedMethod; nth: number }
  | { kind: "stderr"; id: string; key: string; text: string }
  | { kind: "searched"; id: string; key: string; count: number }
  | { kind: "folder"; id: string; text: string }
  | { kind: "definition"; id: string; key: string }
  | { kind: "warning"; id: string; key: string; text: string }
  | { kind: "more"; id: string; count: number };

const drawn = new WeakSet<TreeNode>();

/** Says that VS Code has this node: it may come back as the argument of a command. */
export function markDrawn(node: TreeNode): void {
  drawn.add(node);
}

/** Buttons in the view's title pass the focused row to their command, whether it wants one or not. */
export function isDrawnNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && drawn.has(value as TreeNode);
}

/** The stderr tail has 50 lines; a row shows the last of them. */
const shownStderrLines = 5;

/** More rows than anyone reads, and each is drawn again every second. */
const shownCalls = 100;

const kinds: readonly Kind[] = ["tool", "method", "prompt", "resource"];

export function serverId(key: string): string {
  return `server ${key}`;
}

export function inFlightId(key: string): string {
  return `inFlight ${key}`;
}

/** Cannot be started, whatever one does: only its definition can be mended. [R13] */
export function isUnusable({ entry }: ServerRow): boolean {
  return entry.definition === undefined || entry.shadowedBy !== undefined;
}

/**
 * Gates the actions of a row: nothing is offered that cannot work now. `broken`: it runs, but its entry was made
 * unusable since, so that nothing could start it again.
 */
export function serverContext(row: ServerRow): string {
  const { state } = row.status;
  if (!isUnusable(row)) {
    return `server.${state}`;
  }
  const live = state === "starting" || state === "ready" || state === "stopping";
  const unusable = isEntry(row.entry) ? "server.unusable" : "server.unusable.source";
  return live ? `server.${state}.broken` : unusable;
}

/** A source that cannot be read is listed too, under its own name, and is no entry that could be removed. */
export function isEntry({ name, source, definition }: ServerRow["entry"]): boolean {
  const whole = source === "settings" ? "toolwire.servers" : source;
  return definition !== undefined || (name !== whole && !name.endsWith(`/${whole}`));
}

/** Calls go by the server's name, and only the entry that wins it has any. */
export function callsOf(row: ServerRow, inFlight: readonly ShownCall[]): readonly ShownCall[] {
  return row.entry.shadowedBy === undefined ? inFlight : [];
}

/** What is below a server, in the order shown. */
export function serverChildren(row: ServerRow, calls: readonly ShownCall[]): TreeNode[] {
  const { key, status } = row;
  const children: TreeNode[] = [];
  const wentWrong = status.state === "failed" || status.state === "crashed";
  // What can only be listed is one row: it says why, and a click leads to what can be mended.
  if (wentWrong && !isUnusable(row)) {
    children.push(...stderrRows(key, status.stderrTail ?? []));
    const searched = searchedRows(row).length;
    if (searched > 0) {
      children.push({ kind: "searched", id: `searched ${key}`, key, count: searched });
    }
    children.push({ kind: "definition", id: `definition ${key}`, key });
  }
  for (const [index, text] of row.warnings.entries()) {
    children.push({ kind: "warning", id: `warning ${index} ${key}`, key, text });
  }
  if (calls.length > 0) {
    children.push({ kind: "inFlight", id: inFlightId(key), key });
  }
  for (const listed of kinds) {
    const count = (status.methods ?? []).filter(({ kind }) => kind === listed).length;
    if (count > 0) {
      children.push({ kind: "listing", id: `listing ${listed} ${key}`, key, listed, count });
    }
  }
  return children;
}

/** Whether `serverChildren` has any. */
export function hasChildren(row: ServerRow, calls: readonly ShownCall[]): boolean {
  return serverChildren(row, calls).length > 0;
}

export function callRows(key: string, calls: readonly ShownCall[]): TreeNode[] {
  const rows: TreeNode[] = calls
    .slice(0, shownCalls)
    .map((call) => ({ kind: "call", id: `call ${idKey(call.id)} ${key}`, call }));
  if (calls.length > shownCalls) {
    rows.push({ kind: "more", id: `more calls ${key}`, count: calls.length - shownCalls });
  }
  return rows;
}

/** Where its program was looked for, in the order of PATH. */
export function searchedRows({ key, searched }: ServerRow): TreeNode[] {
  return [...new Set(searched)].map((text, index) => ({
    kind: "folder",
    id: `folder ${index} ${key}`,
    text,
  }));
}

/** Every listed one in order; doubles get ids of their own. */
export function listedRows({ key, status }: ServerRow, listed: Kind): TreeNode[] {
  const seen = new Map<string, number>();
  return (status.methods ?? [])
    .filter(({ kind }) => kind === listed)
    .map((method) => {
      const nth = (seen.get(method.name) ?? 0) + 1;
      seen.set(method.name, nth);
      return {
        kind: "listed",
        id: `listed ${listed} ${nth} ${JSON.stringify(method.name)} ${key}`,
        server: status.name,
        method,
        nth,
      };
    });
}

function stderrRows(key: string, tail: readonly string[]): TreeNode[] {
  return tail
    .slice(-shownStderrLines)
    .map((text, index) => ({ kind: "stderr", id: `stderr ${index} ${key}`, key, text }));
}

/** `"1"` is not `1`. [R6] */
function idKey(id: RequestId): string {
  return JSON.stringify(id);
}
