import * as vscode from "vscode";
import type { JsonObject, Params } from "../../wire/messages.ts";
import type { Parts } from "../commands/parts.ts";
import { plainLabel } from "../plainText.ts";
import type { Request } from "../requests/request.ts";
import { type Step, stepsOf } from "../schema/step.ts";
import { validatorFor } from "../schema/validator.ts";
import { askSteps } from "./argumentSteps.ts";
import { argumentsKey, type LastArguments, lastArguments } from "./lastArguments.ts";
import { skeletonOf } from "./schemaSkeleton.ts";
import { argumentsSchema } from "./target.ts";

type ArgumentRequest = Exclude<Request, { kind: "batch" }>;

/** A `value` of undefined: no parameters. */
export interface Asked {
  value: Params | undefined;
}

/**
 * The arguments for a call or a notification: the last ones, step by step, or as a JSON document, which then sends by
 * itself. `undefined`: the person left, or goes on in the document.
 */
export async function askArguments(parts: Parts, request: ArgumentRequest): Promise<Asked | undefined> {
  const { server, target } = request;
  const schema = argumentsSchema(parts.servers, server, target);
  const steps = stepsOf(schema);
  const last = lastArguments(parts.memory, server, argumentsKey(target));
  if (steps?.length === 0) {
    return { value: target.kind === "method" ? undefined : {} };
  }
  const way = await askWay(request, steps, last, schema);
  switch (way) {
    case undefined:
      return undefined;
    case "last":
      return { value: last?.params };
    case "none":
      return { value: undefined };
    case "json":
      await parts.requests.open(request);
      return undefined;
    case "steps":
      break;
  }
  const begin = last !== undefined && !Array.isArray(last.params) ? last.params : {};
  const result = await askSteps(`${server} · ${target.name}`, steps ?? [], await validatorFor(schema), begin);
  if (result?.how === "json") {
    await parts.requests.open(request, documentOf(result.values, schema));
    return undefined;
  }
  return result === undefined ? undefined : { value: result.values };
}

type Way = "last" | "none" | "steps" | "json";

interface WayItem extends vscode.QuickPickItem {
  way: Way;
}

/** Asks only where there is a choice that matters. */
async function askWay(
  { server, target }: ArgumentRequest,
  steps: readonly Step[] | undefined,
  last: LastArguments | undefined,
  schema: unknown,
): Promise<Way | undefined> {
  const isOpen = schema === undefined;
  if (last === undefined && !isOpen) {
    return steps === undefined ? "json" : "steps";
  }
  const items: WayItem[] = [];
  if (last !== undefined && !last.incomplete) {
    items.push({
      label: vscode.l10n.t("Use last arguments"),
      detail: plainLabel(JSON.stringify(last.params)),
      iconPath: new vscode.ThemeIcon("history"),
      way: "last",
    });
  }
  if (steps !== undefined) {
    items.push({
      label: vscode.l10n.t("Step by step"),
      description: plainLabel(steps.map(({ name }) => name).join(", ")),
      iconPath: new vscode.ThemeIcon("list-ordered"),
      way: "steps",
    });
  }
  if (isOpen) {
    items.push({
      label: vscode.l10n.t("Send without parameters"),
      iconPath: new vscode.ThemeIcon("play"),
      way: "none",
    });
  }
  items.push({
    label: vscode.l10n.t("Edit as JSON"),
    iconPath: new vscode.ThemeIcon("json"),
    way: "json",
  });
  if (items.length === 1) {
    return items[0]?.way;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: plainLabel(`${server} · ${target.name}`),
    placeHolder: vscode.l10n.t("Arguments"),
    ignoreFocusOut: true,
  });
  return picked?.way;
}

/** What was typed so far, and what else the schema requires. */
function documentOf(values: JsonObject, schema: unknown): string {
  const beginning = skeletonOf(schema);
  const isObject = typeof beginning === "object" && beginning !== null && !Array.isArray(beginning);
  return `${JSON.stringify(isObject ? { ...beginning, ...values } : values, undefined, 2)}\n`;
}
