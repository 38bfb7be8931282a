/**
 * A server that answers as its script says, however wrong: `scriptedServer.mjs <script>`, the script as JSON:
 * `{ "<method>": [<turn>, …] }`. Each request of a method takes the method's next turn, the last one again and again;
 * a method without turns is not found. A turn is
 * `{ result | error | silent: true, afterMs?, then?: [<message>, …], exit?: <code> }`.
 * A string `"$params"` as result is the request's params; `"$page"` as a nextCursor is the number of the request.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { onLines } from "../../fixtures/servers/lines.mjs";

const script = JSON.parse(process.argv[2] ?? "{}");
const counts = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

onLines(process.stdin, async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === undefined) {
    return;
  }
  const turns = script[method];
  if (turns === undefined) {
    if (id !== undefined) {
      send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
    }
    return;
  }
  const count = (counts.get(method) ?? 0) + 1;
  counts.set(method, count);
  const { result, error, silent, afterMs, then = [], exit } = turns[Math.min(count, turns.length) - 1];
  await sleep(afterMs ?? 0);
  if (id !== undefined && silent !== true) {
    const value = result === "$params" ? params : result;
    const paged = value?.nextCursor === "$page" ? { ...value, nextCursor: `page ${count}` } : value;
    send({ id, ...(error === undefined ? { result: paged } : { error }) });
  }
  for (const message of then) {
    send(message);
  }
  if (exit !== undefined) {
    process.stdout.write("", () => process.exit(exit));
  }
});
process.stdin.on("end", () => process.exit(0));
