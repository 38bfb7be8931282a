import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../../wire/envelope.ts";
import type { InputDefinition } from "../definition.ts";
import { eitherOf, Fields, notAsExpected } from "./fields.ts";

/** The `inputs` of a `.vscode/mcp.json`. What is wrong with one harms only the entries that use it. [R13] */
export interface InputTable {
  inputs: Map<string, InputDefinition>;
  /** Why an id cannot be used. */
  problems: Map<string, string>;
  /** Why no id at all is known, where that is so. */
  problem?: string;
}

export function emptyInputTable(problem?: string): InputTable {
  return { inputs: new Map(), problems: new Map(), ...(problem !== undefined && { problem }) };
}

/** Never throws. Of two inputs with one id the first counts. */
export function parseInputs(value: unknown): InputTable {
  if (value === undefined) {
    return emptyInputTable();
  }
  if (!Array.isArray(value)) {
    return emptyInputTable(notAsExpected("inputs", value, l10n.t("an array")));
  }
  const table = emptyInputTable();
  for (const member of value) {
    if (!isJsonObject(member) || typeof member.id !== "string") {
      continue;
    }
    const id = member.id;
    if (table.inputs.has(id) || table.problems.has(id)) {
      continue;
    }
    const fields = new Fields(member);
    const input = parseInput(id, fields);
    if (input === undefined || fields.problems.length > 0) {
      table.problems.set(id, fields.problems.join("; "));
    } else {
      table.inputs.set(id, input);
    }
  }
  return table;
}

const types = ["promptString", "pickString", "command"] as const;

function parseInput(id: string, fields: Fields): InputDefinition | undefined {
  const description = optionalText(fields, "description");
  const preset = optionalText(fields, "default");
  const common = {
    id,
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
  };
  const type = fields.oneOf("type", types);
  switch (type) {
    case "promptString": {
      const password = fields.flag("password");
      return { type, ...common, ...(password !== undefined && { password }) };
    }
    case "pickString":
      return { type, ...common, options: readOptions(fields) };
    case "command":
      return readCommand(id, fields);
    case undefined:
      if (fields.problems.length === 0) {
        fields.problems.push(notAsExpected("type", undefined, eitherOf(types)));
      }
      return undefined;
  }
}

/** A text that may be empty, as a default may. */
function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields.raw(name);
  if (value === undefined || typeof value === "string") {
    return value;
  }
  fields.problems.push(notAsExpected(name, value, l10n.t("a text")));
  return undefined;
}

function readOptions(fields: Fields): (string | { label: string; value: string })[] {
  const value = fields.raw("options");
  if (!Array.isArray(value) || value.length === 0) {
    fields.problems.push(notAsExpected("options", value, l10n.t("an array of texts")));
    return [];
  }
  const options: (string | { label: string; value: string })[] = [];
  for (const [index, option] of value.entries()) {
    if (typeof option === "string") {
      options.push(option);
    } else if (isJsonObject(option) && typeof option.label === "string" && typeof option.value === "string") {
      options.push({ label: option.label, value: option.value });
    } else {
      fields.problems.push(
        notAsExpected(`options[${index}]`, option, l10n.t("a text or {0}", '{"label", "value"}')),
      );
    }
  }
  return options;
}

function readCommand(id: string, fields: Fields): InputDefinition | undefined {
  const command = fields.text("command");
  const args = fields.raw("args");
  if (command === undefined) {
    if (fields.problems.length === 0) {
      fields.problems.push(notAsExpected("command", undefined, l10n.t("the id of a command")));
    }
    return undefined;
  }
  if (args === undefined) {
    return { type: "command", id, command };
  }
  if (typeof args !== "string" && !isJsonObject(args)) {
    fields.problems.push(notAsExpected("args", args, l10n.t("an object or a text")));
    return undefined;
  }
  return { type: "command", id, command, args };
}
