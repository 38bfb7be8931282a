import { envelopeProblem } from "./envelope.ts";
import {
  type Answer,
  code,
  failure,
  type Id,
  isId,
  isObject,
  type Notification,
  RpcError,
} from "./jsonRpc.ts";
import { type Method, noAnswer } from "./method.ts";
import { checkParams } from "./schema.ts";

/** Where a server's output goes. */
export interface Output {
  send(message: Answer | Notification | Answer[]): void;
  /** A line for people: on stderr, because stdout carries messages only. */
  log(text: string): void;
}

export interface Server {
  /** Takes one line of input. Calls run side by side, so their answers come in any order. */
  receive(line: string): Promise<void>;
  /** Cancels every call that still runs. */
  end(): void;
}

export function createServer(methods: readonly Method[], output: Output): Server {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const running = new Map<Id | symbol, AbortController>();

  async function receive(line: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (error) {
      output.log(`a line that is not JSON: ${line.slice(0, 100)}`);
      output.send(failure(null, new RpcError(code.parseError, "Parse error", { reason: String(error) })));
      return;
    }
    const answer = Array.isArray(message) ? await answerBatch(message) : await answerOne(message);
    if (answer !== undefined) {
      output.send(answer);
    }
  }

  /** All members run together; one array answers those that have an id. */
  async function answerBatch(members: unknown[]): Promise<Answer | Answer[] | undefined> {
    if (members.length === 0) {
      return failure(null, new RpcError(code.invalidRequest, "Invalid request: the batch is empty"));
    }
    const answers = (await Promise.all(members.map(answerOne))).filter((answer) => answer !== undefined);
    return answers.length > 0 ? answers : undefined;
  }

  async function answerOne(message: unknown): Promise<Answer | undefined> {
    const problem = envelopeProblem(message);
    if (problem !== undefined || !isObject(message)) {
      const id = isObject(message) && isId(message.id) ? message.id : null;
      return failure(id, new RpcError(code.invalidRequest, `Invalid request: ${problem}`));
    }
    if (!("method" in message)) {
      output.log("an answer to nothing that was asked: ignored");
      return undefined;
    }
    const method = String(message.method);
    const id = isId(message.id) ? message.id : undefined;
    if (id === undefined && method === "$/cancelRequest") {
      cancel(message.params);
      return undefined;
    }
    try {
      const result = await run(method, message.params, id);
      return id === undefined || result === noAnswer
        ? undefined
        : { jsonrpc: "2.0", id, result: result ?? null };
    } catch (error) {
      if (!(error instanceof RpcError)) {
        output.log(error instanceof Error ? `${method}: ${error.stack}` : `${method}: ${error}`);
      }
      return id === undefined ? undefined : failure(id, error);
    }
  }

  async function run(name: string, params: unknown, id: Id | undefined): Promise<unknown> {
    const method = byName.get(name);
    if (method === undefined) {
      throw new RpcError(code.methodNotFound, `Method not found: ${name}`, { methods: [...byName.keys()] });
    }
    const checked = checkParams(method.inputSchema, params);
    const controller = new AbortController();
    const key = id ?? Symbol(name);
    running.set(key, controller);
    try {
      return await method.run(checked, {
        signal: controller.signal,
        progress: (value) => {
          if (id !== undefined) {
            notify("$/progress", { token: id, value });
          }
        },
        notify,
      });
    } catch (error) {
      throw controller.signal.aborted ? new RpcError(code.cancelled, "cancelled") : error;
    } finally {
      if (running.get(key) === controller) {
        running.delete(key);
      }
    }
  }

  function notify(method: string, params: unknown): void {
    output.send({ jsonrpc: "2.0", method, params });
  }

  function cancel(params: unknown): void {
    const id = isObject(params) ? params.id : undefined;
    const controller = isId(id) ? running.get(id) : undefined;
    output.log(`cancel ${JSON.stringify(id)}${controller === undefined ? ": no such call is running" : ""}`);
    controller?.abort();
  }

  function end(): void {
    for (const controller of running.values()) {
      controller.abort();
    }
  }

  return { receive, end };
}
