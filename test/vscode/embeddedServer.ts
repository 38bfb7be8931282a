import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { embeddedVsCode } from "./embeddedVsCode.ts";
import { ownEnvironment } from "./ownEnvironment.ts";
import { ProcessGroup, run } from "./processGroup.ts";
import { quietSettings } from "./quietSettings.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface ServerOptions {
  /** An extension to install before it starts. */
  vsix?: string;
  /** Opens every workspace as trusted. Without it none is. */
  trust: boolean;
  /** Lets the address of a window load an extension and its tests from their sources. */
  testDriver?: boolean;
  /** What a window must know to be let in. Without it every local process may connect. */
  token?: string;
  env?: Record<string, string>;
  /** Settings of the person, over the quiet ones. */
  settings?: object;
}

/** A running embedded VS Code: fresh data folders and a port of its own. */
export interface EmbeddedServer {
  /** `127.0.0.1:port` */
  authority: string;
  pid: number;
  /** Where extensions are installed. */
  extensions: string;
  /** Settles when it ends by itself. */
  exit: Promise<number>;
  end(): Promise<void>;
}

/** Starts an embedded VS Code and waits until it answers. */
export async function startEmbeddedServer(options: ServerOptions): Promise<EmbeddedServer> {
  const script = await embeddedVsCode();
  const home = temporaryFolder("vscode");
  const extensions = join(home, "extensions");
  const folders = ["--server-data-dir", home, "--extensions-dir", extensions];
  const env = { ...ownEnvironment(), ...options.env };

  const user = join(home, "data", "User");
  await mkdir(user, { recursive: true });
  await writeFile(
    join(user, "settings.json"),
    JSON.stringify({ ...quietSettings, ...options.settings }, undefined, 2),
  );
  if (options.vsix) {
    await run(process.execPath, [script, ...folders, "--install-extension", options.vsix], { env });
  }

  const group = new ProcessGroup(process.execPath, [script, ...folders, ...flags(options)], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { stdout, stderr, pid } = group.child;
  if (!stdout || !stderr || pid === undefined) throw new Error("The embedded VS Code could not be started.");
  const log = createWriteStream(join(home, "server.log"));
  stdout.pipe(log);
  stderr.pipe(log);

  try {
    const authority = `127.0.0.1:${await portOf(stdout, group.exit)}`;
    await fetch(`http://${authority}/version`);
    return { authority, pid, extensions, exit: group.exit, end: () => group.end() };
  } catch (error) {
    await group.end();
    throw error;
  }
}

function flags({ trust, testDriver, token }: ServerOptions): string[] {
  return [
    ...["--host", "127.0.0.1", "--port", "0"],
    ...(token ? ["--connection-token", token] : ["--without-connection-token"]),
    "--accept-server-license-terms",
    "--disable-telemetry",
    "--disable-experiments",
    ...(trust ? ["--disable-workspace-trust"] : []),
    ...(testDriver ? ["--enable-smoke-test-driver"] : []),
  ];
}

/** The port that the server chose, as it tells on its output. */
function portOf(stdout: Readable, exit: Promise<number>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const port = /agent listening on (\d+)\n/.exec(text)?.[1];
      if (!port) return;
      stdout.off("data", read);
      resolve(port);
    };
    stdout.on("data", read);
    exit.then(
      (code) => reject(new Error(`The embedded VS Code ended with code ${code} before it listened.`)),
      reject,
    );
  });
}

/** The address of a window on a folder, or on a `.code-workspace` file. */
export function windowAddress(
  server: EmbeddedServer,
  opened: string,
  parameters: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    [opened.endsWith(".code-workspace") ? "workspace" : "folder"]: opened,
    ...parameters,
  })
    .toString()
    .replaceAll("%2F", "/");
  return `http://${server.authority}/?${query}`;
}
