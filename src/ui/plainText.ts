/**
 * Text from servers is shown as text. VS Code's labels read `$(name)` as an icon, its notifications read
 * `[text](link)` as a link; line breaks, control characters and marks that turn the writing direction around let one
 * row look like another.
 */
export function plainLabel(text: string, longest = 200): string {
  const oneLine = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  const short = oneLine.length > longest ? `${sliceWhole(oneLine, longest - 1)}…` : oneLine;
  return short.replace(/\$\(/g, "$\u200b(").replace(/\]\(/g, "]\u200b(");
}

/** As `plainLabel`, with its lines kept: for tooltips, which VS Code shows as text. */
export function plainLines(text: string, longest = 2000): string {
  return text
    .slice(0, longest)
    .split(/\r\n|\r|\n/)
    .map((line) => plainLabel(line, longest))
    .join("\n");
}

/** A reason without the server's name before it, for where the name stands already. */
export function withoutName(reason: string, server: string): string {
  return reason.startsWith(`${server}: `) ? reason.slice(server.length + 2) : reason;
}

/** Without half of a surrogate pair at the end. */
function sliceWhole(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** For documents, which read neither icons nor links: the text as it is, without what would break or turn its line. */
export function withoutMarks(line: string): string {
  return (
    line
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
  );
}
