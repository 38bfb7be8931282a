import type { CallOutcome, InFlightCall, ServerStatus, ShownCall } from "../../servers/status.ts";

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The same object without the keys whose value is undefined: absent is what `undefined` means. */
export function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<T>;
}

/** Command results cross a process boundary, so they are plain data of their own, not parts of our state. */
export function plainStatus(status: ServerStatus): ServerStatus {
  return JSON.parse(JSON.stringify(status)) as ServerStatus;
}

/** `result` is JSON as it came, possibly 64 MB of it: it is handed on, not copied. */
export function plainOutcome(outcome: CallOutcome): CallOutcome {
  return present(outcome) as CallOutcome;
}

export function plainCall({ subject: _shown, ...call }: ShownCall): InFlightCall {
  return JSON.parse(JSON.stringify(call)) as InFlightCall;
}
