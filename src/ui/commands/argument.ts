import * as l10n from "@vscode/l10n";
import { isJsonObject } from "../../wire/envelope.ts";
import type { JsonValue, Params, RequestId } from "../../wire/messages.ts";

/** `setTimeout` fires at once past this, instead of late. Milliseconds. */
const longestTimeoutMs = 2 ** 31 - 1;

/** How a sentence begins about what is wrong with the property at a path. */
type Opening = (path: string) => string;

/**
 * Reads a command's one object argument. Whatever is wrong with it throws an `Error` whose message names the
 * command, the property, and what is expected. `undefined` counts as absent everywhere.
 */
export function readArgument<Request>(
  command: string,
  argument: unknown,
  read: (fields: Fields) => Request,
  opening: Opening = (path) => `${command}: "${path}"`,
): Request {
  if (!isJsonObject(argument)) {
    throw new Error(l10n.t("{0}: the argument must be an object, not {1}.", command, nameType(argument)));
  }
  return readFields(opening, argument, "", read);
}

/** The properties of one object, each read by a method that says what it must be. */
export class Fields {
  readonly #opening: Opening;
  readonly #values: Record<string, unknown>;
  readonly #path: string;
  readonly #known = new Set<string>();

  constructor(opening: Opening, values: Record<string, unknown>, path: string) {
    this.#opening = opening;
    this.#values = values;
    this.#path = path;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#missing(name, l10n.t("a string"));
  }

  optionalText(name: string): string | undefined {
    const value = this.#take(name);
    return value === undefined || typeof value === "string"
      ? value
      : this.#wrong(name, value, l10n.t("a string"));
  }

  optionalFlag(name: string): boolean | undefined {
    const value = this.#take(name);
    return value === undefined || typeof value === "boolean"
      ? value
      : this.#wrong(name, value, l10n.t("true or false"));
  }

  /** Milliseconds. */
  optionalTimeout(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined || (typeof value === "number" && value > 0 && value <= longestTimeoutMs)) {
      return value;
    }
    return this.#wrong(name, value, l10n.t("a number of milliseconds from 1 to {0}", longestTimeoutMs));
  }

  /** A request's id: its type counts, so nothing is converted. [R6] */
  id(name: string): RequestId {
    const value = this.#take(name) ?? this.#missing(name, l10n.t("a string or a number"));
    return typeof value === "string" || typeof value === "number"
      ? value
      : this.#wrong(name, value, l10n.t("a string or a number"));
  }

  /** Parameters by name or by position. [R7] */
  optionalParams(name: string): Params | undefined {
    const value = this.#take(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isJsonObject(value) && !Array.isArray(value)) {
      return this.#wrong(name, value, l10n.t("an object or an array"));
    }
    this.#requireJson(name, value);
    return value as Params;
  }

  optionalObject(name: string): { [key: string]: JsonValue } | undefined {
    const value = this.#take(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isJsonObject(value)) {
      return this.#wrong(name, value, l10n.t("an object"));
    }
    this.#requireJson(name, value);
    return value as { [key: string]: JsonValue };
  }

  list<Member>(name: string, read: (fields: Fields) => Member): Member[] {
    const value = this.#take(name) ?? this.#missing(name, l10n.t("an array of objects"));
    if (!Array.isArray(value)) {
      return this.#wrong(name, value, l10n.t("an array of objects"));
    }
    return value.map((member: unknown, index) => {
      const path = `${name}[${index}]`;
      return isJsonObject(member)
        ? readFields(this.#opening, member, `${this.#path}${path}.`, read)
        : this.#wrong(path, member, l10n.t("an object"));
    });
  }

  /** Says what is wrong with a property in a sentence of the caller's, which is given how it begins. */
  fail(name: string, sentence: (opening: string) => string): never {
    throw new Error(sentence(this.#opening(`${this.#path}${name}`)));
  }

  /** A misspelt property that is quietly ignored does something else than was asked for. */
  refuseUnknown(): void {
    for (const [name, value] of Object.entries(this.#values)) {
      if (value !== undefined && !this.#known.has(name)) {
        const known = [...this.#known].join(", ");
        this.fail(name, (opening) =>
          known === ""
            ? l10n.t("{0} is not known here. No property is.", opening)
            : l10n.t("{0} is not known here. Known: {1}.", opening, known),
        );
      }
    }
  }

  #take(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #missing(name: string, expected: string): never {
    return this.fail(name, (opening) => l10n.t("{0} is missing: it must be {1}.", opening, expected));
  }

  #wrong(name: string, value: unknown, expected: string): never {
    return this.fail(name, (opening) =>
      l10n.t("{0} must be {1}, not {2}.", opening, expected, nameType(value)),
    );
  }

  #requireJson(name: string, value: unknown): void {
    const problem = findNonJson(value, name, new Set());
    if (problem !== undefined) {
      this.fail(problem.path, (opening) => l10n.t("{0} must be JSON, not {1}.", opening, problem.found));
    }
  }
}

function readFields<Request>(
  opening: Opening,
  values: Record<string, unknown>,
  path: string,
  read: (fields: Fields) => Request,
): Request {
  const fields = new Fields(opening, values, path);
  const request = read(fields);
  fields.refuseUnknown();
  return request;
}

function nameType(value: unknown): string {
  if (value === null || value === undefined) {
    return String(value);
  }
  switch (typeof value) {
    case "number":
      return l10n.t("the number {0}", value);
    case "string":
      return l10n.t("a string");
    case "object":
      return Array.isArray(value) ? l10n.t("an array") : l10n.t("an object");
    default:
      return l10n.t("a {0}", typeof value);
  }
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
      return { path, found: nameType(value) };
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
    return { path, found: l10n.t("an object that holds itself") };
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
