import assert from "node:assert/strict";
import fc from "fast-check";
import { CallsInFlight } from "../../../src/rpc/callsInFlight.ts";
import { PendingCall } from "../../../src/rpc/pendingCall.ts";
import { newUuid, numberInUuid } from "../../../src/rpc/uuid.ts";
import type { RequestId } from "../../../src/wire/messages.ts";

const nobody = { cancelCall: () => false };
const filled = (ids: "uuid" | "integer") => {
  const calls = new CallsInFlight(ids);
  const added = ["a", "b", "c"].map((method) => new PendingCall(nobody, method, {}));
  for (const call of added) calls.add(call);
  return { calls, added };
};

describe("CallsInFlight", () => {
  for (const ids of ["uuid", "integer"] as const) {
    it(`[R6] ${ids}: finds each call by its id, until it is deleted, in the order sent`, () => {
      const { calls, added } = filled(ids);
      assert.deepEqual([...calls.values()], added);
      for (const call of added) assert.equal(calls.get(call.id as RequestId), call);
      const [, second] = added as [PendingCall, PendingCall];
      calls.delete(second);
      assert.equal(calls.get(second.id as RequestId), undefined);
      assert.deepEqual([...calls.values()], [added[0], added[2]]);
    });

    it(`[R6] ${ids}: finds nothing by any other id, by value and type`, () => {
      const { calls, added } = filled(ids);
      const own = added.map(({ id }) => id as RequestId);
      const others: RequestId[] = [
        ...own.map((id) => (typeof id === "number" ? String(id) : id.toUpperCase().replace(/^./, "g"))),
        // The numbers that their ids tell, in another form or another's UUID.
        ...(ids === "uuid" ? [1, 2, 3] : ["1", newUuid(1), "x".repeat(35) + 1]),
        newUuid(2),
        0,
        -1,
        1.5,
        "",
        "undefined",
      ];
      for (const id of others) assert.equal(calls.get(id), undefined, String(id));
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.double(), fc.uuid()), (id) => {
          fc.pre(!own.includes(id));
          assert.equal(calls.get(id), undefined);
        }),
      );
    });
  }

  it("[R6] makes UUIDs that differ, also for one number, and tell it", () => {
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(1, 2 ** 31, 2 ** 48 - 1), fc.nat()), (number) => {
        const uuid = newUuid(number);
        assert.match(uuid, form);
        assert.equal(numberInUuid(uuid), number);
        assert.ok(!seen.has(uuid));
        seen.add(uuid);
      }),
      { numRuns: 2000 },
    );
  });
});
