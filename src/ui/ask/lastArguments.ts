import type { Memento } from "vscode";
import { looksSecret } from "../../servers/definitions/secret.ts";
import type { JsonValue, Params } from "../../wire/messages.ts";
import type { Target } from "../requests/request.ts";

/** What was sent last to each tool, per server, the newest first. Kept in the workspace's state. */
const key = "toolwire.lastArguments";

const keptPerServer = 50;

/** Longer ones are not kept. UTF-16 units of JSON. */
const longest = 20_000;

export interface LastArguments {
  params: Params;
  /** Something whose name looks secret was not kept: they cannot be sent as they are. */
  incomplete: boolean;
}

/** A tool and a resource may share a name. */
export function argumentsKey({ kind, name, uri }: Target): string {
  return kind === "tool" || kind === "method" ? name : `${kind} ${uri ?? name}`;
}

interface Kept extends LastArguments {
  name: string;
}

type Memory = Record<string, Kept[]>;

export function lastArguments(memory: Memento, server: string, name: string): LastArguments | undefined {
  return memory.get<Memory>(key, {})[server]?.find((kept) => kept.name === name);
}

export async function rememberArguments(
  memory: Memento,
  server: string,
  name: string,
  params: Params | undefined,
): Promise<void> {
  const all = memory.get<Memory>(key, {});
  const others = (all[server] ?? []).filter((kept) => kept.name !== name);
  const isWorthIt = params !== undefined && Object.keys(params).length > 0;
  const fits = isWorthIt && JSON.stringify(params).length <= longest;
  const kept = fits ? [{ name, ...withoutSecrets(params) }] : [];
  await memory.update(key, { ...all, [server]: [...kept, ...others].slice(0, keptPerServer) });
}

/** Whether an argument is to be hidden and forgotten. A key or a keyword to look something up by is no secret. */
export function isSecretArgument(name: string): boolean {
  return (
    looksSecret(name) && !/^(keys?|.*keywords?|.*tokens|primary_?key|foreign_?key|author.*)$/i.test(name)
  );
}

/** Without the texts, at any depth, whose names look secret: the workspace's state is not for secrets. */
export function withoutSecrets(params: Params): LastArguments {
  let incomplete = false;
  const clean = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) {
      return value.map(clean);
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const open = Object.entries(value).filter(([name, member]) => {
      const isSecret = isSecretArgument(name) && ["string", "object"].includes(typeof member);
      incomplete ||= isSecret;
      return !isSecret;
    });
    return Object.fromEntries(open.map(([name, member]) => [name, clean(member ?? null)]));
  };
  return { params: clean(params) as Params, incomplete };
}
