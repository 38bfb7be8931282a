import assert from "node:assert/strict";
import fc from "fast-check";
import type { RowStatus } from "../../../src/traffic/entry.ts";
import type { RequestId } from "../../../src/wire/messages.ts";
import { type Arrow, error, recorded, request, result, rowsOf, say } from "./recorded.ts";

type Way = Exclude<Arrow, "!">;
/** Something that happens between us and a server. */
type Act =
  | { type: "ask" | "answer" | "fail"; way: Way; id: RequestId }
  | { type: "settle"; id: RequestId; status: "cancelled" | "timedOut" }
  | { type: "stray"; way: "<" };

/** What an answer's row must say. */
interface Answered {
  replyTo: number | undefined;
  findings: string[];
}

/** What the requirements say of pairs, in the plainest way: a list of calls, searched from its beginning. [R6] [R9] */
class PlainReading {
  readonly calls: { way: Way; id: RequestId; seq: number; status: RowStatus; answeredBy?: number }[] = [];

  ask(way: Way, id: RequestId, seq: number): string[] {
    const isTwice = this.#of(way, id).length > 0;
    this.calls.push({ way, id, seq, status: "pending" });
    return isTwice ? ["duplicate-request-id"] : [];
  }

  answer(way: Way, id: RequestId, seq: number, status: "ok" | "error"): Answered {
    const asked = way === ">" ? "<" : ">";
    const calls = this.#of(asked, id);
    if (calls.length === 0) {
      const other = this.calls.find((call) => call.way === asked && String(call.id) === String(id));
      return { replyTo: other?.seq, findings: [other === undefined ? "unknown-id" : "id-type-mismatch"] };
    }
    const waiting = calls.find((call) => call.status === "pending");
    const call = waiting ?? calls.find((each) => each.answeredBy === undefined) ?? calls.at(-1);
    assert.ok(call);
    if (call.answeredBy !== undefined) {
      return { replyTo: call.seq, findings: ["duplicate-answer"] };
    }
    call.answeredBy = seq;
    if (waiting === undefined) {
      return { replyTo: call.seq, findings: ["late-answer"] };
    }
    call.status = status;
    return { replyTo: call.seq, findings: [] };
  }

  settle(id: RequestId, status: RowStatus): void {
    const call = this.#of(">", id).find((each) => each.status === "pending");
    if (call !== undefined) {
      call.status = status;
    }
  }

  exited(): void {
    for (const call of this.calls.filter(({ status }) => status === "pending")) {
      call.status = "serverExited";
    }
  }

  #of(way: Way, id: RequestId) {
    return this.calls.filter((call) => call.way === way && call.id === id);
  }
}

const way = fc.constantFrom<Way>(">", "<");
const id = fc.constantFrom<RequestId>(
  1,
  "1",
  2,
  "2",
  1.5,
  "1.5",
  "a",
  "A",
  "",
  "__proto__",
  "i".repeat(5000),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("ask" as const), way, id }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("answer" as const, "fail" as const), way, id }) },
  fc.record({
    type: fc.constant("settle" as const),
    id,
    status: fc.constantFrom("cancelled" as const, "timedOut" as const),
  }),
  fc.record({ type: fc.constant("stray" as const), way: fc.constant("<" as const) }),
);

describe("pairing, whatever is said", () => {
  it("property: gives each answer to the request that the requirements name, and ends each call once", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), fc.boolean(), (acts, exits) => {
        const { log, source } = recorded();
        const reading = new PlainReading();
        const expected: Partial<Answered>[] = [];
        for (const one of acts) {
          if (one.type === "settle") {
            source.settle(one.id, one.status);
            reading.settle(one.id, one.status);
          } else if (one.type === "stray") {
            say(source, one.way, "stray");
            expected.push({ replyTo: undefined, findings: ["stray-output"] });
          } else if (one.type === "ask") {
            const seq = say(source, one.way, request(one.id, "m"));
            expected.push({ replyTo: undefined, findings: reading.ask(one.way, one.id, seq) });
          } else {
            const isError = one.type === "fail";
            const seq = say(source, one.way, isError ? error(one.id) : result(one.id));
            expected.push(reading.answer(one.way, one.id, seq, isError ? "error" : "ok"));
          }
        }
        if (exits) {
          source.exited();
          reading.exited();
        }
        const rows = rowsOf(log);
        assert.deepEqual(
          rows.map(({ replyTo, findings }) => ({ replyTo, findings })),
          expected,
        );
        assert.deepEqual(
          reading.calls.map(({ seq }) => [log.row(seq)?.status, log.row(seq)?.answeredBy]),
          reading.calls.map(({ status, answeredBy }) => [status, answeredBy]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("property: pairs the members of batches as if each were a line of its own", () => {
    const members = fc.array(
      fc.record({ type: fc.constantFrom("ask" as const, "answer" as const), way, id }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(fc.array(members, { maxLength: 12 }), (batches) => {
        const { log, source } = recorded();
        const reading = new PlainReading();
        for (const batch of batches) {
          const from = (batch[0] as { way: Way }).way;
          const seq = log.length + 1;
          const findings = batch.flatMap((one) =>
            one.type === "ask"
              ? reading.ask(from, one.id, seq)
              : reading.answer(from, one.id, seq, "ok").findings,
          );
          say(
            source,
            from,
            batch.map((one) => (one.type === "ask" ? request(one.id, "m") : result(one.id))),
          );
          assert.deepEqual(new Set(log.row(seq)?.findings), new Set(findings));
        }
        const open = reading.calls.filter(({ status }) => status === "pending").map(({ seq }) => seq);
        assert.deepEqual(
          rowsOf(log)
            .filter(({ status }) => status === "pending")
            .map(({ seq }) => seq),
          [...new Set(open)],
        );
      }),
      { numRuns: 500 },
    );
  });
});
