import * as l10n from "@vscode/l10n";
import type { ToolServers } from "../../servers/toolServers.ts";
import type { JsonObject, JsonValue, Params } from "../../wire/messages.ts";
import type { Target } from "../requests/request.ts";
import { expandTemplate, templateVariables } from "./uriTemplate.ts";

/** The schema of what is asked for: a tool's arguments, a method's params, a template's variables. */
export function argumentsSchema(
  servers: Pick<ToolServers, "listed">,
  server: string,
  target: Target,
): unknown {
  if (target.kind === "resource") {
    const variables = templateVariables(target.uri ?? "");
    return {
      type: "object",
      properties: Object.fromEntries(
        variables.map(({ name }) => [
          name,
          { type: "string", description: l10n.t("In {0}", String(target.uri)) },
        ]),
      ),
      required: variables.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
  }
  return servers.listed(server).find(({ kind, name }) => kind === target.kind && name === target.name)
    ?.inputSchema;
}

/** What goes to the server for a target and the arguments asked for. */
export function requestFor(
  { kind, name, uri }: Target,
  params: Params | undefined,
): { method: string; params: Params | undefined } {
  switch (kind) {
    case "prompt": {
      const args = isEmpty(params) ? {} : { arguments: params as JsonValue };
      return { method: "prompts/get", params: { name, ...args } };
    }
    case "resource":
      return { method: "resources/read", params: { uri: expandTemplate(uri ?? name, textsOf(params)) } };
    default:
      return { method: name, params };
  }
}

function textsOf(params: Params | undefined): Record<string, string> {
  const entries = Object.entries((params ?? {}) as JsonObject);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function isEmpty(params: Params | undefined): boolean {
  return params === undefined || Object.keys(params).length === 0;
}
