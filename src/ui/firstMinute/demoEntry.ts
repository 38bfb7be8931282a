/** Commands that say where the demo server is now: an update of the extension moves it, and the entry stays true. */
export const demoRuntimeCommand = "toolwire.demo.runtime";
export const demoScriptCommand = "toolwire.demo.script";

const script = `\${command:${demoScriptCommand}}`;

/** The entry of our demo server, as it is written into the settings. */
export const demoEntry = {
  command: `\${command:${demoRuntimeCommand}}`,
  args: [script],
  // On the desktop the extension host's own program is Electron, which is Node only when it is told so.
  env: { ELECTRON_RUN_AS_NODE: "1" },
  protocol: "jsonrpc",
  discover: "tool.list",
} as const;

/** What a newcomer calls first, with arguments that leave nothing to type. */
export const firstCall = { method: "tool.add", params: { a: 2, b: 3 } } as const;

interface Listed {
  name: string;
  shadowedBy?: string;
  definition?: { args: readonly string[] };
}

/** The name under which the demo server is registered already, or the name to register it under. */
export function demoName(entries: readonly Listed[]): { name: string; registered: boolean } {
  const present = entries.find(
    ({ definition, shadowedBy }) => shadowedBy === undefined && definition?.args[0] === script,
  );
  if (present !== undefined) {
    return { name: present.name, registered: true };
  }
  const taken = new Set(entries.map(({ name }) => name));
  let name = "demo";
  for (let number = 2; taken.has(name); number++) {
    name = `demo-${number}`;
  }
  return { name, registered: false };
}
