import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, type Case, fails, json, type Line, request, result, timedOut } from "./case.ts";
import { fixtures, type Lab } from "./laboratory.ts";

const mcp = { entry: { protocol: "mcp" } };
const initialized: Line = [
  result(1, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "hostile" } }),
];

const noAnswerCanCome = {
  status: "serverExited",
  reason: /^closes-stdout closed its stdout, so no answer can come any more\. Restart it to call again\.$/,
} as const;

/** Calls "odd" and stops the server, which must end whatever it is. */
async function callAndStop({ servers, name, call }: Lab) {
  const outcome = await call("odd");
  await servers.stop(name);
  return [outcome];
}

const replacedProgram = join(tmpdir(), `toolwire-hostile-${process.pid}.mjs`);
const programAnswering = (value: number): string => `
  import { onLines } from ${json(`${fixtures}../servers/lines.mjs`)};
  onLines(process.stdin, (line) => {
    const { id, method } = JSON.parse(line);
    const result = method === "odd" ? ${value} : "good";
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  });
  process.stdin.on("end", () => process.exit(0));
`;

/** How many calls of a megabyte are made to a server that does not read. */
const manyCalls = 100;

/** How servers start, live and end as processes. [R9] [R13] [R16] */
export const lifeCases: readonly Case[] = [
  {
    way: "not-found",
    does: "is a program that is not in PATH",
    entry: { command: "no-such-program-anywhere" },
    stdout: [],
    ...fails(/^not-found: "no-such-program-anywhere" was not found in PATH/),
  },
  {
    way: "not-found-path",
    does: "is a path to nothing",
    entry: { command: "./nothing" },
    stdout: [],
    ...fails(/The command "\.\/nothing" does not exist \(.*hostile\/nothing\)/),
  },
  {
    way: "not-executable",
    does: "is a file without the permission",
    entry: { command: "./server.mjs" },
    stdout: [],
    ...fails(/may not be executed: .*server\.mjs has no execute permission/),
  },
  {
    way: "folder",
    does: "is a folder",
    entry: { command: fixtures },
    stdout: [],
    ...fails(/is a folder .*: expected a program/),
  },
  {
    way: "wrong-interpreter",
    does: "wants an interpreter that is not there",
    entry: { command: "./wrong-interpreter", args: [] },
    stdout: [],
    ...fails(/wants to be run by "\/no\/such\/interpreter" \(its first line\), which was not found/),
  },
  {
    way: "no-first-line",
    does: "is a script without a first line, which the system gives to sh",
    entry: { command: "./no-first-line", args: [] },
    stdout: [["this is no program with a first line", "stray-output"]],
    outcome: { status: "serverExited", reason: /exited with code 0/ },
    state: "stopped",
    next: { whyNot: "it is no server", status: "serverExited" },
  },
  {
    way: "garbage",
    does: "is a program for no processor",
    entry: { command: "./garbage", args: [], protocol: "mcp" },
    stdout: [],
    ...fails(/^garbage: .*(cannot run|exited with code \d+ before answering `initialize`)/),
  },
  {
    way: "cwd-missing",
    does: "wants a working directory that does not exist",
    entry: { cwd: "/no/such/folder" },
    stdout: [],
    ...fails(/The working directory \/no\/such\/folder does not exist/),
  },
  {
    way: "cwd-file",
    does: "wants a file for a working directory",
    entry: { cwd: `${fixtures}server.mjs` },
    stdout: [],
    ...fails(/The working directory .*server\.mjs is not a folder/),
  },
  {
    way: "env-file-missing",
    does: "wants an environment file that does not exist",
    entry: { envFile: "nothing.env" },
    stdout: [],
    ...fails(/"envFile": .*nothing\.env does not exist/),
  },
  {
    way: "exits-0",
    does: "exits at once with 0",
    ...mcp,
    stdout: [],
    ...fails(/exited with code 0 before answering `initialize`\. It wrote nothing to stderr/),
  },
  {
    way: "exits-1",
    does: "exits at once with 1",
    ...mcp,
    stdout: [],
    ...fails(/exited with code 1 before answering `initialize`/),
  },
  {
    way: "exits-by-signal",
    does: "ends at once by a signal",
    ...mcp,
    stdout: [],
    ...fails(/was ended by SIGKILL before answering `initialize`/),
  },
  {
    way: "exits-0-when-asked",
    does: "exits with 0 in mid-call",
    stdout: [],
    outcome: { status: "serverExited", reason: /exited with code 0/ },
    state: "stopped",
  },
  {
    way: "crashes-when-asked",
    does: "crashes in mid-call",
    stdout: [],
    outcome: { status: "serverExited", reason: /was ended by SIGSEGV/ },
    state: "crashed",
    error: /was ended by SIGSEGV before answering `odd`/,
  },
  {
    way: "throws",
    does: "throws in mid-call",
    stdout: [],
    outcome: { status: "serverExited", reason: /exited with code 1\. Last line on stderr: Node\.js v/ },
    state: "crashed",
    error: /exited with code 1 before answering `odd`/,
  },
  {
    way: "dies-with-calls-in-flight",
    does: "exits with 50 calls in flight",
    act: ({ call }) => Promise.all(Array.from({ length: 50 }, () => call("odd"))),
    outcome: Array.from({ length: 50 }, () => ({ status: "serverExited" as const })),
    stdout: [],
    state: "crashed",
    error: /exited with code 1 before answering `odd`/,
  },
  {
    way: "dies-before-initialized",
    does: "exits between the handshake's answer and initialized",
    ...mcp,
    stdout: [initialized],
    ...fails(/exited with code 1( before answering `tools\/list`)?\. It wrote nothing/),
  },
  {
    way: "closes-stdout",
    does: "closes stdout after its answer and lives on: nobody waits for another answer",
    act: async ({ call }) => [await call("odd"), ...(await Promise.all([call("good"), call("good")]))],
    outcome: [{ status: "ok" }, noAnswerCanCome, noAnswerCanCome],
    stdout: [answer],
    warnings: [/closed its stdout/],
    next: { whyNot: "nothing comes through a closed stdout", ...noAnswerCanCome, status: "notSent" },
  },
  {
    way: "closes-stdout-at-start",
    does: "closes stdout before the handshake and lives on",
    ...mcp,
    stdout: [],
    ...fails(/^closes-stdout-at-start closed its stdout, so no answer can come any more\./),
  },
  {
    way: "closes-stdin",
    does: "closes stdin before its answer and lives on: nobody waits for the answer to what did not arrive",
    // A pipe says that it is broken when it is written to, once.
    act: async ({ call }) => [await call("odd"), await call("odd", undefined, { timeoutMs: 600_000 })],
    outcome: [
      { status: "ok" },
      { status: "serverExited", reason: /^closes-stdin closed its stdin, so nothing/ },
    ],
    stdout: [answer],
    warnings: [/closed its stdin, so nothing reaches it any more\. Restart it/],
    next: { whyNot: "its stdin is closed", status: "notSent", reason: /its stdin is closed\. Restart it/ },
  },
  {
    way: "never-reads",
    does: "never reads while 100 MB are sent: 64 MB wait at most, the rest is refused at once",
    act: ({ call }) =>
      Promise.all(
        Array.from({ length: manyCalls }, () =>
          call("odd", { text: "x".repeat(1_000_000) }, { timeoutMs: 2000 }),
        ),
      ),
    outcome: Array.from({ length: manyCalls }, (_, n) =>
      n < 60
        ? { status: "timedOut" as const }
        : n < 70
          ? {}
          : { status: "notSent" as const, reason: /it does not read its stdin: up to 64 MB may wait there/ },
    ),
    stdout: [],
    withinMs: 30_000,
    next: { whyNot: "it still does not read", status: "timedOut" },
  },
  {
    way: "never-answers",
    does: "[R10] reads but never answers",
    stdout: [],
    stdin: [
      [request(1, "odd")],
      [json({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } })],
      [request(2, "good")],
    ],
    ...timedOut,
  },
  { way: "floods-stderr", does: "writes stderr without end", stdout: [answer], withinMs: 20_000 },
  {
    way: "floods-stderr-unended",
    does: "writes stderr without end and without a newline",
    stdout: [answer],
    withinMs: 20_000,
  },
  { way: "floods-stdout", does: "writes stdout without end", withinMs: 20_000 },
  {
    way: "grandchild-keeps-pipes",
    does: "exits and leaves a child that keeps its pipes; 200 ms are waited for it",
    stdout: [],
    outcome: { status: "serverExited", reason: /exited with code 3/ },
    state: "crashed",
    error: /exited with code 3 before answering `odd`/,
  },
  {
    way: "grandchild-stays",
    does: "has a child that outlives it",
    act: callAndStop,
    stdout: [answer],
    state: "stopped",
  },
  {
    way: "ignores-everything",
    does: "ignores the end of stdin and SIGTERM",
    act: callAndStop,
    stdout: [answer],
    state: "stopped",
  },
  {
    way: "forks-into-background",
    does: "double-forks descendants into sessions of their own",
    act: callAndStop,
    stdout: [answer],
    state: "stopped",
  },
  {
    way: "leaves-daemon",
    does: "leaves a daemon in a session of its own and exits",
    stdout: [],
    outcome: { status: "serverExited", reason: /exited with code 3/ },
    state: "crashed",
    error: /exited with code 3/,
  },
  {
    way: "starts-too-slowly",
    does: "takes 60 s to start (startTimeoutMs is 120 s by default, here 0.3 s)",
    entry: { protocol: "mcp", startTimeoutMs: 300 },
    stdout: [],
    ...fails(/not ready within 0\.3 s \(startTimeoutMs\)/),
  },
  { way: "starts-slowly", does: "takes a while before it reads", stdout: [answer] },
  {
    way: "npm-banner",
    does: "is started by npm, which prints a banner",
    entry: { command: "npm", args: ["run", "banner"], env: { npm_config_update_notifier: "false" } },
    stdout: [
      ["", "stray-output"],
      ["> banner", "stray-output"],
      ["> node server.mjs npm-banner", "stray-output"],
      ["", "stray-output"],
      answer,
    ],
    withinMs: 30_000,
  },
  {
    way: "stops-itself",
    does: "is stopped with SIGSTOP; continued to be ended, it may still answer",
    ...timedOut,
    next: { whyNot: "it does nothing until somebody continues it", status: "timedOut" },
  },
  {
    way: "restarts-itself",
    does: "starts itself anew and exits; the new one is nobody's and ends",
    stdout: [],
    outcome: { status: "serverExited", reason: /exited with code 0/ },
    state: "stopped",
  },
  {
    way: "becomes-itself",
    does: "starts itself anew as the same process",
    entry: { command: "python3", args: ["reexec.py"] },
    stdout: [answer],
    withinMs: 30_000,
  },
  {
    way: "uses-all-descriptors",
    does: "uses all its file descriptors",
    entry: {
      command: "sh",
      args: ["-c", `ulimit -n 64; exec "$0" server.mjs uses-all-descriptors`, process.execPath],
    },
    stdout: [[result(1, "EMFILE")]],
    outcome: { status: "ok", result: "EMFILE" },
  },
  {
    way: "replaced-on-disk",
    does: "is replaced on disk while it runs",
    entry: { args: [replacedProgram] },
    act: async ({ servers, name, call }) => {
      try {
        await writeFile(replacedProgram, programAnswering(1));
        const before = await call("odd");
        await writeFile(replacedProgram, programAnswering(2));
        const after = await call("odd");
        await servers.restart(name);
        return [before, after, await call("odd")];
      } finally {
        await rm(replacedProgram);
      }
    },
    outcome: [{ result: 1 }, { result: 1 }, { result: 2 }],
    stdout: [answer, [result(2, 1)], [result(1, 2)]],
  },
];
