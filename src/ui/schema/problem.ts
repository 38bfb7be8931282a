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

/** In a person's words, without the place, which is shown by the editor. */
export function problemOf(error: ValidationError): Problem {
  const path = segmentsOf(error.instancePath);
  const { params } = error;
  switch (error.keyword) {
    case "type":
      return { path, message: `Expected ${typeInWords(params.type)}.` };
    case "required":
      return { path, message: `“${params.missingProperty}” is missing.` };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { path: [...path, name], message: `“${name}” is not known here.` };
    }
    case "enum":
      return { path, message: `Expected one of ${list(params.allowedValues)}.` };
    case "const":
      return { path, message: `Expected ${JSON.stringify(params.allowedValue)}.` };
    case "minimum":
      return { path, message: `Must be at least ${params.limit}.` };
    case "maximum":
      return { path, message: `Must be at most ${params.limit}.` };
    case "exclusiveMinimum":
      return { path, message: `Must be more than ${params.limit}.` };
    case "exclusiveMaximum":
      return { path, message: `Must be less than ${params.limit}.` };
    case "minLength":
      return { path, message: `Must have at least ${count(params.limit, "character")}.` };
    case "maxLength":
      return { path, message: `Must have at most ${count(params.limit, "character")}.` };
    case "minItems":
      return { path, message: `Must have at least ${count(params.limit, "item")}.` };
    case "maxItems":
      return { path, message: `Must have at most ${count(params.limit, "item")}.` };
    case "pattern":
      return { path, message: `Does not match the pattern ${params.pattern}.` };
    default:
      return { path, message: sentence(error.message ?? `Does not fit “${error.keyword}”`) };
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
    array: "an array",
    boolean: "true or false",
    integer: "a whole number",
    null: "null",
    number: "a number",
    object: "an object",
    string: "a string",
  };
  const types = Array.isArray(type) ? type : String(type).split(",");
  return types.map((each) => names[String(each)] ?? String(each)).join(" or ");
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(", ") : String(values);
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
