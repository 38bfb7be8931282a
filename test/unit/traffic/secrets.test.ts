import assert from "node:assert/strict";
import fc from "fast-check";
import { SecretMask } from "../../../src/traffic/secrets.ts";

const masked = (text: string, ...secrets: string[]): string => new SecretMask(secrets).maskText(text);

describe("SecretMask", () => {
  it("replaces secrets of eight characters or more", () => {
    assert.equal(masked("a sesame-open b 1234567", "sesame-open", "1234567"), "a ••• b 1234567");
  });

  it("replaces secrets as JSON writes them", () => {
    const secret = 'p"a\\s/wörd';
    const plain = { secret };
    const hidden = { secret: "•••" };
    assert.equal(masked(JSON.stringify(plain), secret), JSON.stringify(hidden));
    const within = (value: object): string => JSON.stringify({ text: JSON.stringify(value) });
    assert.equal(masked(within(plain), secret), within(hidden));
    assert.equal(masked('{"secret":"p\\"a\\\\s/w\\u00f6rd"}', secret), JSON.stringify(hidden));
    assert.equal(masked('{"secret":"p\\"a\\\\s\\/w\\u00F6rd"}', secret), JSON.stringify(hidden));
  });

  it("replaces overlapping secrets as one, and neighbours one by one", () => {
    assert.equal(masked("-abcdefghijkl-", "abcdefgh", "efghijkl"), "-•••-");
    assert.equal(masked("-ababababab-", "abababab"), "-•••-");
    assert.equal(masked("-abcdefghABCDEFGH-", "abcdefgh", "ABCDEFGH"), "-••••••-");
  });

  it("replaces secrets in long lines wherever they lie", () => {
    const mask = new SecretMask(["abcdefgh", "efghijkl"]);
    const window = 1024 * 1024;
    for (const at of [window - 12, window - 8, window - 6, window - 1, window, 2 * window - 3]) {
      const bytes = Buffer.alloc(3 * window, ".");
      bytes.write("abcdefghijkl", at);
      const expected = Buffer.concat([bytes.subarray(0, at), Buffer.from("•••"), bytes.subarray(at + 12)]);
      assert.ok(mask.mask(bytes).equals(expected), String(at));
      assert.ok([...mask.search(bytes)].includes(true));
    }
  });

  it("replaces secrets in the strings and keys of a value, and gives back one without", () => {
    const mask = new SecretMask(["sesame-open"]);
    assert.deepEqual(mask.maskValue({ type: "spawned", env: ["x=sesame-open"], "sesame-open": 1 }), {
      type: "spawned",
      env: ["x=•••"],
      "•••": 1,
    });
    const event = { type: "ready", n: 1 };
    assert.equal(mask.maskValue(event), event);
  });

  it("leaves no secret and changes nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant("sesame-open"), fc.string())), (parts) => {
        const text = parts.join("|");
        const result = masked(text, "sesame-open");
        assert.equal(result, text.replaceAll("sesame-open", "•••"));
      }),
    );
  });
});
