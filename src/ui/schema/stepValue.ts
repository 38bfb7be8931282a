import * as l10n from "@vscode/l10n";
import type { JsonValue } from "../../wire/messages.ts";
import type { Step } from "./step.ts";

/** What was typed for an argument: its value, nothing (it is left out), or why it cannot be used. */
export type StepAnswer = { value: JsonValue } | { left: "out" } | { problem: string };

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** By the type alone; the rest of the schema is for whoever has a validator. */
export function readStep({ kind, required }: Step, text: string): StepAnswer {
  if (text.trim() === "" && (text === "" || kind !== "string")) {
    return required ? { problem: l10n.t("A value is needed here.") } : { left: "out" };
  }
  if (kind === "string") {
    return { value: text };
  }
  const typed = text.trim();
  if (!jsonNumber.test(typed)) {
    return { problem: kind === "integer" ? l10n.t("Not a whole number.") : l10n.t("Not a number.") };
  }
  const value = Number(typed);
  if (kind === "integer" && !Number.isInteger(value)) {
    return { problem: l10n.t("Not a whole number.") };
  }
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    return {
      problem: l10n.t("This number cannot be sent exactly. “Send Raw Line…” sends it as it is typed."),
    };
  }
  return { value };
}

/** The text with which a question begins. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
}
