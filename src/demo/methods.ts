import { setTimeout as sleep } from "node:timers/promises";
import { type Method, noAnswer } from "./method.ts";

/** The longest time a Node timer can wait. */
const longestMs = 2 ** 31 - 1;

export const methods: Method[] = [
  {
    name: "tool.list",
    description: "Lists every method with its description and the schema of its parameters.",
    inputSchema: { type: "object", properties: {} },
    run: () => methods.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  },
  {
    name: "tool.add",
    description: "Adds two numbers. Wrong parameters are answered with -32602 and what to repair.",
    inputSchema: {
      type: "object",
      properties: {
        a: { type: "number", description: "The first number." },
        b: { type: "number", description: "The second number." },
      },
      required: ["a", "b"],
    },
    run: ({ a, b }) => Number(a) + Number(b),
  },
  {
    name: "tool.echo",
    description: "Answers with its parameters, whatever they are.",
    inputSchema: { type: "object" },
    run: (params) => params,
  },
  {
    name: "tool.slow",
    description: "Works in steps, reports progress and logs; can be cancelled at any time.",
    inputSchema: {
      type: "object",
      properties: {
        steps: {
          type: "integer",
          minimum: 1,
          maximum: 1_000_000,
          default: 5,
          description: "How many steps.",
        },
        stepMs: {
          type: "integer",
          minimum: 0,
          maximum: longestMs,
          default: 1000,
          description: "Milliseconds a step takes.",
        },
      },
    },
    run: async (params, call) => {
      const steps = Number(params.steps);
      const stepMs = Number(params.stepMs);
      call.notify("log.message", { level: "info", text: `slow: ${steps} steps of ${stepMs} ms` });
      for (let step = 1; step <= steps; step++) {
        await sleep(stepMs, undefined, { signal: call.signal });
        call.progress({ progress: step, total: steps, message: `step ${step} of ${steps}` });
      }
      call.notify("log.message", { level: "info", text: "slow: done" });
      return { steps, stepMs };
    },
  },
  {
    name: "tool.delay",
    description: "Answers with `value` after `ms` milliseconds: two calls can be answered out of order.",
    inputSchema: {
      type: "object",
      properties: {
        ms: { type: "integer", minimum: 0, maximum: longestMs, description: "Milliseconds to wait." },
        value: { default: null, description: "What to answer with." },
      },
      required: ["ms"],
    },
    run: ({ ms, value }, call) => sleep(Number(ms), value, { signal: call.signal }),
  },
  {
    name: "tool.fail",
    description:
      "Throws: answered with -32603, the error's class in error.data.exception, its stack on stderr.",
    inputSchema: {
      type: "object",
      properties: {
        message: { type: "string", default: "this tool always fails", description: "The error's message." },
      },
    },
    run: ({ message }) => {
      throw new TypeError(String(message));
    },
  },
  {
    name: "tool.print",
    description: "Prints a line to stdout by mistake, as a forgotten debug print does, and then answers.",
    inputSchema: {
      type: "object",
      properties: {
        text: { type: "string", default: "debug: got here", description: "The stray line." },
      },
    },
    run: ({ text }) => {
      console.log(text);
      return { printed: text };
    },
  },
  {
    name: "tool.silent",
    description:
      "Never answers, not even when it is cancelled: see how a call ends without its server's help.",
    inputSchema: { type: "object", properties: {} },
    run: () => noAnswer,
  },
];
