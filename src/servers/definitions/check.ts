import * as l10n from "@vscode/l10n";
import type { InputDefinition, ServerDefinition } from "../definition.ts";
import { evaluate, type Surroundings, variablesOf } from "./evaluation.ts";
import type { InputTable } from "./input.ts";

/** A definition that can be started as far as one can tell without starting it, or the reasons why not. */
export type CheckResult = { definition: ServerDefinition } | { error: string };

/**
 * The check at listing time: a variable that is unknown or has no value, and an input that is not defined, show on
 * the row before anyone starts the server. [R13] Asks nobody and runs nothing.
 */
export function checkDefinition(
  definition: ServerDefinition,
  inputs: InputTable,
  surroundings: Surroundings,
): CheckResult {
  const problems = new Set<string>();
  const used = new Map<string, InputDefinition>();
  for (const { field, occurrence } of variablesOf(definition)) {
    const evaluation = evaluate(occurrence, definition, surroundings);
    if (evaluation.status === "problem") {
      problems.add(`"${field}": ${evaluation.problem}`);
    } else if (evaluation.status === "later" && evaluation.variable.kind === "input") {
      const { id } = evaluation.variable;
      const input = inputs.inputs.get(id);
      if (input === undefined) {
        problems.add(`"${field}": ${inputProblem(occurrence.text, id, inputs)}`);
      } else {
        used.set(id, input);
      }
    }
  }
  if (problems.size > 0) {
    return { error: [...problems].join("; ") };
  }
  return { definition: used.size === 0 ? definition : { ...definition, inputs: [...used.values()] } };
}

function inputProblem(text: string, id: string, inputs: InputTable): string {
  const own = inputs.problems.get(id);
  if (own !== undefined) {
    return l10n.t("{0} cannot be used: in its definition {1}", text, own);
  }
  return inputs.problem === undefined
    ? l10n.t('{0} is not defined in the "inputs" of .vscode/mcp.json', text)
    : l10n.t("{0} is not defined: {1}", text, inputs.problem);
}
