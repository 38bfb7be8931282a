import type { JsonValue, Params, RequestId } from "../../wire/messages.ts";

/** `setTimeout` fires at once past this, instead of late. Milliseconds. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Reads a command's one object argument. Whatever is wrong with it throws an `Error` whose message names the
 * command, the property, and what is expected. `undefined` counts as absent everywhere.
 */
export function readArgument<Request>(
  command: string,
  argument: unknown,
  read: (fields: Fields) => Request,
): Request {
  if (!isObject(argument)) {
    throw new Error(`${command}: the argument must be an object, not ${nameType(argument)}.`);
  }
  return readFields(command, argument, "", read);
}

/** The properties of one object, each read by a method that says what it must be. */
export class Fields {
  readonly #command: string;
  readonly #values: Record<string, unknown>;
  readonly #path: string;
  readonly #known = new Set<string>();

  constructor(command: string, values: Record<string, unknown>, path: string) {
    this.#command = command;
    this.#values = values;
    this.#path = path;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#missing(name, "a string");
  }

  optionalText(name: string): string | undefined {
    const value = this.#take(name);
    return value === undefined || typeof value === "string" ? value : this.#wrong(name, value, "a string");
  }

  optionalFlag(name: string): boolean | undefined {
    const value = this.#take(name);
    return value === undefined || typeof value === "boolean"
      ? value
      : this.#wrong(name, value, "true or false");
  }

  /** Milliseconds. */
  optionalTimeout(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined || (typeof value === "number" && value > 0 && value <= longestTimeoutMs)) {
      return value;
    }
    return this.#wrong(name, value, `a number of milliseconds from 1 to ${longestTimeoutMs}`);
  }

  /** A request's id: its type counts, so nothing is converted. [R6] */
  id(name: string): RequestId {
    const value = this.#take(name) ?? this.#missing(name, "a string or a number");
    return typeof value === "string" || typeof value === "number"
      ? value
      : this.#wrong(name, value, "a string or a number");
  }

  /** Parameters by name or by position. [R7] */
  optionalParams(name: string): Params | undefined {
    const value = this.#take(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isObject(value) && !Array.isArray(value)) {
      return this.#wrong(name, value, "an object or an array");
    }
    this.#requireJson(name, value);
    return value as Params;
  }

  optionalObject(name: string): { [key: string]: JsonValue } | undefined {
    const value = this.#take(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isObject(value)) {
      return this.#wrong(name, value, "an object");
    }
    this.#requireJson(name, value);
    return value as { [key: string]: JsonValue };
  }

  list<Member>(name: string, read: (fields: Fields) => Member): Member[] {
    const value = this.#take(name) ?? this.#missing(name, "an array of objects");
    if (!Array.isArray(value)) {
      return this.#wrong(name, value, "an array of objects");
    }
    return value.map((member: unknown, index) => {
      const path = `${name}[${index}]`;
      return isObject(member)
        ? readFields(this.#command, member, `${this.#path}${path}.`, read)
        : this.#wrong(path, member, "an object");
    });
  }

  /** Says what is wrong with a property in words of the caller's, after its path. */
  fail(name: string, problem: string): never {
    throw new Error(`${this.#command}: "${this.#path}${name}" ${problem}.`);
  }

  /** A misspelt property that is quietly ignored does something else than was asked for. */
  refuseUnknown(): void {
    for (const [name, value] of Object.entries(this.#values)) {
      if (value !== undefined && !this.#known.has(name)) {
        const known = [...this.#known].join(", ");
        this.fail(name, `is not known here. ${known === "" ? "No property is" : `Known: ${known}`}`);
      }
    }
  }

  #take(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #missing(name: string, expected: string): never {
    return this.fail(name, `is missing: it must be ${expected}`);
  }

  #wrong(name: string, value: unknown, expected: string): never {
    return this.fail(name, `must be ${expected}, not ${nameType(value)}`);
  }

  #requireJson(name: string, value: unknown): void {
    const problem = findNonJson(value, name, new Set());
    if (problem !== undefined) {
      this.fail(problem.path, `must be JSON, not ${problem.found}`);
    }
  }
}

function readFields<Request>(
  command: string,
  values: Record<string, unknown>,
  path: string,
  read: (fields: Fields) => Request,
): Request {
  const fields = new Fields(command, values, path);
  const request = read(fields);
  fields.refuseUnknown();
  return request;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameType(value: unknown): string {
  if (value === null || value === undefined) {
    return String(value);
  }
  if (typeof value === "number") {
    return `the number ${value}`;
  }
  if (Array.isArray(value)) {
    return "an array";
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What `JSON.stringify` would refuse, or would quietly turn into something else. */
function findNonJson(
  value: unknown,
  path: string,
  parents: Set<object>,
): { path: string; found: string } | undefined {
  switch (typeof value) {
    case "bigint":
    case "function":
    case "symbol":
      return { path, found: `a ${typeof value}` };
    case "number":
      return Number.isFinite(value) ? undefined : { path, found: String(value) };
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) {
    return undefined;
  }
  if (parents.has(value)) {
    return { path, found: "an object that holds itself" };
  }
  parents.add(value);
  for (const [key, member] of Object.entries(value)) {
    const problem = findNonJson(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, parents);
    if (problem !== undefined) {
      return problem;
    }
  }
  parents.delete(value);
  return undefined;
}
