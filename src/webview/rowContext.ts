import type { PanelRow } from "../shared/trafficProtocol.ts";

/**
 * What VS Code's context menu knows of a row: its entries are in package.json, shown by these keys and handed this
 * object.
 */
export function rowContext(row: PanelRow): Record<string, string | number | boolean> {
  const isOurRequest = row.channel === "stdin" && (row.kind === "request" || row.kind === "batch");
  return {
    webviewSection: row.channel === "lifecycle" ? "trafficEvent" : "trafficLine",
    preventDefaultContextMenuItems: true,
    toolwireSeq: row.seq,
    toolwireServer: row.server,
    toolwireHasId: row.id !== undefined && row.id !== null,
    toolwireIsJson: row.kind !== "stderr" && row.kind !== "unparsed",
    toolwireCanSendAgain: isOurRequest,
    toolwireCanCancel: isOurRequest && row.status === "pending",
    toolwireHasAnswer:
      row.kind === "result" || row.kind === "error" || (row.kind === "request" && row.partner !== undefined),
    toolwireHasPartner: row.partner !== undefined,
    ...(row.partner === undefined ? {} : { toolwirePartner: row.partner }),
  };
}
