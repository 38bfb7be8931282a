import * as vscode from "vscode";
import { englishWords, type TrafficWord, type TrafficWords } from "../../shared/trafficWords.ts";

/** The panel's words in the language of the window: the English text is the key of its translation. */
export function panelWords(): TrafficWords {
  const entries = Object.entries(englishWords) as [TrafficWord, string][];
  return Object.fromEntries(entries.map(([name, english]) => [name, translate(english)])) as TrafficWords;
}

/** Placeholders stay: whoever uses the sentence fills them in. */
export function translate(english: string): string {
  return vscode.l10n.t(english);
}
