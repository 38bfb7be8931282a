import type { Memento } from "vscode";

/** What was used last, per server, the newest first. Kept in the workspace's state. */
const key = "toolwire.recentMethods";
const kept = 20;

export function recentMethods(memory: Memento, server: string): readonly string[] {
  return memory.get<Record<string, string[]>>(key, {})[server] ?? [];
}

export async function rememberMethod(memory: Memento, server: string, method: string): Promise<void> {
  const all = memory.get<Record<string, string[]>>(key, {});
  const others = recentMethods(memory, server).filter((name) => name !== method);
  await memory.update(key, { ...all, [server]: [method, ...others].slice(0, kept) });
}
