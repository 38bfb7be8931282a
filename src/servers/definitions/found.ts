import * as l10n from "@vscode/l10n";

const longestQuote = 40;

/** What stands in a definition, in the words of an error: `"fast"`, `5`, `an array`. */
export function describeFound(value: unknown): string {
  if (typeof value === "string") {
    const shown = value.length > longestQuote ? `${value.slice(0, longestQuote)}…` : value;
    return JSON.stringify(shown);
  }
  if (Array.isArray(value)) {
    return l10n.t("an array");
  }
  if (typeof value === "object" && value !== null) {
    return l10n.t("an object");
  }
  if (value === undefined) {
    return l10n.t("missing");
  }
  return String(value);
}
