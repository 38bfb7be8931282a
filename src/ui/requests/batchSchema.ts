import * as l10n from "@vscode/l10n";
/** The schema of a batch document: `{method, params?, notification?}`, with the server's methods offered. [R5] */
export function batchSchema(methods: readonly string[]): object {
  return {
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      required: ["method"],
      additionalProperties: false,
      properties: {
        method: {
          type: "string",
          minLength: 1,
          description: l10n.t("The method's name."),
          examples: methods,
        },
        params: { type: ["object", "array"], description: l10n.t("Its parameters, by name or by position.") },
        notification: { type: "boolean", description: l10n.t("True: no answer is wanted.") },
      },
    },
  };
}
