import { auto } from "./auto.ts";
import type { Handshake } from "./dialect.ts";
import { initializeEra } from "./mcpInitializeEra.ts";
import { plain } from "./plain.ts";

const handshakes = { auto, mcp: initializeEra, jsonrpc: plain } satisfies Record<string, Handshake>;

/** The handshake of the definition's `protocol`. Sets the peer's conventions. */
export const handshake: Handshake = (peer, options) => handshakes[options.protocol](peer, options);
