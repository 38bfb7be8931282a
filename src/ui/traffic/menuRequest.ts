import type { WebviewMessage } from "../../shared/trafficProtocol.ts";

/**
 * What an entry of a row's context menu asks for, as if the page had asked. VS Code hands over the context that the
 * page gave the row, and so may anyone who runs the command.
 */
export function menuRequest(action: string, context: unknown): WebviewMessage | undefined {
  const { toolwireSeq: seq, toolwirePartner: partner, toolwireServer: server } = fieldsOf(context);
  if (action === "onlyServer") {
    return typeof server === "string" ? { type: "filter", filter: { server } } : undefined;
  }
  if (action === "goToPartner") {
    return typeof partner === "number" ? { type: "reveal", seq: partner } : undefined;
  }
  if (typeof seq !== "number") {
    return undefined;
  }
  switch (action) {
    case "copyLine":
      return { type: "copy", seq, as: "raw" };
    case "copyId":
      return { type: "copy", seq, as: "id" };
    case "copyForSendRaw":
      return { type: "copy", seq, as: "sendRaw" };
    case "openMessage":
      return { type: "open", seq, as: "message" };
    case "openLine":
      return { type: "open", seq, as: "raw" };
    case "sendAgain":
      return { type: "sendAgain", seq };
    case "cancelCall":
      return { type: "cancel", seq };
    default:
      return undefined;
  }
}

function fieldsOf(context: unknown): Record<string, unknown> {
  return typeof context === "object" && context !== null ? (context as Record<string, unknown>) : {};
}
