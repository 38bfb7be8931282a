import { setImmediate } from "node:timers/promises";
import type { TrafficRow } from "../../traffic/entry.ts";

/** What is needed of the log. */
export interface CallsLog {
  readonly length: number;
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
}

/** The call that a line belongs to. */
export interface CallOfLine {
  request?: TrafficRow;
  answer?: TrafficRow;
  /** What the server said while it ran, oldest first. [R11] */
  during: TrafficRow[];
  more: boolean;
}

/** A longer notification is not parsed to learn which call it is about. */
const longestBytes = 65_536;
/** Rows looked through backwards for the request of a notification: some milliseconds of work. */
const mostBack = 4000;
/** Rows looked through for what belongs to a call, and how many of them are told. */
const mostForward = 100_000;
const mostDuring = 200;
const sliceMs = 8;

type Fields = Readonly<Record<string, unknown>>;

/** The request that a line is, answers, or names in its parameters (progress, cancellation). */
export function requestOfLine(log: CallsLog, row: TrafficRow): TrafficRow | undefined {
  if (row.kind === "request" || (row.kind === "batch" && row.replyTo === undefined)) {
    return row;
  }
  if (row.replyTo !== undefined) {
    return log.row(row.replyTo);
  }
  const named = row.kind === "notification" ? tokenIn(paramsOf(log, row)) : undefined;
  return named === undefined
    ? undefined
    : findBefore(log, row, (request) => tokensOf(log, request).has(named));
}

/** The last earlier request of the same process, in the same direction, with the same id. */
export function sameIdBefore(log: CallsLog, row: TrafficRow): TrafficRow | undefined {
  return findBefore(log, row, ({ id, channel }) => id === row.id && channel === row.channel);
}

/** Everything about the call of a line. In slices: a long call may have seen a lot of traffic. */
export async function callOfLine(log: CallsLog, row: TrafficRow): Promise<CallOfLine> {
  const request = requestOfLine(log, row);
  if (request === undefined) {
    return { ...(row.replyTo === undefined ? {} : { answer: row }), during: [], more: false };
  }
  const answer = request.answeredBy === undefined ? undefined : log.row(request.answeredBy);
  const isOpen = answer !== undefined || request.status === "pending";
  const tokens = tokensOf(log, request);
  const end = Math.min(answer?.seq ?? log.length + 1, request.seq + mostForward);
  const during: TrafficRow[] = [];
  let sliceStart = performance.now();
  for (let seq = request.seq + 1; seq < end && during.length < mostDuring; seq++) {
    const other = log.row(seq);
    if (other !== undefined && belongs(log, other, request, tokens, isOpen)) {
      during.push(other);
    }
    if (seq % 128 === 0 && performance.now() - sliceStart > sliceMs) {
      await setImmediate();
      sliceStart = performance.now();
    }
  }
  const more = during.length === mostDuring || end === request.seq + mostForward;
  return { request, ...(answer === undefined ? {} : { answer }), during, more };
}

/**
 * A notification that names the call, or one that names none while the call was open: log lines carry no token, and
 * what a server says in mid-call is mostly about it.
 */
function belongs(
  log: CallsLog,
  row: TrafficRow,
  request: TrafficRow,
  tokens: ReadonlySet<unknown>,
  isOpen: boolean,
): boolean {
  if (row.server !== request.server || row.epoch !== request.epoch) {
    return false;
  }
  if (row.kind === "stderr") {
    return isOpen;
  }
  if (row.kind !== "notification") {
    return false;
  }
  const named = tokenIn(paramsOf(log, row));
  return named === undefined ? isOpen && row.channel !== request.channel : tokens.has(named);
}

function findBefore(
  log: CallsLog,
  row: TrafficRow,
  matches: (request: TrafficRow) => boolean,
): TrafficRow | undefined {
  const last = Math.max(1, row.seq - mostBack);
  for (let seq = row.seq - 1; seq >= last; seq--) {
    const other = log.row(seq);
    if (
      other?.kind === "request" &&
      other.server === row.server &&
      other.epoch === row.epoch &&
      matches(other)
    ) {
      return other;
    }
  }
  return undefined;
}

/** What notifications may call a request: its id, and the tokens that its parameters give. */
function tokensOf(log: CallsLog, request: TrafficRow): Set<unknown> {
  const params = paramsOf(log, request);
  const { workDoneToken, progressToken } = params ?? {};
  const tokens = [request.id, workDoneToken, progressToken, fieldsOf(params?._meta)?.progressToken];
  return new Set(tokens.filter((token) => token !== undefined && token !== null));
}

/** What a notification's parameters name: a progress token, or the id of the request to cancel. */
function tokenIn(params: Fields | undefined): unknown {
  const { progressToken, token, requestId, id } = params ?? {};
  return progressToken ?? token ?? requestId ?? id ?? undefined;
}

function paramsOf(log: CallsLog, row: TrafficRow): Fields | undefined {
  if (row.bytes > longestBytes) {
    return undefined;
  }
  try {
    return fieldsOf(fieldsOf(JSON.parse(log.rawBytes(row.seq).toString()))?.params);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
