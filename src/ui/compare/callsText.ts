import { setImmediate } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { prettyJsonSlices } from "../traffic/prettyJson.ts";
import { type ComparedLog, comparableCalls } from "./comparable.ts";

/** An editor compares no more than that in a useful time. Characters. */
const mostText = 20 * 1024 * 1024;
const rowsAtATime = 256;
const sliceMs = 8;

/**
 * All calls of ours in a log as one JSON document: by method, in the order they were sent, without ids and times. So
 * two logs' documents differ where the calls do. What is too much is left out, and counted.
 */
export async function callsText(log: ComparedLog, most = mostText): Promise<string> {
  const byMethod = new Map<string, string[]>();
  const pauseIfDue = pauser();
  let length = 0;
  let leftOut = 0;
  const view = log.view();
  try {
    for (let start = 0; start < view.length; start += rowsAtATime) {
      for (const row of view.rows(start, rowsAtATime)) {
        for (const { method, text } of comparableCalls(log, row)) {
          const call = length < most ? text() : undefined;
          if (call === undefined || length + call.length > most) {
            length = most;
            leftOut++;
            continue;
          }
          length += call.length;
          const calls = byMethod.get(method) ?? [];
          calls.push(call);
          byMethod.set(method, calls);
        }
        await pauseIfDue();
      }
      await pauseIfDue();
    }
  } finally {
    view.dispose();
  }
  const methods = [...byMethod].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = methods.map(([method, calls]) => `${JSON.stringify(method)}:[${calls.join(",")}]`);
  if (leftOut > 0) {
    members.push(`"…":${JSON.stringify(l10n.t("{0} more calls are too much to compare", leftOut))}`);
  }
  return await laidOut(`{${members.join(",")}}`);
}

/** JSON for reading, in slices. */
export async function laidOut(json: string): Promise<string> {
  const slices = prettyJsonSlices(json);
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      return `${value}\n`;
    }
    await setImmediate();
  }
}

function pauser(): () => Promise<void> | undefined {
  let began = performance.now();
  return () =>
    performance.now() - began < sliceMs
      ? undefined
      : setImmediate().then(() => {
          began = performance.now();
        });
}
