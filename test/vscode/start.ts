// `npm start`: a VS Code with the packaged extension installed, on an example workspace. Ctrl+C ends it all.
import { randomUUID } from "node:crypto";
import { type DesktopVsCode, desktopVsCode } from "./desktopVsCode.ts";
import { DesktopWindow } from "./desktopWindow.ts";
import { startEmbeddedServer, windowAddress } from "./embeddedServer.ts";
import { installedDemo } from "./installedDemo.ts";
import { main } from "./main.ts";
import { say } from "./say.ts";
import { makeVsix } from "./vsix.ts";
import { makeWorkspace } from "./workspace.ts";

process.exitCode = 0; // Ctrl+C is the way it is meant to end, so it is no failure.

await main(async () => {
  const vsix = await makeVsix();
  const desktop = await desktopVsCode();
  await (desktop ? openDesktop(desktop, vsix) : openEmbedded(vsix));
});

async function openDesktop(vsCode: DesktopVsCode, vsix: string): Promise<void> {
  say(`Installing the package into ${vsCode.executable}, with data folders of its own`);
  const window = await DesktopWindow.prepare(vsCode);
  await window.install(vsix);
  const workspace = await exampleWorkspace(window.extensions);
  say("Opening VS Code. Closing it, or Ctrl+C here, ends it");
  await window.untilClosed({ workspace, trust: true });
}

async function openEmbedded(vsix: string): Promise<void> {
  say("Starting the embedded VS Code with the package installed");
  const token = randomUUID();
  const server = await startEmbeddedServer({ vsix, trust: true, token });
  const workspace = await exampleWorkspace(server.extensions);
  console.log(`\n  Open ${windowAddress(server, workspace, { tkn: token })}\n`);
  say("Ctrl+C ends it");
  await server.exit;
  await server.end();
}

async function exampleWorkspace(extensions: string): Promise<string> {
  const workspace = await makeWorkspace("example-workspace", { demo: await installedDemo(extensions) });
  say(`The example workspace is ${workspace}`);
  return workspace;
}
