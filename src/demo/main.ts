/**
 * A small JSON-RPC 2.0 tool server over stdin and stdout: one message a line, UTF-8.
 * `methods.ts` says what it can do; everything else is the same for any server.
 */

import { linesOf } from "./lines.ts";
import { methods } from "./methods.ts";
import { createServer } from "./server.ts";

const server = createServer(methods, {
  send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
  log: (text) => process.stderr.write(`demo: ${text}\n`),
});

async function serve(): Promise<void> {
  process.stderr.write("demo: ready, one JSON-RPC message a line\n");
  for await (const line of linesOf(process.stdin)) {
    void server.receive(line);
  }
  // Whoever started this server closed its stdin: there is nobody left to work for.
  process.stderr.write("demo: end of input, goodbye\n");
  server.end();
}

// The reader of our answers is gone.
process.stdout.on("error", () => process.exit(1));

void serve();
