import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { englishWords } from "../../src/shared/trafficWords.ts";
import { captureProblems } from "../../src/traffic/capture/captureEntry.ts";
import { findingTexts } from "../../src/traffic/findingText.ts";
import { project } from "../vscode/paths.ts";

/** Where the messages stand that are translated, in the form that VS Code's translation tools read. */
export const bundlePath = join(project, "l10n", "bundle.l10n.json");

/** Texts that are translated when they are looked up: `translate(english)`. */
const tables = [englishWords, captureProblems, findingTexts];

/** A call, its first argument where that is a text in quotes, and what ends that. */
const call = /\bl10n\.t\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')?(\s*[,)])?/g;

/** Every message that the sources translate, as a bundle: the English text is the key of its translation. */
export function messageBundle(): string {
  const messages = new Set<string>(tables.flatMap(textsIn));
  const folder = join(project, "src");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".ts")) {
      for (const message of messagesIn(readFileSync(join(folder, file), "utf8"), file)) messages.add(message);
    }
  }
  const sorted = [...messages].sort((one, other) => (one < other ? -1 : 1));
  const bundle = Object.fromEntries(sorted.map((message) => [message, message]));
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

/** Throws where a message is not written out: nobody could collect it. */
function* messagesIn(source: string, file: string): Generator<string> {
  for (const { 1: literal, 2: end, index } of source.matchAll(call)) {
    if (literal !== undefined && end !== undefined) {
      yield literal.startsWith('"') ? JSON.parse(literal) : JSON.parse(doubleQuoted(literal));
    } else if (!source.startsWith("l10n.t(english)", index)) {
      const line = source.slice(0, index).split("\n").length;
      throw new Error(`src/${file}:${line}: l10n.t() takes its message as one text in quotes.`);
    }
  }
}

function doubleQuoted(literal: string): string {
  return `"${literal.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}

function textsIn(table: object): string[] {
  return Object.values(table).flatMap((value) => (typeof value === "string" ? [value] : textsIn(value)));
}
