import type { JsonValue } from "../../wire/messages.ts";
import { isSchema, resolveReference, type Schema } from "./subschema.ts";

/** More questions than this are a form, and a document is the better form. */
const mostSteps = 8;

/** Longer lists of choices are typed faster than searched. */
const mostChoices = 200;

export interface Choice {
  label: string;
  value: JsonValue;
}

/** One argument that a person is asked for. */
export interface Step {
  name: string;
  kind: "string" | "number" | "integer" | "choice";
  required: boolean;
  /** What the schema calls it, where that is not its name. */
  title?: string;
  description?: string;
  default?: JsonValue;
  /** With kind "choice". */
  choices: Choice[];
}

/**
 * What to ask, one argument after the other, the required ones first. `undefined` where the schema is not a flat and
 * small object: then its arguments are written as JSON.
 */
export function stepsOf(schema: unknown): Step[] | undefined {
  if (!isSchema(schema) || hasRules(schema)) {
    return undefined;
  }
  const properties = schema.properties ?? {};
  const isObject = schema.type === "object" || (schema.type === undefined && schema.properties !== undefined);
  if (!isObject || !isSchema(properties)) {
    return undefined;
  }
  const names = Object.keys(properties);
  // An object of which nothing else is said can hold anything.
  const isOpen = schema.properties === undefined && schema.additionalProperties !== false;
  if (isOpen || names.length > mostSteps || isSchema(schema.additionalProperties)) {
    return undefined;
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (required.some((name) => typeof name !== "string" || !names.includes(name))) {
    return undefined;
  }
  const steps = names.map((name) => stepOf(name, properties[name], required.includes(name), schema));
  return steps.includes(undefined)
    ? undefined
    : (steps as Step[]).sort((one, other) => Number(other.required) - Number(one.required));
}

/** Rules between arguments: they are seen in a document, not in one question. */
function hasRules(schema: Schema): boolean {
  return ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentRequired", "dependentSchemas"].some(
    (key) => schema[key] !== undefined,
  );
}

function stepOf(name: string, given: unknown, required: boolean, root: Schema): Step | undefined {
  const property = simplified(given, root);
  if (property === undefined) {
    return undefined;
  }
  const { title, description } = property;
  const step = {
    name,
    required,
    ...(typeof title === "string" && title !== "" && title !== name && { title }),
    ...(typeof description === "string" && description !== "" && { description }),
    ...(isScalar(property.default) && { default: property.default }),
  };
  const choices = choicesOf(property);
  if (choices !== undefined) {
    return choices.length <= mostChoices ? { ...step, kind: "choice", choices } : undefined;
  }
  const { type } = property;
  return type === "string" || type === "number" || type === "integer"
    ? { ...step, kind: type, choices: [] }
    : undefined;
}

/** Follows a reference, and leaves out the `null` that many generators allow for what is optional. */
function simplified(given: unknown, root: Schema): Schema | undefined {
  if (!isSchema(given)) {
    return undefined;
  }
  if (typeof given.$ref === "string") {
    const target = resolveReference(given.$ref, root);
    const { $ref: _, ...own } = given;
    return isSchema(target) && target.$ref === undefined
      ? simplified({ ...target, ...own }, root)
      : undefined;
  }
  for (const key of ["anyOf", "oneOf"]) {
    const alternatives = given[key];
    if (Array.isArray(alternatives)) {
      const { [key]: _, ...own } = given;
      const others = alternatives.filter((each) => !isSchema(each) || each.type !== "null");
      if (others.length === 1 && isSchema(others[0])) {
        return simplified({ ...others[0], ...own }, root);
      }
      return others.every((each) => isSchema(each) && isScalar(each.const)) ? given : undefined;
    }
  }
  if (Array.isArray(given.type)) {
    const types = given.type.filter((type) => type !== "null");
    return types.length === 1 ? { ...given, type: types[0] } : undefined;
  }
  return given;
}

function choicesOf({ type, enum: values, const: only, ...schema }: Schema): Choice[] | undefined {
  if (only !== undefined) {
    return isScalar(only) ? [{ label: String(only), value: only }] : undefined;
  }
  const titled = [schema.oneOf, schema.anyOf].find((each) => Array.isArray(each)) as Schema[] | undefined;
  if (titled !== undefined) {
    return titled.filter(isTitledConst).map((each) => ({
      label: typeof each.title === "string" ? each.title : String(each.const),
      value: each.const as JsonValue,
    }));
  }
  if (Array.isArray(values)) {
    const scalars = values.filter(isScalar);
    return scalars.length === values.length && values.length > 0
      ? scalars.map((value) => ({ label: String(value), value }))
      : undefined;
  }
  return type === "boolean" ? [true, false].map((value) => ({ label: String(value), value })) : undefined;
}

function isTitledConst(each: Schema): boolean {
  return isScalar(each.const);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
