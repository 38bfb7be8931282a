import type { ServerRow } from "../../servers/toolServers.ts";
import { askCall, cancelCall } from "../ask/call.ts";
import { removeByAsking } from "../ask/removal.ts";
import { startVisibly, stopVisibly } from "../ask/server.ts";
import { openMcpJson } from "../firstMinute/mcpJson.ts";
import { useDemo } from "../firstMinute/useDemo.ts";
import { openDefinition } from "../openDefinition.ts";
import type { Target } from "../requests/request.ts";
import { copyEntry, copyText } from "../servers/copyEntry.ts";
import type { EntryFile } from "../servers/entryText.ts";
import type { TreeNode } from "../servers/nodes.ts";
import { askForTrust } from "./command.ts";
import type { Parts } from "./parts.ts";

/** What the Servers view's rows and title do. Hidden from the palette: each gets the row it was used on. */
export type ViewAction = (parts: Parts, node: TreeNode | undefined) => Promise<unknown>;

export const viewActions: { [name: string]: ViewAction } = {
  "toolwire.view.start": acting(onServer((parts, server) => startVisibly(parts, server))),
  "toolwire.view.stop": onServer((parts, server) => stopVisibly(parts, server)),
  "toolwire.view.restart": acting(onServer((parts, server) => startVisibly(parts, server, "restart"))),
  "toolwire.view.showTraffic": onServer((parts, server) => parts.traffic.show(server)),
  "toolwire.view.call": acting(async (parts, node) =>
    node?.kind === "listed"
      ? askCall(parts, node.server, targetOf(parts, node))
      : askCall(parts, node === undefined ? undefined : rowOf(parts, node)?.status.name),
  ),
  "toolwire.view.get": acting(callListed),
  "toolwire.view.read": acting(callListed),
  "toolwire.view.cancel": async (parts, node) =>
    node?.kind === "call" ? cancelCall(parts, node.call) : undefined,
  "toolwire.view.openDefinition": async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : openDefinition(row.entry);
  },
  "toolwire.view.refresh": (parts) => parts.definitions.refresh(),
  "toolwire.view.copyName": async (parts, node) => {
    const name = node === undefined ? undefined : nameOf(parts, node);
    return name === undefined ? undefined : copyText(name);
  },
  "toolwire.view.copyText": async (_parts, node) =>
    node !== undefined && "text" in node ? copyText(node.text) : undefined,
  "toolwire.view.copyError": async (parts, node) => {
    const error = node === undefined ? undefined : rowOf(parts, node)?.status.error;
    return error === undefined ? undefined : copyText(error);
  },
  "toolwire.view.copyAsVscodeMcpJson": copyingAs(".vscode/mcp.json"),
  "toolwire.view.copyAsMcpJson": copyingAs(".mcp.json"),
  "toolwire.view.remove": async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : removeByAsking(parts, row);
  },
  "toolwire.view.useDemo": acting((parts) => useDemo(parts)),
  "toolwire.view.openMcpJson": () => openMcpJson(),
};

async function callListed(parts: Parts, node: TreeNode | undefined): Promise<unknown> {
  return node?.kind === "listed" ? askCall(parts, node.server, targetOf(parts, node)) : undefined;
}

/** Names of resources need not be unique: the row's place among those of its name tells which uri is meant. */
function targetOf(parts: Parts, { server, method, nth }: Extract<TreeNode, { kind: "listed" }>): Target {
  const { name, kind } = method;
  const uri = parts.servers.listed(server).filter((each) => each.kind === kind && each.name === name)[
    nth - 1
  ]?.uri;
  return { name, kind, ...(uri !== undefined && { uri }) };
}

function acting(act: ViewAction): ViewAction {
  return async (parts, node) => ((await askForTrust()) ? act(parts, node) : undefined);
}

function onServer(act: (parts: Parts, server: string) => Promise<unknown>): ViewAction {
  return async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : act(parts, row.status.name);
  };
}

function copyingAs(file: EntryFile): ViewAction {
  return async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : copyEntry(row, file);
  };
}

/** As the server has it, not as the row shows it. */
function nameOf(parts: Parts, node: TreeNode): string | undefined {
  switch (node.kind) {
    case "listed":
      return node.method.name;
    case "call":
      return node.call.method;
    default:
      return rowOf(parts, node)?.entry.name;
  }
}

/** The server that a row is about: its own, or one below it. */
function rowOf(parts: Parts, node: TreeNode): ServerRow | undefined {
  const rows = parts.servers.rows();
  if ("key" in node) {
    return rows.find(({ key }) => key === node.key);
  }
  const server = node.kind === "call" ? node.call.server : node.kind === "listed" ? node.server : undefined;
  return rows.find(({ entry }) => entry.name === server && entry.shadowedBy === undefined);
}
