import type { ListedMethod } from "../../servers/status.ts";

/** What is to be called: something listed, or a method that was typed. */
export interface Target {
  name: string;
  kind: ListedMethod["kind"];
  /** A resource's uri, or the template of one: names of resources need not be unique. */
  uri?: string;
}

/** What a request document sends. It is all in the document's address, so that it survives a reload of the window. */
export type Request =
  | { kind: "call"; server: string; target: Target }
  | { kind: "notify"; server: string; target: Target }
  | { kind: "batch"; server: string };

/** `undefined` where the text is not what `JSON.stringify` made of a request. */
export function readRequest(text: string): Request | undefined {
  try {
    const request = JSON.parse(text) as Request;
    const isNamed = request.kind === "batch" || typeof request.target.name === "string";
    return typeof request.server === "string" && isNamed ? request : undefined;
  } catch {
    return undefined;
  }
}
