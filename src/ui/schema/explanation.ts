import * as l10n from "@vscode/l10n";
import { findNodeAtOffset, getNodePath, type Node } from "jsonc-parser";
import { about } from "./completion.ts";
import { schemasAt } from "./subschema.ts";

/** What the schema says about a place of a document. */
export interface Explanation {
  heading: string;
  lines: string[];
  offset: number;
  length: number;
}

/** `undefined` where the schema says nothing. */
export function explanationAt(schema: unknown, tree: Node, offset: number): Explanation | undefined {
  const found = findNodeAtOffset(tree, offset);
  const node = found?.parent?.type === "property" ? found.parent : found;
  if (node?.type !== "property" || node.children?.[0] === undefined) {
    return undefined;
  }
  const [key] = node.children;
  const path = [...getNodePath(node), key.value as string];
  const schemas = schemasAt(schema, path);
  if (schemas.length === 0) {
    return undefined;
  }
  const facts = schemas.map(about);
  const detail = facts.map((fact) => fact.detail).find((each) => each !== undefined);
  const description = facts.map((fact) => fact.description).find((each) => each !== undefined);
  const fallback = schemas.map((each) => each.default).find((each) => each !== undefined);
  const limits = schemas.flatMap(limitsOf);
  return {
    heading: [String(key.value), ...(detail === undefined ? [] : [detail])].join(": "),
    lines: [
      ...(description === undefined ? [] : [description]),
      ...(fallback === undefined ? [] : [l10n.t("Default: {0}", JSON.stringify(fallback))]),
      ...limits,
    ],
    offset: key.offset,
    length: key.length,
  };
}

function limitsOf(schema: Record<string, unknown>): string[] {
  const lines: string[] = [];
  if (schema.minimum !== undefined || schema.maximum !== undefined) {
    lines.push(l10n.t("From {0} to {1}", String(schema.minimum ?? "…"), String(schema.maximum ?? "…")));
  }
  if (Array.isArray(schema.enum)) {
    lines.push(l10n.t("One of {0}", schema.enum.map((value) => JSON.stringify(value)).join(", ")));
  }
  return lines;
}
