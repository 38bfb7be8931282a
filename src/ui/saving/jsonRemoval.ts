import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/**
 * The text without a member of an object; without all of them where the name stands there twice. Only the member, its
 * comma and a comment at the end of its line go: those in lines of their own and beside its neighbours are somebody's
 * words about something else.
 */
export function withoutMember(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, -1));
  const members = parent?.type === "object" ? (parent.children ?? []) : [];
  const index = members.findIndex((member) => member.children?.[0]?.value === path.at(-1));
  const member = members[index];
  if (member === undefined) {
    return text;
  }
  const { start, end } = stretchOf(text, member);
  const rest = text.slice(end);
  const before = members[index - 1];
  const comma = index === members.length - 1 && before !== undefined ? commaAfter(text, before) : undefined;
  // The last member had no comma of its own, so the one before it needs none any more.
  const isSpare = comma !== undefined && commaAfter(text, member) === undefined;
  const kept = isSpare ? text.slice(0, comma) + text.slice(comma + 1, start) : text.slice(0, start);
  return withoutMember(kept + rest, path);
}

/** The member with its comma: the whole of its lines where nothing else stands in them. */
function stretchOf(text: string, member: Node): { start: number; end: number } {
  const comma = commaAfter(text, member);
  const end = comma === undefined ? member.offset + member.length : comma + 1;
  const lineStart = /\r?\n[ \t]*$/.exec(text.slice(0, member.offset));
  const lineRest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n|$)/.exec(text.slice(end));
  if (lineStart !== null && lineRest !== null) {
    return { start: lineStart.index, end: end + lineRest[0].length };
  }
  const blanks = comma === undefined ? undefined : /^[ \t]*/.exec(text.slice(end))?.[0].length;
  const blanksBefore = /[ \t]*$/.exec(text.slice(0, member.offset))?.[0].length ?? 0;
  return blanks === undefined
    ? { start: member.offset - blanksBefore, end }
    : { start: member.offset, end: end + blanks };
}

/** Blanks and comments may stand between. */
function commaAfter(text: string, { offset, length }: Node): number | undefined {
  const end = offset + length;
  const found = /^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end));
  return found === null ? undefined : end + found[0].length - 1;
}
