import assert from "node:assert/strict";
import { resendOf } from "../../../src/ui/traffic/resend.ts";

const id = "7f1d6a3e-0c5b-4a57-9d0f-3a1b2c4d5e6f";

function resend(message: unknown, requestIds: "uuid" | "integer" = "uuid", findings: string[] = []) {
  const text = typeof message === "string" ? message : JSON.stringify(message);
  return resendOf(Buffer.from(text), { findings }, requestIds);
}

describe("sending again", () => {
  it("makes a new call of a call of ours", () => {
    assert.deepEqual(resend({ jsonrpc: "2.0", id, method: "tool.add", params: { a: 1 } }), {
      how: "call",
      method: "tool.add",
      params: { a: 1 },
    });
    assert.deepEqual(resend({ jsonrpc: "2.0", id: 4, method: "ping" }, "integer"), {
      how: "call",
      method: "ping",
      params: undefined,
    });
  });

  it("leaves the old call's progress token behind, and nothing else", () => {
    const params = { name: "echo", _meta: { progressToken: id } };
    assert.deepEqual(resend({ id, method: "tools/call", params }), {
      how: "call",
      method: "tools/call",
      params: { name: "echo" },
    });
    const own = { name: "echo", _meta: { progressToken: id, trace: 1 } };
    assert.deepEqual(resend({ id, method: "tools/call", params: own }), {
      how: "call",
      method: "tools/call",
      params: { name: "echo", _meta: { trace: 1 } },
    });
  });

  it("[R15] sends a typed line, or one that parsing would change, as it was", () => {
    for (const text of [
      '{"jsonrpc":"2.0","id":1,"method":"tool.add"}',
      "not JSON",
      `{"id":"${id}","method":"x","extra":1}`,
      `{"id":"${id}","method":"x","params":7}`,
    ]) {
      assert.deepEqual(resend(text), { how: "raw", text });
    }
    const unsafe = `{"id":"${id}","method":"x","params":[9007199254740993]}`;
    assert.deepEqual(resend(unsafe, "uuid", ["unsafe-integer"]), { how: "raw", text: unsafe });
  });
});
