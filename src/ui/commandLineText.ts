/** A command as one line for the eye: what has spaces stands in quotes. */
export function commandLineText(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoted).join(" ");
}

function quoted(word: string): string {
  return word === "" || /\s/.test(word) ? `"${word}"` : word;
}
