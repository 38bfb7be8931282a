import assert from "node:assert/strict";
import { GuardList, guardLines } from "../../../src/servers/guard/guardLines.ts";

describe("GuardList", () => {
  const listAfter = (...texts: string[]) => {
    const list = new GuardList();
    for (const text of texts) list.read(text);
    return list.groups;
  };

  it("knows a server by its mark, then by its process id, then no more", () => {
    assert.deepEqual(listAfter(guardLines.expect("m")), [{ mark: "m" }]);
    assert.deepEqual(listAfter(guardLines.expect("m"), guardLines.add("m", 42)), [{ mark: "m", pid: 42 }]);
    assert.deepEqual(listAfter(guardLines.expect("m"), guardLines.add("m", 42), guardLines.remove("m")), []);
  });

  it("reads lines cut anywhere", () => {
    assert.deepEqual(listAfter("add a 1", "2\nad", "d b 34\n"), [
      { mark: "a", pid: 12 },
      { mark: "b", pid: 34 },
    ]);
  });

  it("[R16] ignores a last line that was cut off: half a process id is somebody else's", () => {
    assert.deepEqual(listAfter("expect a\nadd a 123"), [{ mark: "a" }]);
  });

  it("never takes an id that means the guard itself or everybody", () => {
    assert.deepEqual(listAfter("add a 0\nadd b 1\nadd c -5\nadd d x\nadd e\nadd f 1.5\n"), []);
  });

  it("ignores what it does not understand", () => {
    assert.deepEqual(listAfter("\nhello\nend all now\nadd a 12\n"), [{ mark: "a", pid: 12 }]);
  });
});
