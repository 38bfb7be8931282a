import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/** Arrays of plain values up to this long stay in one line, as people write `"args": ["-y", "x"]`. */
const longestLine = 80;

export interface Style {
  /** One level of indentation. */
  indent: string;
  lineEnd: string;
}

/**
 * Sets a member of an object that stands in lines of its own, and touches nothing else: a formatter would also
 * change the lines beside it, and a comment at the end of the last member's line would end up behind the new one.
 * `undefined` where the object is not written that way.
 */
export function setMember(
  text: string,
  path: readonly string[],
  value: unknown,
  style: Style,
): string | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, -1));
  const name = path.at(-1);
  if (parent?.type !== "object" || name === undefined) {
    return undefined;
  }
  const members = parent.children ?? [];
  if (members.length === 0) {
    return fillEmpty(text, parent, name, value, style);
  }
  const present = members.findLast((member) => member.children?.[0]?.value === name);
  const beside = present ?? members.at(-1);
  const indent = beside === undefined ? undefined : indentBefore(text, beside);
  if (beside === undefined || indent === undefined) {
    return undefined;
  }
  const written = print(value, indent, style);
  const old = present?.children?.[1];
  if (old !== undefined) {
    return text.slice(0, old.offset) + written + text.slice(old.offset + old.length);
  }
  const end = beside.offset + beside.length;
  const [after = "", comma, comment = ""] =
    /^([ \t]*,)?([ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))?/.exec(text.slice(end)) ?? [];
  const member = `${style.lineEnd}${indent}${JSON.stringify(name)}: ${written}${comma === undefined ? "" : ","}`;
  return `${text.slice(0, end)}${comma ?? ","}${comment}${member}${text.slice(end + after.length)}`;
}

/** `{}` becomes an object of lines, unless it stands within another in one line or holds a comment. */
function fillEmpty(
  text: string,
  { offset, length }: Node,
  name: string,
  value: unknown,
  style: Style,
): string | undefined {
  const line = /[^\r\n]*$/.exec(text.slice(0, offset))?.[0] ?? "";
  if (line.includes("{") || text.slice(offset + 1, offset + length - 1).trim() !== "") {
    return undefined;
  }
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return text.slice(0, offset) + print({ [name]: value }, indent, style) + text.slice(offset + length);
}

/** The blanks before a member that is the first in its line. */
function indentBefore(text: string, { offset }: Node): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

function print(value: unknown, indent: string, style: Style): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const inner = indent + style.indent;
  const lines = (opening: string, parts: string[], closing: string) =>
    parts.length === 0
      ? opening + closing
      : [opening, parts.map((part) => inner + part).join(`,${style.lineEnd}`), indent + closing].join(
          style.lineEnd,
        );
  if (!Array.isArray(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return lines(
      "{",
      members.map(([name, member]) => `${JSON.stringify(name)}: ${print(member, inner, style)}`),
      "}",
    );
  }
  const parts = value.map((member) => print(member, inner, style));
  const line = `[${parts.join(", ")}]`;
  const plain = value.every((member) => typeof member !== "object" || member === null);
  return plain && line.length <= longestLine ? line : lines("[", parts, "]");
}
