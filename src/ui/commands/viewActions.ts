import type { ServerRow } from "../../servers/toolServers.ts";
import { askCall, cancelCall } from "../ask/call.ts";
import { startVisibly, stopVisibly } from "../ask/server.ts";
import { openDefinition } from "../openDefinition.ts";
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
    node?.kind === "listed" && (node.method.kind === "tool" || node.method.kind === "method")
      ? askCall(parts, node.server, node.method)
      : askCall(parts, node === undefined ? undefined : rowOf(parts, node)?.status.name),
  ),
  "toolwire.view.cancel": async (parts, node) =>
    node?.kind === "call" ? cancelCall(parts, node.call) : undefined,
  "toolwire.view.openDefinition": async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : openDefinition(row.entry);
  },
  "toolwire.view.refresh": (parts) => parts.definitions.refresh(),
};

function acting(act: ViewAction): ViewAction {
  return async (parts, node) => ((await askForTrust()) ? act(parts, node) : undefined);
}

function onServer(act: (parts: Parts, server: string) => Promise<unknown>): ViewAction {
  return async (parts, node) => {
    const row = node === undefined ? undefined : rowOf(parts, node);
    return row === undefined ? undefined : act(parts, row.status.name);
  };
}

function rowOf(parts: Parts, node: TreeNode): ServerRow | undefined {
  return "key" in node ? parts.servers.rows().find(({ key }) => key === node.key) : undefined;
}
