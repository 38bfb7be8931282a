import type { FindingCode } from "../wire/findings.ts";

/** A finding as a person reads it. */
export interface FindingText {
  /** What it is. */
  sentence: string;
  /** What to do about it. */
  advice: string;
}

const stdoutIsForMessages =
  "Print to stderr instead: on stdout only JSON-RPC messages may stand, one on a line.";

/** In English; the text is the key of its translation. */
export const findingTexts: Readonly<Record<FindingCode, FindingText>> = {
  "stray-output": {
    sentence: "The server wrote a line to stdout that is not JSON.",
    advice: stdoutIsForMessages,
  },
  "invalid-json": {
    sentence: "The line looks like a JSON message but cannot be parsed.",
    advice: "Look for a cut line, a line break inside the message, single quotes or a trailing comma.",
  },
  "lsp-framing": {
    sentence: "The line is a Content-Length header: this end speaks the framing of language servers.",
    advice: "Switch it to newline-delimited JSON: one message on a line, no headers.",
  },
  "invalid-utf8": {
    sentence: "The line holds bytes that are not UTF-8.",
    advice: "Set the encoding of the server's output to UTF-8.",
  },
  bom: {
    sentence: "The line begins with a byte order mark.",
    advice: "Write UTF-8 without a byte order mark.",
  },
  crlf: {
    sentence: "The line ends with CR LF instead of LF.",
    advice: "Write \\n, not the platform's line ending. Strict readers refuse the extra character.",
  },
  "unterminated-line": {
    sentence: "The stream ended in the midst of this line.",
    advice: "End every message with a line feed and flush before the process exits.",
  },
  "oversized-line": {
    sentence: "The line is longer than what is kept, so its middle was left out.",
    advice: "Return less at a time, or raise toolwire.traffic.maxLineMB.",
  },
  "missing-jsonrpc": {
    sentence: 'The message lacks "jsonrpc": "2.0".',
    advice: "Add it: strict peers refuse messages without it.",
  },
  "bad-envelope": {
    sentence: "The line is JSON, but neither request, notification, result nor error.",
    advice: 'A message has "method", or an "id" together with "result" or "error".',
  },
  "result-and-error": {
    sentence: "The answer has both a result and an error.",
    advice: "Leave one of them out: null counts as present.",
  },
  "bad-error-object": {
    sentence: "The error is not an object with an integer code and a message.",
    advice: 'Answer with {"code": -32603, "message": "…"} and put details into "data".',
  },
  "null-id-error": {
    sentence: "The error has the id null, so nobody can tell which request it answers.",
    advice: "Look at the requests before it. A server that could read the id should repeat it.",
  },
  "unknown-id": {
    sentence: "The answer has an id that no request had.",
    advice: "Repeat the request's id exactly, and answer each request in the process that got it.",
  },
  "id-type-mismatch": {
    sentence: "The answer's id differs from the request's in its type only.",
    advice: 'Repeat the id as it came: 1 and "1" are two ids.',
  },
  "duplicate-answer": {
    sentence: "The request had been answered before.",
    advice: "Answer once. Look for a handler that returns and also sends.",
  },
  "late-answer": {
    sentence: "The answer came after the call had ended.",
    advice:
      "The call was cancelled or timed out. Raise timeoutMs, report progress, or stop work on cancellation.",
  },
  "duplicate-request-id": {
    sentence: "Another request of this process had the same id.",
    advice: "Give each request an id of its own.",
  },
  "unsafe-integer": {
    sentence: "The line holds an integer that JavaScript cannot hold exactly.",
    advice: "Send integers beyond 2^53 as strings.",
  },
  "duplicate-key": {
    sentence: "An object in the line has the same key twice.",
    advice: "Most parsers keep the last one only: write each key once.",
  },
  "empty-batch": {
    sentence: "The line is a batch without members.",
    advice: "Send no line at all instead.",
  },
  "batch-not-allowed": {
    sentence: "The protocol version in use does not allow batches.",
    advice: "Only MCP 2025-03-26 has batches: send each message on a line of its own.",
  },
  "progress-unknown-token": {
    sentence: "The progress names a token that no request has.",
    advice: "Repeat the token that the request gave (MCP: params._meta.progressToken).",
  },
  "progress-not-increasing": {
    sentence: "The progress is not greater than the one before it.",
    advice: "Each report must be greater than the last, even where the total is unknown.",
  },
  "progress-after-end": {
    sentence: "The progress came after its call had ended.",
    advice: "Stop reporting once the answer is sent or the call is cancelled.",
  },
  "before-initialize": {
    sentence: "The message came before the handshake was done.",
    advice: "Wait for notifications/initialized; until then MCP allows only initialize and ping.",
  },
};
