import * as l10n from "@vscode/l10n";
/** What of a value is not as its schema wants it. */
export interface Problem {
  /** Where in the value. */
  path: (string | number)[];
  message: string;
}

/** What of ajv's error objects is used. */
export interface ValidationError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** In a person's words (those of the validator itself are English), without the place, which is shown by the editor. */
export function problemOf(error: ValidationError): Problem {
  const path = segmentsOf(error.instancePath);
  const { params } = error;
  const limit = String(params.limit);
  const isOne = params.limit === 1;
  switch (error.keyword) {
    case "type":
      return { path, message: l10n.t("Expected {0}.", typeInWords(params.type)) };
    case "required":
      return { path, message: l10n.t("“{0}” is missing.", String(params.missingProperty)) };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { path: [...path, name], message: l10n.t("“{0}” is not known here.", name) };
    }
    case "enum":
      return { path, message: l10n.t("Expected one of {0}.", list(params.allowedValues)) };
    case "const":
      return { path, message: l10n.t("Expected {0}.", JSON.stringify(params.allowedValue)) };
    case "minimum":
      return { path, message: l10n.t("Must be at least {0}.", limit) };
    case "maximum":
      return { path, message: l10n.t("Must be at most {0}.", limit) };
    case "exclusiveMinimum":
      return { path, message: l10n.t("Must be more than {0}.", limit) };
    case "exclusiveMaximum":
      return { path, message: l10n.t("Must be less than {0}.", limit) };
    case "minLength":
      return {
        path,
        message: isOne
          ? l10n.t("Must have at least 1 character.")
          : l10n.t("Must have at least {0} characters.", limit),
      };
    case "maxLength":
      return {
        path,
        message: isOne
          ? l10n.t("Must have at most 1 character.")
          : l10n.t("Must have at most {0} characters.", limit),
      };
    case "minItems":
      return {
        path,
        message: isOne
          ? l10n.t("Must have at least 1 item.")
          : l10n.t("Must have at least {0} items.", limit),
      };
    case "maxItems":
      return {
        path,
        message: isOne ? l10n.t("Must have at most 1 item.") : l10n.t("Must have at most {0} items.", limit),
      };
    case "pattern":
      return { path, message: l10n.t("Does not match the pattern {0}.", String(params.pattern)) };
    default:
      return {
        path,
        message:
          error.message === undefined
            ? l10n.t("Does not fit “{0}”.", error.keyword)
            : sentence(error.message),
      };
  }
}

/** A JSON pointer's segments; array indices as numbers. */
function segmentsOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part));
}

function typeInWords(type: unknown): string {
  const names: Record<string, string> = {
    array: l10n.t("an array"),
    boolean: l10n.t("true or false"),
    integer: l10n.t("a whole number"),
    null: "null",
    number: l10n.t("a number"),
    object: l10n.t("an object"),
    string: l10n.t("a string"),
  };
  const types = Array.isArray(type) ? type : String(type).split(",");
  return types
    .map((each) => names[String(each)] ?? String(each))
    .reduce((one, other) => l10n.t("{0} or {1}", one, other));
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(", ") : String(values);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
