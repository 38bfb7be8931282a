import { isJsonObject } from "../../wire/envelope.ts";
import { type FindingSet, finding } from "../../wire/findings.ts";
import type { JsonObject, JsonValue, RequestId } from "../../wire/messages.ts";
import { method, type NameNumber } from "../columns/names.ts";
import { callState, type Scope, scope } from "./callTable.ts";
import type { Pairing } from "./pairing.ts";

/**
 * Whether progress notifications fit the calls they are about. A token is the id of its request, or what the
 * request's params name as `_meta.progressToken` (MCP), `workDoneToken` or `progressToken`. [R11]
 */
export class ProgressTracking {
  readonly #pairing: Pairing;
  /** The last number told for a token's call, while the call waits. */
  readonly #last = new Map<number, number>();

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
  }

  /** Notes the tokens that a request's params name. `call` is its call. */
  begin(call: number, id: RequestId, value: JsonValue): void {
    const params = (value as JsonObject).params;
    if (typeof params !== "object" || params === null || Array.isArray(params)) {
      return;
    }
    const { _meta: meta, workDoneToken, progressToken } = params;
    if (isToken(workDoneToken) && workDoneToken !== id) {
      this.#name(call, workDoneToken);
    }
    if (isToken(progressToken) && progressToken !== id) {
      this.#name(call, progressToken);
    }
    if (isJsonObject(meta) && isToken(meta.progressToken) && meta.progressToken !== id) {
      this.#name(call, meta.progressToken);
    }
  }

  /** What is wrong with a progress notification of method `label`; `of` tells whose requests it is about. */
  check(of: Scope, label: NameNumber, value: JsonValue): FindingSet {
    const params = (value as JsonObject).params;
    if (!isJsonObject(params)) {
      return finding["progress-unknown-token"];
    }
    const token = label === method.mcpProgress ? params.progressToken : params.token;
    const call = isToken(token) ? this.#find(of, token) : -1;
    if (call === -1) {
      return finding["progress-unknown-token"];
    }
    if (this.#pairing.calls.state(call) !== callState.pending) {
      return finding["progress-after-end"];
    }
    const amount = label === method.mcpProgress ? params.progress : amountIn(params.value);
    if (typeof amount !== "number") {
      return 0;
    }
    const last = this.#last.get(call);
    if (last !== undefined && amount <= last) {
      return finding["progress-not-increasing"];
    }
    this.#last.set(call, amount);
    return 0;
  }

  /** The call has ended. */
  end(call: number): void {
    if (this.#last.size > 0) {
      this.#last.delete(call);
    }
  }

  /** Tokens are calls of a scope of their own, whose request is not a seq but the call they stand for. */
  #name(call: number, token: RequestId): void {
    const { calls } = this.#pairing;
    const of = tokensOf(calls.scope(call));
    const known = this.#pairing.find(of, token, false);
    if (known === -1) {
      this.#pairing.request(of, token, false, call, 0);
      this.#pairing.call = call;
    } else {
      calls.setRequestSeq(known, call);
    }
  }

  /** The call that a token stands for, sooner one that waits. */
  #find(of: Scope, token: RequestId): number {
    const pairing = this.#pairing;
    const named = pairing.find(tokensOf(of), token, false);
    const byName = named === -1 ? -1 : pairing.calls.requestSeq(named);
    if (byName !== -1 && pairing.calls.state(byName) === callState.pending) {
      return byName;
    }
    const byId = pairing.find(of, token, false);
    return byId === -1 ? byName : byId;
  }
}

function tokensOf(of: Scope): Scope {
  return of === scope.ourRequest ? scope.ourToken : scope.theirToken;
}

function isToken(token: unknown): token is RequestId {
  return typeof token === "string" || (typeof token === "number" && Number.isInteger(token));
}

/** A plain server's `value` is a number, or an object that has one. */
function amountIn(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) ? value.progress : value;
}
