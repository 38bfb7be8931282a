import assert from "node:assert/strict";
import { type AnswerStore, answerKey, createInputResolver } from "../../../src/servers/definitions/answer.ts";
import { looksSecret, SecretCollection } from "../../../src/servers/definitions/secret.ts";

function memoryStore(): AnswerStore & { written: [string, string, boolean][] } {
  const written: [string, string, boolean][] = [];
  return {
    written,
    read: async (key) => written.findLast(([candidate]) => candidate === key)?.[1],
    write: async (key, value, secret) => {
      written.push([key, value, secret]);
    },
  };
}

const password = { type: "promptString", id: "token", password: true, default: "preset" } as const;

describe("createInputResolver", () => {
  it("asks the person once, and stores passwords as secrets", async () => {
    const store = memoryStore();
    let asked = 0;
    const resolver = createInputResolver(store, async () => `answer ${++asked}`);
    const first = await resolver.answer(password, "/f");
    assert.deepEqual(first, { status: "answered", value: "answer 1" });
    assert.deepEqual(await resolver.answer(password, "/f"), first);
    await resolver.answer({ type: "promptString", id: "plain" }, undefined);
    assert.deepEqual(store.written, [
      [answerKey("token", "/f"), "answer 1", true],
      [answerKey("plain", undefined), "answer 2", false],
    ]);
  });

  it("contract: where nobody may be asked, a default is no answer and a stored answer is one", async () => {
    const store = memoryStore();
    const resolver = createInputResolver(store);
    assert.deepEqual(await resolver.answer(password, "/f"), { status: "unanswered" });
    await store.write(answerKey("token", "/f"), "stored", true);
    assert.deepEqual(await resolver.answer(password, "/f"), { status: "answered", value: "stored" });
    assert.deepEqual(await resolver.answer(password, "/other"), { status: "unanswered" });
  });

  it("a person who leaves is not remembered", async () => {
    const store = memoryStore();
    const resolver = createInputResolver(store, async () => undefined);
    assert.deepEqual(await resolver.answer(password, "/f"), { status: "dismissed" });
    assert.deepEqual(store.written, []);
  });

  it("an answer that is offered no more is asked for again", async () => {
    const store = memoryStore();
    await store.write(answerKey("level", undefined), "old", false);
    const pick = {
      type: "pickString",
      id: "level",
      options: ["low", { label: "High", value: "high" }],
    } as const;
    const input = { ...pick, options: [...pick.options] };
    assert.deepEqual(await createInputResolver(store).answer(input, undefined), { status: "unanswered" });
    await store.write(answerKey("level", undefined), "high", false);
    assert.equal((await createInputResolver(store).answer(input, undefined)).status, "answered");
  });
});

describe("secrets", () => {
  it("names that look secret", () => {
    const secret =
      "TOKEN github_token API_KEY apikey DB_PASSWORD passwd CLIENT_SECRET AWS_CREDENTIALS AUTH AUTHORIZATION";
    for (const name of secret.split(" ")) {
      assert.equal(looksSecret(name), true, name);
    }
    for (const name of ["PATH", "GIT_AUTHOR_NAME", "LOG", "PWD", "HOME"]) {
      assert.equal(looksSecret(name), false, name);
    }
  });

  it("contract: eight characters or more, each once, the longest first", () => {
    const secrets = new SecretCollection();
    for (const value of ["1234567", "12345678", "a longer secret", "12345678"]) {
      secrets.add(value);
    }
    assert.deepEqual(secrets.all(), ["a longer secret", "12345678"]);
  });
});
