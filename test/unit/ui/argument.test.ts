import assert from "node:assert/strict";
import { type Fields, readArgument } from "../../../src/ui/commands/argument.ts";

function read(argument: unknown) {
  return readArgument("toolwire.call", argument, (fields: Fields) => ({
    server: fields.text("server"),
    params: fields.optionalParams("params"),
    timeoutMs: fields.optionalTimeout("timeoutMs"),
    confirmed: fields.optionalFlag("confirmed"),
  }));
}

function problemOf(argument: unknown): string {
  try {
    read(argument);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return assert.fail("nothing was wrong");
}

describe("A command's argument", () => {
  it("is read, and undefined counts as absent", () => {
    assert.deepEqual(read({ server: "calc", params: undefined, timeoutMs: 5, other: undefined }), {
      server: "calc",
      params: undefined,
      timeoutMs: 5,
      confirmed: undefined,
    });
  });

  it("must be an object", () => {
    for (const [argument, found] of [
      ["calc", "a string"],
      [7, "the number 7"],
      [null, "null"],
      [[], "an array"],
    ]) {
      assert.equal(problemOf(argument), `toolwire.call: the argument must be an object, not ${found}.`);
    }
  });

  it("names what is missing, of a wrong type, or unknown", () => {
    assert.equal(problemOf({}), 'toolwire.call: "server" is missing: it must be a string.');
    assert.equal(
      problemOf({ server: undefined }),
      'toolwire.call: "server" is missing: it must be a string.',
    );
    assert.equal(
      problemOf({ server: "calc", params: "x" }),
      'toolwire.call: "params" must be an object or an array, not a string.',
    );
    assert.equal(
      problemOf({ server: "calc", params: null }),
      'toolwire.call: "params" must be an object or an array, not null.',
    );
    assert.equal(
      problemOf({ server: "calc", confirmed: 1 }),
      'toolwire.call: "confirmed" must be true or false, not the number 1.',
    );
    assert.match(
      problemOf({ server: "calc", param: {} }),
      /"param" is not known here\. Known: server, params/,
    );
  });

  it("takes times that a timer can wait", () => {
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5"]) {
      assert.match(problemOf({ server: "calc", timeoutMs }), /"timeoutMs" must be a number of milliseconds/);
    }
  });

  it("takes only what JSON can hold", () => {
    const loop: unknown[] = [];
    loop.push({ loop });
    assert.match(
      problemOf({ server: "calc", params: { a: [1n] } }),
      /"params\.a\[0\]" must be JSON, not a bigint/,
    );
    assert.match(problemOf({ server: "calc", params: [Number.NaN] }), /"params\[0\]" must be JSON, not NaN/);
    assert.match(problemOf({ server: "calc", params: loop }), /an object that holds itself/);
    const twice = { a: 1 };
    assert.deepEqual(read({ server: "calc", params: [twice, twice] }).params, [twice, twice]);
  });

  it("keeps an id's type [R6] and names members of a list by their place [R5]", () => {
    const id = (argument: unknown) => readArgument("c", argument, (fields) => fields.id("id"));
    assert.equal(id({ id: "1" }), "1");
    assert.equal(id({ id: 0 }), 0);
    assert.throws(() => id({ id: true }), /c: "id" must be a string or a number, not a boolean/);
    const list = (messages: unknown) =>
      readArgument("c", { messages }, (fields) => fields.list("messages", (member) => member.text("method")));
    assert.deepEqual(list([{ method: "a" }]), ["a"]);
    assert.throws(() => list([{ method: "a" }, {}]), /c: "messages\[1\]\.method" is missing/);
    assert.throws(() => list([1]), /c: "messages\[0\]" must be an object/);
    assert.throws(() => list({}), /c: "messages" must be an array of objects, not an object/);
    assert.throws(() => list([{ method: "a", id: 1 }]), /c: "messages\[0\]\.id" is not known here/);
  });
});
