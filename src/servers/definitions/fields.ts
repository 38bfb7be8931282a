import * as l10n from "@vscode/l10n";
import type { CancelMethod } from "../../rpc/conventions.ts";
import { isJsonObject } from "../../wire/envelope.ts";
import { describeFound } from "./found.ts";

/** What is wrong with a field. `expected` is in a person's words. */
export function notAsExpected(field: string, found: unknown, expected: string): string {
  return l10n.t('"{0}" is {1}: expected {2}', field, describeFound(found), expected);
}

export function eitherOf(words: readonly string[]): string {
  return words.reduce((one, other) => l10n.t("{0} or {1}", one, other));
}

/** Past this, `setTimeout` fires at once instead of late: a longer time would end every call. */
export const longestDurationMs = 2_147_483_647;

/**
 * Reads the fields of one entry. A wrong field is put into `problems` (named, with what was found and what was
 * expected) and reads as absent, so that one look shows everything that is wrong. `undefined` counts as absent.
 */
export class Fields {
  readonly problems: string[] = [];
  readonly #entry: Record<string, unknown>;
  /** What stands before the names, where the entry is a field of another. */
  readonly #path: string;

  constructor(entry: Record<string, unknown>, path = "") {
    this.#entry = entry;
    this.#path = path;
  }

  /** An own field only: `constructor` and the like are no fields. */
  raw(name: string): unknown {
    return Object.hasOwn(this.#entry, name) ? this.#entry[name] : undefined;
  }

  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== "string" || value === "") {
      return this.#wrong(name, value, l10n.t("a text that is not empty"));
    }
    if (value.includes("\0")) {
      return this.#nul(name);
    }
    return value;
  }

  texts(name: string): string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (!Array.isArray(value)) {
      return this.#wrong(name, value, l10n.t("an array of texts"));
    }
    const texts: string[] = [];
    for (const [index, member] of value.entries()) {
      if (typeof member !== "string") {
        this.#wrong(`${name}[${index}]`, member, l10n.t("a text"));
      } else if (member.includes("\0")) {
        this.#nul(`${name}[${index}]`);
      } else {
        texts.push(member);
      }
    }
    return texts;
  }

  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    return value === undefined || typeof value === "boolean"
      ? value
      : this.#wrong(name, value, l10n.t("true or false"));
  }

  durationMs(name: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== "number" || !(value >= 1 && value <= longestDurationMs)) {
      return this.#wrong(name, value, l10n.t("a number of milliseconds from 1 to {0}", longestDurationMs));
    }
    return value;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    const choice = choices.find((candidate) => candidate === value);
    return choice ?? this.#wrong(name, value, eitherOf(choices.map((one) => JSON.stringify(one))));
  }

  /** `null` removes a variable; a number stands for its text, as in other clients' files. */
  environment(name: string): Record<string, string | null> | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isJsonObject(value)) {
      return this.#wrong(name, value, l10n.t("an object of texts"));
    }
    const variables: [string, string | null][] = [];
    for (const [variable, content] of Object.entries(value)) {
      const field = `${name}.${variable}`;
      if (variable === "" || /[=\0]/.test(variable)) {
        this.#wrong(field, variable, l10n.t("the name of a variable, which holds no = and no NUL"));
      } else if (typeof content === "string" && content.includes("\0")) {
        this.#nul(field);
      } else if (typeof content === "string" || content === null) {
        variables.push([variable, content]);
      } else if (typeof content === "number") {
        variables.push([variable, String(content)]);
      } else if (content !== undefined) {
        this.#wrong(field, content, l10n.t("a text, or null to remove the variable"));
      }
    }
    return Object.fromEntries(variables);
  }

  cancel(name: string): CancelMethod | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (!isJsonObject(value)) {
      return this.#wrong(name, value, l10n.t("an object {0}", '{"method", "idParam"}'));
    }
    const inner = new Fields(value, `${this.#path}${name}.`);
    const method = inner.text("method");
    const idParam = inner.text("idParam") ?? "id";
    if (method === undefined && inner.problems.length === 0) {
      inner.#wrong("method", undefined, l10n.t("the name of the cancel notification"));
    }
    this.problems.push(...inner.problems);
    return method === undefined ? undefined : { method, idParam };
  }

  #wrong(name: string, found: unknown, expected: string): undefined {
    this.problems.push(notAsExpected(`${this.#path}${name}`, found, expected));
    return undefined;
  }

  /** No operating system passes a NUL on to a process. */
  #nul(name: string): undefined {
    this.problems.push(
      l10n.t('"{0}" is a text with a NUL character: expected a text without one', `${this.#path}${name}`),
    );
    return undefined;
  }
}
