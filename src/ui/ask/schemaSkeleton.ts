import { isJsonObject } from "../../wire/envelope.ts";
import type { JsonValue } from "../../wire/messages.ts";
import { resolveReference } from "../schema/subschema.ts";

/** Deeper than people fill in by hand, and the end of schemas that refer to themselves. */
const deepest = 5;

/**
 * Something to begin with: an object with the schema's required properties, each with its default, its first
 * allowed value, or an empty value of its type. `undefined` where the schema says nothing about an object, unless
 * `ofAnything` asks for a value of whatever type the schema has.
 */
export function skeletonOf(schema: unknown, ofAnything = false): JsonValue | undefined {
  if (!isJsonObject(schema) || !(ofAnything || isJsonObject(schema.properties))) {
    return undefined;
  }
  return skeleton(schema, schema, 0);
}

function skeleton(schema: unknown, root: object, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > deepest) {
    return null;
  }
  const reference = schema.$ref;
  if (typeof reference === "string") {
    return skeleton(resolveReference(reference, root), root, depth + 1);
  }
  for (const key of ["default", "const"]) {
    if (schema[key] !== undefined) {
      return schema[key] as JsonValue;
    }
  }
  const choices = schema.enum;
  if (Array.isArray(choices) && choices.length > 0) {
    return choices[0] as JsonValue;
  }
  for (const key of ["anyOf", "oneOf"]) {
    const options = schema[key];
    if (Array.isArray(options) && options.length > 0) {
      return skeleton(options[0], root, depth + 1);
    }
  }
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "string":
      return "";
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? schema.minimum : 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
    case undefined:
      return isJsonObject(schema.properties) || type === "object"
        ? objectSkeleton(schema, root, depth)
        : null;
    default:
      return null;
  }
}

function objectSkeleton(schema: Record<string, unknown>, root: object, depth: number): JsonValue {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    required
      .filter((name): name is string => typeof name === "string")
      .map((name) => [
        name,
        skeleton(Object.hasOwn(properties, name) ? properties[name] : {}, root, depth + 1),
      ]),
  );
}
