import assert from "node:assert/strict";
import { inspect } from "node:util";
import { type FindingCode, findingCodes } from "../../../src/wire/findings.ts";
import type { Case, Expected, Line } from "./case.ts";
import { envelopeCases } from "./envelopeCases.ts";
import { handshakeCases } from "./handshakeCases.ts";
import { fixtures, Laboratory, leftBehind, type Report } from "./laboratory.ts";
import { lifeCases } from "./lifeCases.ts";
import { textCases } from "./textCases.ts";

/** So many servers run at a time: starting one is work for a processor, the rest is waiting. */
const atOnce = 8;
/** The table's times are those of a machine that has nothing else to do. */
const besideOthers = 3;

const chapters: Record<string, readonly Case[]> = {
  Text: textCases,
  Envelopes: envelopeCases,
  Handshake: handshakeCases,
  // Last, for starting a process costs the more the more this one holds, and some of these send a hundred megabytes.
  Life: lifeCases,
};
const table = Object.values(chapters).flat();

describe("Hostile servers", function () {
  this.timeout(120_000);
  const laboratory = new Laboratory(table);
  const reports = new Map<string, Promise<Report>>();

  before(() => {
    const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
    for (const [index, one] of table.entries()) {
      const report = (lanes[index % atOnce] as Promise<unknown>).then(() => laboratory.run(one));
      reports.set(one.way, report);
      // What went wrong is its test's to tell.
      lanes[index % atOnce] = report.catch(() => {});
    }
  });

  for (const [chapter, cases] of Object.entries(chapters)) {
    describe(chapter, () => {
      for (const one of cases) {
        it(`${one.way}: ${one.does}`, async () => {
          const report = await reports.get(one.way);
          reports.delete(one.way);
          check(one, report as Report);
        });
      }
    });
  }

  describe("All of them", () => {
    it("are in the table: each way that a program has, each once", async () => {
      const rows = table.map(({ way }) => way);
      const ways: string[] = [];
      for (const name of ["text", "envelopes", "life", "handshake"]) {
        ways.push(...Object.keys((await import(`${fixtures}${name}.mjs`))[name]));
      }
      assert.deepEqual(
        ways.filter((way) => !rows.includes(way)),
        [],
      );
      assert.equal(new Set(rows).size, rows.length);
    });

    it("show every finding that there is", () => {
      const seen = new Set(table.flatMap(({ stdout = [] }) => stdout.flatMap(([, ...codes]) => codes)));
      assert.deepEqual(
        findingCodes.filter((code) => !seen.has(code)),
        [],
      );
    });

    it("[R16] leave no process behind", async () => {
      await laboratory.dispose();
      assert.deepEqual(await leftBehind(), []);
    });
  });
});

function check(one: Case, report: Report): void {
  const outcomes = [one.outcome ?? { status: "ok" as const, result: 1 }].flat();
  assert.equal(report.outcomes.length, outcomes.length);
  for (const [index, outcome] of outcomes.entries()) {
    assertMembers("outcome", report.outcomes[index], outcome);
  }
  assert.equal(report.status.state, one.state ?? "ready");
  assert.match(report.status.error ?? "", one.error ?? /^$/);
  assert.equal(report.warnings.length, one.warnings?.length ?? 0, report.warnings.join("\n"));
  for (const [index, warning] of report.warnings.entries()) {
    assert.match(warning, one.warnings?.[index] as RegExp);
  }
  if (one.listed !== undefined) {
    assert.deepEqual(
      report.status.methods?.map(({ name }) => name),
      one.listed,
    );
  }
  const { whyNot: _, ...next } = one.next ?? { whyNot: "", status: "ok", result: "good" };
  assertMembers("the next good call", report.next, next);
  const { id } = report.next;
  const good: Line[] = one.next === undefined ? [[`{"jsonrpc":"2.0","id":${id},"result":"good"}`]] : [];
  if (one.stdout !== undefined) {
    assertLines("stdout", report.stdout, [...one.stdout, ...good]);
  }
  if (one.stdin !== undefined) {
    assertLines("stdin", report.stdin, one.stdin);
  }
  if (report.capture !== undefined) {
    assertSameText("the capture, read and written again", report.capture.second, report.capture.first);
  }
  assert.ok(
    report.tookMs <= besideOthers * (one.withinMs ?? 15_000),
    `it took ${Math.round(report.tookMs)} ms`,
  );
}

function assertMembers<T extends object>(what: string, actual: T | undefined, expected: Expected<T>): void {
  for (const [key, value] of Object.entries(expected)) {
    const member: unknown = actual?.[key as keyof T];
    if (value instanceof RegExp) {
      assert.match(String(member), value, `${what}.${key} is ${clip(String(member))}`);
    } else {
      assert.deepEqual(member, value, `${what}.${key} of ${inspect(actual, { depth: 2 })}`);
    }
  }
}

function assertLines(what: string, actual: readonly Line[], expected: readonly Line[]): void {
  for (let index = 0; index < Math.max(actual.length, expected.length); index++) {
    const [is, should] = [actual[index], expected[index]];
    if (is === undefined || should === undefined || !isSame(is, should)) {
      assert.fail(
        `line ${index + 1} of ${what} (${actual.length} of ${expected.length})\n  is        ${show(is)}\n  should be ${show(should)}`,
      );
    }
  }
}

function assertSameText(what: string, is: string, should: string): void {
  const lines = (text: string): Line[] => text.split("\n").map((line) => [line]);
  assertLines(what, lines(is), lines(should));
}

function isSame([content, ...findings]: Line, [expected, ...codes]: Line): boolean {
  return Buffer.from(content).equals(Buffer.from(expected)) && inOrder(findings) === inOrder(codes);
}

function inOrder(codes: readonly FindingCode[]): string {
  return findingCodes.filter((code) => codes.includes(code)).join();
}

function show(line: Line | undefined): string {
  return line === undefined ? "missing" : `${clip(JSON.stringify(String(line[0])))} ${line.slice(1).join()}`;
}

function clip(text: string): string {
  return text.length > 300 ? `${text.slice(0, 200)}…${text.slice(-80)} (${text.length})` : text;
}
