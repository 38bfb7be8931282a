import * as vscode from "vscode";
import type { ProtocolChoice } from "../../servers/definition.ts";
import type { Parts } from "../commands/parts.ts";
import { saveEntries } from "../saving/save.ts";
import type { Target } from "../saving/target.ts";
import { askCommandLine, type TypedLine } from "./commandLineStep.ts";
import { deriveName } from "./derivedName.ts";
import { askName } from "./nameStep.ts";
import { askDiscover, askProtocol } from "./protocolStep.ts";
import { askToReplace, replacedNames } from "./replacing.ts";
import { sayNotSaved, startAndTell } from "./saved.ts";
import { type StepPlace, type StepResult, walk } from "./steps.ts";
import { askTarget } from "./targetStep.ts";

/** What the steps have brought together so far. */
interface Draft {
  typed?: TypedLine;
  name?: string;
  /** The name was the person's own choice, and stays when they go back and change the command line. */
  named?: boolean;
  target?: Target;
  protocol?: ProtocolChoice;
  discover?: string;
}

/** Command line, name, where to save it, and for the mcp.json files the protocol; then it is started. */
export async function addServerByAsking(parts: Parts): Promise<undefined> {
  const draft: Draft = {};
  const answered = await walk(() => stepsFor(parts, draft));
  const { typed, name, target } = draft;
  if (!answered || typed === undefined || name === undefined || target === undefined) {
    return undefined;
  }
  const replaced = replacedNames(target, [name], listedIn(parts));
  if (replaced.length > 0 && (await askToReplace(target, replaced, false)) !== "replace") {
    return undefined;
  }
  if (await save(parts, name, entryOf(typed, target, draft), target)) {
    void startAndTell(parts, name, target);
  }
  return undefined;
}

function stepsFor(parts: Parts, draft: Draft): (() => Promise<StepResult<unknown>>)[] {
  const asksProtocol = draft.target !== undefined && draft.target.kind !== "settings";
  const asksDiscover = asksProtocol && draft.protocol === "jsonrpc";
  const place = (step: number): StepPlace => ({
    title: vscode.l10n.t("Add Server"),
    step,
    totalSteps: asksDiscover ? 5 : asksProtocol ? 4 : 3,
  });
  const steps = [
    async () => {
      const result = await askCommandLine(place(1), draft.typed?.line ?? "");
      return keep(result, (typed) => {
        draft.typed = typed;
      });
    },
    async () => {
      const { command = "", args = [] } = draft.typed ?? {};
      const taken = new Set(listedIn(parts).map(({ name }) => name));
      const derived = deriveName(command, args, taken);
      const result = await askName(
        place(2),
        draft.named ? (draft.name ?? derived) : derived,
        listedIn(parts),
      );
      return keep(result, (name) => {
        draft.name = name;
        draft.named = name !== derived;
      });
    },
    async () => {
      const result = await askTarget(place(3), [draft.name ?? ""], listedIn(parts));
      return keep(result, (target) => {
        draft.target = target;
      });
    },
    async () =>
      keep(await askProtocol(place(4)), (protocol) => {
        draft.protocol = protocol;
      }),
    async () =>
      keep(await askDiscover(place(5), draft.discover ?? ""), (discover) => {
        draft.discover = discover;
      }),
  ];
  return steps.slice(0, asksDiscover ? 5 : asksProtocol ? 4 : 3);
}

function keep<Value>(result: StepResult<Value>, set: (value: Value) => void): StepResult<Value> {
  if (result !== undefined && result !== "back") {
    set(result.value);
  }
  return result;
}

function listedIn(parts: Parts) {
  return parts.servers.rows().map(({ entry }) => entry);
}

/** Only what is not the default. */
function entryOf(
  { command, args, env }: TypedLine,
  target: Target,
  { protocol, discover }: Draft,
): Record<string, unknown> {
  const asked = target.kind !== "settings" && protocol !== undefined && protocol !== "mcp";
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(asked && { protocol }),
    ...(asked && protocol === "jsonrpc" && discover && { discover }),
  };
}

async function save(parts: Parts, name: string, entry: unknown, target: Target): Promise<boolean> {
  try {
    await saveEntries({ target, changes: [[name, entry]], storage: parts.storage });
  } catch (error) {
    await sayNotSaved(error);
    return false;
  }
  await parts.definitions.refresh();
  return true;
}
