import * as l10n from "@vscode/l10n";

/** Why a call ends that a person cancels. The server is told, so it is in English. */
export const cancelledInEditor = "Cancelled in the editor";

/** A reason as the person reads it. */
export function reasonInWords(reason: string): string {
  return reason === cancelledInEditor ? l10n.t("Cancelled in the editor") : reason;
}
