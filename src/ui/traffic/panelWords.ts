import * as l10n from "@vscode/l10n";
import { englishWords, type TrafficWord, type TrafficWords } from "../../shared/trafficWords.ts";

/** The panel's words in the language of the window: the English text is the key of its translation. */
export function panelWords(): TrafficWords {
  const entries = Object.entries(englishWords) as [TrafficWord, string][];
  return Object.fromEntries(entries.map(([name, english]) => [name, translate(english)])) as TrafficWords;
}

/**
 * A text of a table: `npm run l10n` knows those. Placeholders stay: whoever uses the sentence fills them in.
 */
export function translate(english: string): string {
  return l10n.t(english);
}
