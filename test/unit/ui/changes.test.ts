import assert from "node:assert/strict";
import { mock } from "node:test";
import { GatheredChanges } from "../../../src/ui/servers/changes.ts";

describe("Changes of rows", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("are handed on at once, and then at most ten times a second", () => {
    const handed: string[] = [];
    const changes = new GatheredChanges((keys, all) =>
      handed.push(`${[...keys].join("+")}${all ? " all" : ""}`),
    );
    changes.add("a");
    assert.deepEqual(handed, ["a"]);
    changes.add("a");
    changes.add("b");
    changes.add("a");
    assert.equal(handed.length, 1);
    mock.timers.tick(100);
    assert.deepEqual(handed, ["a", "a+b"]);
    changes.add(undefined);
    mock.timers.tick(100);
    assert.deepEqual(handed, ["a", "a+b", " all"]);
    mock.timers.tick(1000);
    assert.equal(handed.length, 3, "nothing without a change");
    changes.add("c");
    assert.deepEqual(handed.at(-1), "c", "at once again");
    changes.dispose();
  });
});
