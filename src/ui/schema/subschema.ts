/** A schema as servers send it: anything may be missing or wrong. */
export type Schema = Record<string, unknown>;

/** Deeper nesting of references and alternatives than this is a circle. */
const deepest = 8;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Only references into the schema itself; nothing is fetched. */
export function resolveReference(reference: string, root: object): unknown {
  if (!reference.startsWith("#")) {
    return undefined;
  }
  let found: unknown = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, key)
        ? (found as Schema)[key]
        : undefined;
  }
  return found;
}

/** The schemas that say something about the value at `path`: several where there are alternatives. */
export function schemasAt(root: unknown, path: readonly (string | number)[]): Schema[] {
  let schemas = spread(root, root, 0);
  for (const segment of path) {
    schemas = schemas.flatMap((schema) => spread(memberSchema(schema, segment), root, 0));
  }
  return schemas;
}

function memberSchema(schema: Schema, segment: string | number): unknown {
  if (typeof segment === "number") {
    const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items;
    if (Array.isArray(tuple)) {
      return segment < tuple.length ? tuple[segment] : schema.additionalItems;
    }
    return schema.items;
  }
  if (isSchema(schema.properties) && Object.hasOwn(schema.properties, segment)) {
    return schema.properties[segment];
  }
  return schema.additionalProperties;
}

/** The schema, what it refers to, and its alternatives. */
function spread(schema: unknown, root: unknown, depth: number): Schema[] {
  if (!isSchema(schema) || depth > deepest) {
    return [];
  }
  const { $ref: reference } = schema;
  const others = ["allOf", "anyOf", "oneOf"].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [],
  );
  if (typeof reference === "string" && isSchema(root)) {
    others.push(resolveReference(reference, root));
  }
  return [schema, ...others.flatMap((other) => spread(other, root, depth + 1))];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
