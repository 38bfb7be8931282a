import { spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { mcpConventions } from "../../src/dialects/mcpConventions.ts";
import { initializeEra } from "../../src/dialects/mcpInitializeEra.ts";
import type { Outcome } from "../../src/rpc/outcome.ts";
import { Peer } from "../../src/rpc/peer.ts";
import { defaults } from "../../src/servers/definitions/entry.ts";
import { TrafficLog } from "../../src/traffic/trafficLog.ts";
import { type Figure, median } from "./table.ts";

const calls = 5000;
const rounds = 9;
const warmUpRounds = 8;
const method = "tools/call";
const server = fileURLToPath(new URL("../fixtures/servers/echo.mjs", import.meta.url));

/** Arguments of a hundred bytes, different for each call. */
function paramsOf(n: number) {
  return { name: "echo", arguments: { path: "src/wire/lineSplitter.ts", text: "tool server ".repeat(4), n } };
}

/** A client with a warm server of its own. */
interface Contender {
  /** A `tools/call`. */
  call(n: number): Promise<unknown>;
  /** After each round: lets go of what it left, so that no later one pays for its memory or for work that it put off. */
  clear(): void;
  /** The result in what `call` resolved to. */
  resultOf(answer: unknown): unknown;
  end(): Promise<unknown>;
}

/**
 * The SDK's client over its own transport: `request` with the schema that lets every result pass (`callTool` also looks
 * for output schemas).
 *
 * @param progress asked for, as our peer does in each call: then both send the same, but for the ids.
 */
async function sdkClient(progress: boolean): Promise<Contender> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }));
  const options = progress ? { onprogress: () => {} } : {};
  return {
    call: (n) => client.request({ method, params: paramsOf(n) }, ResultSchema, options),
    clear: () => {},
    resultOf: (answer) => answer,
    end: () => client.close(),
  };
}

/** The least that any client does: a text for each call, a table of those in flight, a parse for each answer. */
async function bareClient(): Promise<Contender> {
  const child = spawn(process.execPath, [server], { stdio: ["pipe", "pipe", "inherit"] });
  const calls = new Map<number, (result: unknown) => void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      calls.get(id)?.(result);
      calls.delete(id);
    }
  });
  let waiting = "";
  const flush = () => {
    child.stdin.write(waiting);
    waiting = "";
  };
  let nextId = 1;
  const request = (name: string, params: object) =>
    new Promise((resolve) => {
      const id = nextId++;
      calls.set(id, resolve);
      if (waiting === "") {
        queueMicrotask(flush);
      }
      waiting += `${JSON.stringify({ jsonrpc: "2.0", id, method: name, params })}\n`;
    });
  const clientInfo = { name: "bench", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  return {
    call: (n) => request(method, { ...paramsOf(n), _meta: { progressToken: n } }),
    clear: () => {},
    resultOf: (answer) => answer,
    end: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

/** Our peer as a server's run sets it up: recorded, UUIDs as ids, progress asked for, both time limits. */
async function toolwire(): Promise<Contender> {
  // Launched as the SDK launches it: in a session of its own, as the product's are, Linux schedules it otherwise.
  const child = spawn(process.execPath, [server], { stdio: ["pipe", "pipe", "inherit"] });
  const log = new TrafficLog();
  const source = log.source("echo", 1);
  const peer = new Peer({
    input: child.stdout,
    output: child.stdin,
    taps: source,
    conventions: mcpConventions,
    requestIds: "uuid",
    onSettledLocally: (id, status) => source.settle(id, status),
    onDidChangeCalls: () => {},
  });
  const exited = once(child, "exit").then(() => peer.close("The server has exited."));
  await initializeEra(peer, {
    serverName: "echo",
    clientVersion: "1.0.0",
    protocol: "mcp",
    roots: () => [],
    onDidChange: () => {},
    note: () => {},
  });
  const { timeoutMs, maxTotalMs } = defaults;
  return {
    call: (n) => peer.call(method, paramsOf(n), { timeoutMs, maxTotalMs }).outcome,
    clear: () => void log.clear(),
    resultOf: (answer) => (answer as Outcome).result,
    end: () => {
      child.stdin.end();
      return exited;
    },
  };
}

async function oneByOne({ call }: Contender): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let n = 0; n < calls; n++) {
    answers.push(await call(n));
  }
  return answers;
}

function pipelined({ call }: Contender): Promise<unknown[]> {
  return Promise.all(Array.from({ length: calls }, (_, n) => call(n)));
}

/** Milliseconds on the clock, and those in which this process was at work. */
interface Duration {
  wall: number;
  cpu: number;
}

async function measure(contender: Contender, way: typeof oneByOne): Promise<Duration> {
  globalThis.gc?.();
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const answers = await way(contender);
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  contender.clear();
  for (const [n, answer] of answers.entries()) {
    const text = JSON.stringify(paramsOf(n).arguments);
    if ((contender.resultOf(answer) as { content: { text: string }[] }).content[0]?.text !== text) {
      throw new Error(`call ${n} got ${JSON.stringify(answer)}`);
    }
  }
  return { wall, cpu: (user + system) / 1000 };
}

const names = ["bare", "sdk", "sdkWithoutProgress", "ours"] as const;
type Contenders = Record<(typeof names)[number], Contender>;

async function compare(
  bench: string,
  way: typeof oneByOne,
  contenders: Contenders,
  goal: { ratio: number; text: string },
): Promise<Figure[]> {
  const times = {
    bare: [] as Duration[],
    sdk: [] as Duration[],
    sdkWithoutProgress: [] as Duration[],
    ours: [] as Duration[],
  };
  // The first rounds warm up: a client that has run for a while is compared, not two compilers. Who begins alternates.
  for (let round = -warmUpRounds; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const duration = await measure(contenders[name], way);
      if (round >= 0) {
        times[name].push(duration);
      }
    }
  }
  const bare = middle(times.bare);
  const sdk = middle(times.sdk);
  const sdkWithoutProgress = middle(times.sdkWithoutProgress);
  const ours = middle(times.ours);
  const ratio = sdk.wall / ours.wall;
  return [
    { bench, what: "the least that a client does", value: perCall(bare), ratio: bare.wall / ours.wall },
    {
      bench,
      what: "MCP SDK client, not asking for progress",
      value: perCall(sdkWithoutProgress),
      ratio: sdkWithoutProgress.wall / ours.wall,
    },
    { bench, what: "MCP SDK client, asking for it as we do", value: perCall(sdk) },
    {
      bench,
      what: "Toolwire peer, recording",
      value: perCall(ours),
      ratio,
      goal: goal.text,
      met: ratio >= goal.ratio,
    },
    { bench, what: "… in processor time of the client", value: "", ratio: sdk.cpu / ours.cpu },
  ];
}

function middle(durations: readonly Duration[]): Duration {
  return {
    wall: median(durations.map(({ wall }) => wall)),
    cpu: median(durations.map(({ cpu }) => cpu)),
  };
}

function perCall({ wall, cpu }: Duration): string {
  const micros = (ms: number): string => `${((ms / calls) * 1000).toFixed(1)} µs`;
  return `${micros(wall)}/call, ${micros(cpu)} busy`;
}

/**
 * 5,000 calls of an MCP tool, one by one and all at once, against the same echo server; one warm server each for all
 * rounds.
 */
export async function roundTripsBench(): Promise<Figure[]> {
  // The SDK listens for "drain" once a call that has to wait; Node's warning would say so in the table.
  setMaxListeners(0);
  const contenders: Contenders = {
    bare: await bareClient(),
    sdk: await sdkClient(true),
    sdkWithoutProgress: await sdkClient(false),
    ours: await toolwire(),
  };
  try {
    return [
      ...(await compare("5,000 calls one by one", oneByOne, contenders, { ratio: 1, text: "≥ 1 × the SDK" })),
      ...(await compare("5,000 calls at once", pipelined, contenders, { ratio: 2, text: "≥ 2 × the SDK" })),
    ];
  } finally {
    await Promise.all(Object.values(contenders).map((contender) => contender.end()));
  }
}
