import * as l10n from "@vscode/l10n";
import { findNodeAtLocation, getLocation, parseTree } from "jsonc-parser";
import { skeletonOf } from "../ask/schemaSkeleton.ts";
import { isSchema, type Schema, schemasAt } from "./subschema.ts";

/** Something that can stand at a place of a JSON document. */
export interface Completion {
  kind: "property" | "value";
  label: string;
  /** The schema's type, for the list. */
  detail?: string;
  description?: string;
  required?: boolean;
  /** What is inserted. */
  text: string;
  /** The offsets that it replaces. */
  start: number;
  end: number;
}

/** What the schema offers at an offset of the text. */
export function completionsAt(schema: unknown, text: string, offset: number): Completion[] {
  const location = getLocation(text, offset);
  const { previousNode: node } = location;
  const inside = node !== undefined && offset > node.offset && offset <= node.offset + node.length;
  const [start, end] = inside ? [node.offset, node.offset + node.length] : [wordStart(text, offset), offset];
  if (location.isAtPropertyKey) {
    return propertiesAt(schema, location.path.slice(0, -1), text, { start, end });
  }
  return valuesAt(schemasAt(schema, location.path)).map((value) => ({ ...value, start, end }));
}

function propertiesAt(
  root: unknown,
  path: readonly (string | number)[],
  text: string,
  range: { start: number; end: number },
): Completion[] {
  const rest = text.slice(range.end);
  const hasValue = /^\s*:/.test(rest);
  const comma = !hasValue && /^\s*"/.test(rest) ? "," : "";
  const seen = presentKeys(text, path, range.start);
  const found: Completion[] = [];
  for (const schema of schemasAt(root, path)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      if (seen.has(name)) {
        continue;
      }
      seen.add(name);
      const value = hasValue ? "" : `: ${beginningOf(property, root)}${comma}`;
      found.push({
        kind: "property",
        label: name,
        required: required.includes(name),
        ...about(property),
        text: JSON.stringify(name) + value,
        ...range,
      });
    }
  }
  return found;
}

/** What the object has already, apart from the key that is being typed. */
function presentKeys(text: string, path: readonly (string | number)[], typedAt: number): Set<string> {
  const tree = parseTree(text);
  const object = tree && findNodeAtLocation(tree, [...path]);
  const keys = (object?.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
  return new Set(keys.filter(({ offset }) => offset !== typedAt).map(({ value }) => String(value)));
}

function beginningOf(property: unknown, root: unknown): string {
  const whole =
    isSchema(property) && isSchema(root) ? { ...root, ...withoutKeywords, ...property } : property;
  return JSON.stringify(skeletonOf(whole, true) ?? null);
}

/** Keeps what references point to, and nothing else that the root says. */
const withoutKeywords = {
  type: undefined,
  properties: undefined,
  required: undefined,
  default: undefined,
  const: undefined,
  enum: undefined,
  anyOf: undefined,
  oneOf: undefined,
  $ref: undefined,
};

type Value = Omit<Completion, "start" | "end">;

function valuesAt(schemas: readonly Schema[]): Value[] {
  const values = new Map<string, Value>();
  const add = (value: unknown, detail: string) => {
    const text = JSON.stringify(value);
    if (text !== undefined && !values.has(text)) {
      values.set(text, { kind: "value", label: text, detail, text });
    }
  };
  for (const schema of schemas) {
    if (schema.default !== undefined) {
      add(schema.default, l10n.t("default"));
    }
    for (const value of Array.isArray(schema.enum) ? schema.enum : []) {
      add(value, "");
    }
    if (schema.const !== undefined) {
      add(schema.const, typeof schema.title === "string" ? schema.title : "");
    }
    for (const value of Array.isArray(schema.examples) ? schema.examples : []) {
      add(value, l10n.t("example"));
    }
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (types.includes("boolean")) {
      add(true, "");
      add(false, "");
    }
    if (types.includes("null")) {
      add(null, "");
    }
  }
  return [...values.values()];
}

/** What the schema says about itself: its type and its description. */
export function about(schema: unknown): { detail?: string; description?: string } {
  if (!isSchema(schema)) {
    return {};
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : schema.type;
  const description = [schema.description, schema.title].find((each) => typeof each === "string");
  return {
    ...(typeof type === "string" && { detail: type }),
    ...(typeof description === "string" && { description }),
  };
}

function wordStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[\w.$-]/.test(text.charAt(start - 1))) {
    start--;
  }
  return start;
}
