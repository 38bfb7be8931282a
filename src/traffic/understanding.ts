import type { DecodedLine } from "../wire/decodeLine.ts";
import type { Envelope } from "../wire/envelope.ts";
import { isJsonObject } from "../wire/envelope.ts";
import { type FindingSet, finding } from "../wire/findings.ts";
import { ErrorCode, type JsonObject, type RequestId } from "../wire/messages.ts";
import { method, type NameNumber, type Names, noName, unlistedName } from "./columns/names.ts";
import { callOfRef, kindCode, noRef, nullIdRef, refOfCall, refOfId } from "./columns/rowColumns.ts";
import { callState, type Scope, scope } from "./pairing/callTable.ts";
import { HandshakeTracking } from "./pairing/handshake.ts";
import { type LocalEnd, Pairing } from "./pairing/pairing.ts";
import { ProgressTracking } from "./pairing/progress.ts";

/** What all sources of a log share. */
export interface SharedNames {
  methods: Names<string>;
  errorCodes: Names<number>;
}

/** A batch line: the calls of its members, and the one line that all its answers answer. */
export interface BatchCalls {
  calls: number[];
  /** 0 where there is none, or several. */
  replyTo: number;
}

const notJson = finding["stray-output"] | finding["lsp-framing"] | finding["invalid-json"];

/**
 * What one process's lines mean, told line by line in the order of the log and computed from nothing else.
 *
 * `understand` leaves its result in `kind`, `label`, `ref` and `findings`, which the log puts into its columns; no
 * object is made a message.
 */
export class Understanding {
  readonly pairing = new Pairing();
  readonly handshake = new HandshakeTracking();
  readonly batches = new Map<number, BatchCalls>();
  /** Ids of answers whose call has another one. */
  readonly oddIds = new Map<number, number>();
  kind = kindCode.unparsed;
  label: NameNumber = noName;
  ref = noRef;
  findings: FindingSet = 0;
  /** The seq of the line that the last operation gave an answer to, or 0. */
  answered = 0;
  /** The seqs of all lines that the last operation, a batch, gave answers to; emptied by who reads it. */
  readonly batchAnswered: number[] = [];
  /** Earlier lines found to be before the handshake. */
  readonly early: number[] = [];

  readonly #names: SharedNames;
  readonly #progress = new ProgressTracking(this.pairing);
  #saidFraming = false;
  #probeComes = false;
  /** The calls that are probes. */
  readonly #probes = new Set<number>();

  constructor(names: SharedNames) {
    this.#names = names;
  }

  /** The next request of ours is a probe: it asks for a method that the server need not have. */
  probeComes(): void {
    this.#probeComes = true;
  }

  /** Takes line `seq` in; `ours` tells that we sent it. */
  understand(seq: number, ours: boolean, decoded: DecodedLine): void {
    const { envelope } = decoded;
    this.label = noName;
    this.ref = noRef;
    this.findings = decoded.findings;
    this.answered = 0;
    if (envelope === undefined) {
      this.kind = kindCode.unparsed;
      this.findings = this.#unparsedFindings(ours, decoded.findings);
    } else if (envelope.members !== undefined) {
      this.kind = kindCode.batch;
      this.#batch(seq, ours, envelope.members);
    } else {
      this.#message(seq, ours, envelope);
    }
  }

  /** Ends a call of ours without an answer. Returns the seq of its request, or 0 if none waits. */
  settle(id: RequestId, end: LocalEnd, seq?: number): number {
    const { pairing } = this;
    let call = pairing.settle(scope.ourRequest, id, false, end, seq);
    if (call === -1 && typeof id === "string") {
      call = pairing.settle(scope.ourRequest, id, true, end, seq);
    }
    if (call === -1) {
      return 0;
    }
    this.#progress.end(call);
    return pairing.calls.requestSeq(call);
  }

  /** The process has ended: what waits will not be answered. Returns the seqs of those requests. Costs all calls. */
  exited(): number[] {
    const { calls } = this.pairing;
    const seqs: number[] = [];
    for (let call = 0; call < calls.length; call++) {
      if (calls.state(call) === callState.pending && calls.scope(call) <= scope.theirRequest) {
        calls.setState(call, callState.serverExited);
        this.#progress.end(call);
        seqs.push(calls.requestSeq(call));
      }
    }
    return seqs;
  }

  /** Line `seq` is gone. Returns whether a call in it waits for an answer, which will want to know when it was sent. */
  letGo(seq: number, ref: number): boolean {
    const { calls } = this.pairing;
    const asked = this.batches.get(seq)?.calls ?? [callOfRef(ref)];
    this.batches.delete(seq);
    this.oddIds.delete(seq);
    return asked.some((call) => call !== -1 && calls.requestSeq(call) === seq && calls.answerSeq(call) === 0);
  }

  /** The seqs of the requests without an answer, in both directions. Costs all calls. */
  *unanswered(): Generator<number> {
    const { calls } = this.pairing;
    for (let call = 0; call < calls.length; call++) {
      if (calls.answerSeq(call) === 0 && calls.scope(call) <= scope.theirRequest) {
        yield calls.requestSeq(call);
      }
    }
  }

  #unparsedFindings(ours: boolean, findings: FindingSet): FindingSet {
    const rest = findings & ~notJson;
    if (ours) {
      return rest | finding["invalid-json"];
    }
    if ((findings & finding["lsp-framing"]) === 0) {
      return findings;
    }
    const code = this.#saidFraming ? finding["stray-output"] : finding["lsp-framing"];
    this.#saidFraming = true;
    return rest | code;
  }

  #message(seq: number, ours: boolean, envelope: Envelope): void {
    const { id } = envelope;
    switch (envelope.kind) {
      case "request":
        this.kind = kindCode.request;
        this.ref = refOfCall(this.#request(seq, ours, envelope, id as RequestId));
        break;
      case "notification":
        this.kind = kindCode.notification;
        this.#notification(seq, ours, envelope);
        break;
      case "result":
        this.kind = kindCode.result;
        this.#answer(seq, ours, envelope);
        break;
      case "error":
        this.kind = kindCode.error;
        this.#answer(seq, ours, envelope);
        break;
      default:
        this.kind = kindCode.invalid;
        this.label = envelope.method === undefined ? noName : this.#names.methods.number(envelope.method);
        this.#keepId(envelope);
    }
  }

  #request(seq: number, ours: boolean, envelope: Envelope, id: RequestId): number {
    const label = this.#names.methods.number(envelope.method as string);
    const { pairing, handshake } = this;
    pairing.request(ours ? scope.ourRequest : scope.theirRequest, id, envelope.unsafeId === true, seq, label);
    const { call } = pairing;
    if (this.#probeComes && ours) {
      this.#probeComes = false;
      this.#probes.add(call);
    }
    this.label = label;
    this.findings |= pairing.findings;
    if (!handshake.done) {
      this.findings |= handshake.early(seq, ours, true, label);
    }
    this.#progress.begin(call, id, envelope.value);
    return call;
  }

  #notification(seq: number, ours: boolean, envelope: Envelope): void {
    const label = this.#names.methods.number(envelope.method as string);
    this.label = label;
    if (!this.handshake.done) {
      this.findings |= this.handshake.early(seq, ours, false, label);
    }
    if (label === method.plainProgress || label === method.mcpProgress) {
      this.findings |= this.#progress.check(askedBy(ours), label, envelope.value);
    }
  }

  /** Returns the seq of the line that is answered: 0 where there is none, -1 where the answer does not say. */
  #answer(seq: number, ours: boolean, envelope: Envelope): number {
    const isError = envelope.kind === "error";
    this.label = isError ? this.#errorCode(envelope.value as JsonObject) : noName;
    const { id } = envelope;
    if (id === null || id === undefined) {
      // Tied to no call by guesswork. [R8]
      this.ref = nullIdRef;
      return -1;
    }
    const { pairing } = this;
    const isNumberText = envelope.unsafeId === true;
    pairing.answer(askedBy(ours), id, isNumberText, seq, isError ? callState.error : callState.ok);
    const { call, findings } = pairing;
    this.findings |= findings;
    if (call === -1) {
      this.#keepId(envelope);
      return 0;
    }
    const asked = pairing.calls.requestSeq(call);
    this.ref = refOfCall(call);
    if ((findings & finding["id-type-mismatch"]) !== 0) {
      this.oddIds.set(seq, pairing.keepId(id, isNumberText));
      return asked;
    }
    if ((findings & finding["duplicate-answer"]) === 0) {
      this.#progress.end(call);
      this.answered = asked;
      if (
        this.#probes.has(call) &&
        pairing.calls.state(call) === callState.error &&
        isMethodNotFound(envelope.value as JsonObject)
      ) {
        pairing.calls.setState(call, callState.declined);
      }
      if (!ours && !isError && pairing.calls.method(call) === method.initialize) {
        this.early.push(...this.handshake.answered(envelope.value));
      }
    }
    return asked;
  }

  /** Members are understood as if they were lines, one after the other. [R5] */
  #batch(seq: number, ours: boolean, members: readonly Envelope[]): void {
    this.findings |= this.handshake.batch();
    const calls: number[] = [];
    let replyTo = -1;
    for (const member of members) {
      this.ref = noRef;
      switch (member.kind) {
        case "request":
          calls.push(this.#request(seq, ours, member, member.id as RequestId));
          break;
        case "notification":
          this.#notification(seq, ours, member);
          break;
        case "result":
        case "error": {
          this.answered = 0;
          const asked = this.#answer(seq, ours, member);
          if (this.answered !== 0) {
            this.batchAnswered.push(this.answered);
          }
          if (asked !== -1) {
            replyTo = replyTo === -1 || replyTo === asked ? asked : 0;
          }
          break;
        }
        default:
          break;
      }
    }
    this.label = noName;
    this.ref = noRef;
    this.answered = 0;
    if (calls.length > 0 || replyTo > 0) {
      this.batches.set(seq, { calls, replyTo: Math.max(replyTo, 0) });
    }
  }

  #keepId({ id, unsafeId }: Envelope): void {
    if (id === null) {
      this.ref = nullIdRef;
    } else if (id !== undefined) {
      this.ref = refOfId(this.pairing.keepId(id, unsafeId === true));
    }
  }

  #errorCode({ error }: JsonObject): NameNumber {
    const code = isJsonObject(error) ? error.code : undefined;
    return typeof code === "number" ? this.#names.errorCodes.number(code) : noName;
  }
}

function isMethodNotFound({ error }: JsonObject): boolean {
  return isJsonObject(error) && error.code === ErrorCode.methodNotFound;
}

/** Who asked what a line answers or reports on: the other side. */
function askedBy(ours: boolean): Scope {
  return ours ? scope.theirRequest : scope.ourRequest;
}

/** Whether a name has to be read from the line. */
export function isUnlisted(label: NameNumber): boolean {
  return label === unlistedName;
}
