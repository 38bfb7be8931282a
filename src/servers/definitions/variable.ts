/**
 * What may stand between `${` and `}` in a definition. The list is the contract's: anything else is `unknown` and
 * an error, because a variable that quietly stays as it is reaches the server as a wrong path or a wrong token.
 */
export type Variable =
  | { kind: "workspaceFolder"; name?: string }
  | { kind: "workspaceFolderBasename" }
  | { kind: "userHome" }
  | { kind: "pathSeparator" }
  /** `fallback` only from `${NAME:-default}`. */
  | { kind: "env"; name: string; fallback?: string }
  | { kind: "config"; key: string }
  | { kind: "input"; id: string }
  | { kind: "command"; id: string }
  | { kind: "unknown" };

/** A variable where it stands in a text. */
export interface Occurrence {
  /** As written, with `${` and `}`. */
  text: string;
  variable: Variable;
  start: number;
  end: number;
}

/** `.mcp.json` writes environment variables as shells do: `${NAME}` and `${NAME:-default}`. */
export type VariableSyntax = "vscode" | "mcpJson";

/** A `${` without a `}` after it is plain text. */
export function findVariables(text: string, syntax: VariableSyntax): Occurrence[] {
  const found: Occurrence[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("${", from);
    const close = start === -1 ? -1 : text.indexOf("}", start);
    if (close === -1) {
      return found;
    }
    const end = close + 1;
    const variable = readVariable(text.slice(start + 2, close), syntax);
    found.push({ text: text.slice(start, end), variable, start, end });
    from = end;
  }
}

/**
 * Puts a value in the place of each variable, in one pass: what a value holds is never looked at again, so a
 * `${…}` in an answer or in the environment stays what it is.
 */
export function replaceVariables(
  text: string,
  syntax: VariableSyntax,
  valueFor: (occurrence: Occurrence) => string,
): string {
  let result = "";
  let from = 0;
  for (const occurrence of findVariables(text, syntax)) {
    result += text.slice(from, occurrence.start) + valueFor(occurrence);
    from = occurrence.end;
  }
  return result + text.slice(from);
}

function readVariable(inner: string, syntax: VariableSyntax): Variable {
  switch (inner) {
    case "workspaceFolder":
    case "workspaceFolderBasename":
    case "userHome":
    case "pathSeparator":
      return { kind: inner };
    case "/":
      return { kind: "pathSeparator" };
  }
  if (syntax === "mcpJson") {
    const bare = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner);
    const [, name, fallback] = bare ?? [];
    if (name !== undefined && !fallback?.includes("${")) {
      return { kind: "env", name, ...(fallback !== undefined && { fallback }) };
    }
  }
  const colon = inner.indexOf(":");
  const argument = inner.slice(colon + 1);
  if (colon === -1 || argument === "" || argument.includes("${")) {
    return { kind: "unknown" };
  }
  switch (inner.slice(0, colon)) {
    case "workspaceFolder":
      return { kind: "workspaceFolder", name: argument };
    case "env":
      return { kind: "env", name: argument };
    case "config":
      return { kind: "config", key: argument };
    case "input":
      return { kind: "input", id: argument };
    case "command":
      return { kind: "command", id: argument };
    default:
      return { kind: "unknown" };
  }
}
