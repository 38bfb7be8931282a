import { isJsonObject } from "../wire/envelope.ts";
import type { JsonObject, JsonValue } from "../wire/messages.ts";

const componentsPrefix = "#/components/";

interface Param {
  name: string;
  schema: JsonValue;
  required: boolean;
}

/**
 * The JSON Schema (2020-12) of an OpenRPC method's params: an object's, or an array's where the method takes them
 * by position only. References into the document's `components` keep working, for they come along.
 */
export function openRpcSchema(method: JsonObject, document: JsonObject): JsonObject {
  const given = Array.isArray(method.params) ? method.params : [];
  const params = given
    .map((param) => readParam(resolve(param, document)))
    .filter((each) => each !== undefined);
  const required = params.filter((param) => param.required);
  const schema: JsonObject =
    method.paramStructure === "by-position"
      ? { type: "array", prefixItems: params.map((param) => param.schema), minItems: required.length }
      : {
          type: "object",
          properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
          required: required.map((param) => param.name),
        };
  return refersToComponents(schema) && isJsonObject(document.components)
    ? { ...schema, components: document.components }
    : schema;
}

/** Whether a text in it points into the components. Not recursive: a server may nest as deep as it likes. */
function refersToComponents(schema: JsonObject): boolean {
  const left: (JsonValue | undefined)[] = [schema];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && value.startsWith(componentsPrefix)) {
      return true;
    }
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) {
        left.push(member);
      }
    }
  }
  return false;
}

/** OpenRPC's content descriptor; a bare string names a parameter of which nothing else is known. */
function readParam(param: JsonValue | undefined): Param | undefined {
  if (typeof param === "string") {
    return { name: param, schema: {}, required: false };
  }
  if (!isJsonObject(param) || typeof param.name !== "string") {
    return undefined;
  }
  const description = [param.description, param.summary].find((each) => typeof each === "string");
  const schema = isJsonObject(param.schema) || typeof param.schema === "boolean" ? param.schema : {};
  return {
    name: param.name,
    schema:
      description !== undefined && isJsonObject(schema) && schema.description === undefined
        ? { ...schema, description }
        : schema,
    required: param.required === true,
  };
}

/** A param that is a `$ref` to one of the document's components. */
function resolve(param: JsonValue, document: JsonObject): JsonValue | undefined {
  if (!isJsonObject(param) || typeof param.$ref !== "string" || !param.$ref.startsWith(componentsPrefix)) {
    return param;
  }
  let value: JsonValue | undefined = document.components;
  for (const key of param.$ref.slice(componentsPrefix.length).split("/")) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
