import type { JsonValue } from "../wire/messages.ts";

/** What a handler throws to answer a server's request with a certain error object. [R12] */
export class RequestError extends Error {
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
