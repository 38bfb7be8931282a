import { code, isObject, RpcError } from "./jsonRpc.ts";

export interface Property {
  /** Absent: any value. */
  type?: "string" | "number" | "integer";
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description: string;
}

/** The part of JSON Schema that this server needs. Without `properties` every object or array is accepted. */
export interface InputSchema {
  type: "object";
  properties?: Record<string, Property>;
  required?: string[];
}

/**
 * The parameters by name, checked and with defaults filled in.
 * An array is taken by position, in the order of the schema's properties.
 *
 * @throws RpcError -32602 that lists every problem at once, so that the next call can be right.
 */
export function checkParams(schema: InputSchema, params: unknown): Record<string, unknown> {
  if (schema.properties === undefined) {
    return (params ?? {}) as Record<string, unknown>;
  }
  const properties = Object.entries(schema.properties);
  const given = Array.isArray(params) ? byName(properties, params) : isObject(params) ? params : {};
  const checked = { ...given };
  const problems: string[] = [];
  for (const [name, property] of properties) {
    const value = Object.hasOwn(given, name) ? given[name] : property.default;
    if (value !== undefined) {
      checked[name] = value;
      const problem = problemWith(value, property);
      if (problem !== undefined) {
        problems.push(`${name}: ${problem}`);
      }
    } else if (schema.required?.includes(name)) {
      problems.push(`${name}: is missing`);
    }
  }
  if (problems.length > 0) {
    throw new RpcError(code.invalidParams, `Invalid params: ${problems.join("; ")}`, {
      problems,
      unknown: Object.keys(given).filter((name) => !properties.some(([known]) => known === name)),
      inputSchema: schema,
    });
  }
  return checked;
}

function byName(properties: [string, Property][], values: unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [index, value] of values.entries()) {
    named[properties[index]?.[0] ?? String(index)] = value;
  }
  return named;
}

function problemWith(value: unknown, { type, minimum, maximum }: Property): string | undefined {
  const fits =
    type === undefined || (type === "integer" ? Number.isSafeInteger(value) : typeof value === type);
  if (!fits) {
    return `expected ${type === "integer" ? "an integer" : `a ${type}`}, got ${JSON.stringify(value)}`;
  }
  if (minimum !== undefined && typeof value === "number" && value < minimum) {
    return `must be at least ${minimum}, got ${value}`;
  }
  if (maximum !== undefined && typeof value === "number" && value > maximum) {
    return `must be at most ${maximum}, got ${value}`;
  }
  return undefined;
}
