import * as l10n from "@vscode/l10n";
import type { AnySchema, ErrorObject, ValidateFunction } from "ajv";
import { type Problem, problemOf } from "./problem.ts";
import { isSchema } from "./subschema.ts";

/** Checks values against one schema; where the schema itself cannot be used, `note` says why and nothing is wrong. */
export interface Validator {
  note?: string;
  problemsOf(value: unknown): Problem[];
}

/** A schema larger than this takes longer to compile than a person waits. UTF-16 units. */
const largestSchema = 200_000;

const known = new WeakMap<object, Promise<Validator>>();

/** Never rejects: a server's schema may be anything. The validator's code is loaded with the first schema. */
export function validatorFor(schema: unknown): Promise<Validator> {
  if (!isSchema(schema)) {
    return Promise.resolve(
      schema === undefined || schema === true
        ? { problemsOf: () => [] }
        : unchecked(l10n.t("the server's schema is not an object")),
    );
  }
  let validator = known.get(schema);
  if (validator === undefined) {
    validator = compile(schema);
    known.set(schema, validator);
  }
  return validator;
}

async function compile({ $schema: dialect, ...schema }: Record<string, unknown>): Promise<Validator> {
  try {
    if (JSON.stringify(schema).length > largestSchema) {
      return unchecked(l10n.t("the server's schema is very large"));
    }
    const isOlder = typeof dialect === "string" && /draft-0[67]/.test(dialect);
    // In a bundle the import of a CommonJS module has nothing but its default.
    const Compiler = isOlder ? (await import("ajv")).default : (await import("ajv/dist/2020.js")).default;
    const compiler = new Compiler({
      strict: false,
      allErrors: true,
      validateFormats: false,
      addUsedSchema: false,
      logger: false,
    });
    const validate = compiler.compile(schema as AnySchema);
    return { problemsOf: (value) => run(validate, value) };
  } catch (error) {
    return unchecked(l10n.t("the server's schema cannot be used ({0})", (error as Error).message));
  }
}

function run(validate: ValidateFunction, value: unknown): Problem[] {
  if (validate(value) === true) {
    return [];
  }
  const errors = validate.errors ?? [];
  // What failed inside alternatives is said by the error of the alternatives.
  const told = errors.filter(({ keyword }: ErrorObject) => keyword !== "if");
  return told.map(problemOf);
}

function unchecked(reason: string): Validator {
  return { note: l10n.t("Arguments are not checked: {0}.", reason), problemsOf: () => [] };
}
