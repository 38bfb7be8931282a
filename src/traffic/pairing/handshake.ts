import { isJsonObject } from "../../wire/envelope.ts";
import { type FindingSet, finding } from "../../wire/findings.ts";
import type { JsonObject, JsonValue } from "../../wire/messages.ts";
import { method, type NameNumber } from "../columns/names.ts";

/** The only version of MCP that has batches. [R5] */
const versionWithBatches = "2025-03-26";
/** Lines kept in mind until it is known whether the server speaks MCP. */
const mostSuspects = 1000;

/**
 * How far MCP's handshake has come in one process's traffic, and who spoke before it was done.
 *
 * A server that is merely asked whether it speaks MCP is never blamed: until an answer to `initialize` is seen, or
 * somebody says so, early lines are only kept in mind.
 */
export class HandshakeTracking {
  /** What the server is said to speak, or found to. */
  protocol: "mcp" | "jsonrpc" | undefined;
  /** The version of MCP agreed on. */
  version: string | undefined;
  #initialized = false;
  #suspects: number[] = [];

  /** Nothing can be early any more: `early` need not be asked. */
  get done(): boolean {
    return this.protocol === "jsonrpc" || (this.#initialized && this.version !== undefined);
  }

  /** Somebody says what the server speaks. Returns the seqs that were early if so. */
  say(protocol: "mcp" | "jsonrpc" | undefined): number[] {
    this.protocol = protocol;
    const early = protocol === "mcp" ? this.#suspects : [];
    if (protocol !== undefined) {
      this.#suspects = [];
    }
    return early;
  }

  /** Whether a request or notification with this method came too early. */
  early(seq: number, ours: boolean, isRequest: boolean, label: NameNumber): FindingSet {
    if (ours) {
      if (label === method.initialized) {
        this.#initialized = true;
      }
      if (!isRequest || label === method.initialize || label === method.ping || this.version !== undefined) {
        return 0;
      }
    } else if (this.#initialized || label === method.ping || label === method.logMessage) {
      return 0;
    }
    if (this.protocol === "mcp") {
      return finding["before-initialize"];
    }
    if (this.#suspects.length < mostSuspects) {
      this.#suspects.push(seq);
    }
    return 0;
  }

  /** `initialize` was answered. Returns the seqs that were early, if that makes the server one of MCP. */
  answered(message: JsonValue): number[] {
    const { result } = message as JsonObject;
    if (!isJsonObject(result) || typeof result.protocolVersion !== "string") {
      return [];
    }
    this.version = result.protocolVersion;
    return this.say("mcp");
  }

  /** Whether a batch is against the version agreed on. */
  batch(): FindingSet {
    return this.version === undefined || this.version === versionWithBatches
      ? 0
      : finding["batch-not-allowed"];
  }
}
