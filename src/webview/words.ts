import { englishWords, fill, type TrafficWords } from "../shared/trafficWords.ts";

export { fill };

/** The panel's words, as the host translated them. Where there is no page (tests) they are English. */
export const words: TrafficWords = { ...englishWords, ...translated() };

interface Page {
  querySelector(selector: string): { content?: string } | null;
}

function translated(): Partial<TrafficWords> {
  const { document } = globalThis as { document?: Page };
  const table = document?.querySelector('meta[name="toolwire-words"]')?.content;
  return table === undefined ? {} : JSON.parse(table);
}
