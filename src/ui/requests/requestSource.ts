import type { Memento } from "vscode";
import type { ToolServers } from "../../servers/toolServers.ts";
import { argumentsKey, lastArguments } from "../ask/lastArguments.ts";
import { skeletonOf } from "../ask/schemaSkeleton.ts";
import { argumentsSchema } from "../ask/target.ts";
import { batchSchema } from "./batchSchema.ts";
import type { Request } from "./request.ts";

/** What request documents know of servers and of what was sent before. */
export class RequestSource {
  readonly #servers: ToolServers;
  readonly #memory: Memento;

  constructor(servers: ToolServers, memory: Memento) {
    this.#servers = servers;
    this.#memory = memory;
  }

  /** The schema of what is sent; `undefined` where the server says nothing, or does not run. */
  schemaOf(request: Request): unknown {
    if (request.kind !== "batch") {
      return argumentsSchema(this.#servers, request.server, request.target);
    }
    return batchSchema(this.#methodsOf(request.server));
  }

  /** What a new document holds. */
  beginningOf(request: Request): string {
    const value =
      request.kind === "batch"
        ? [{ method: this.#methodsOf(request.server)[0] ?? "", params: {} }]
        : (skeletonOf(this.schemaOf(request)) ?? this.lastOf(request) ?? {});
    return `${JSON.stringify(value, undefined, 2)}\n`;
  }

  #methodsOf(server: string): string[] {
    return this.#servers
      .listed(server)
      .filter(({ kind }) => kind === "method")
      .map(({ name }) => name);
  }

  /** What was sent last, as far as it was kept. */
  lastOf(request: Request): unknown {
    return request.kind === "batch"
      ? undefined
      : lastArguments(this.#memory, request.server, argumentsKey(request.target))?.params;
  }
}
