import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { plainLabel, plainLines } from "../plainText.ts";
import { type Completion, completionsAt } from "../schema/completion.ts";
import { explanationAt } from "../schema/explanation.ts";
import type { Problem } from "../schema/problem.ts";
import { validatorFor } from "../schema/validator.ts";

/** Documents longer than this are sent unchecked. UTF-16 units. */
const longestChecked = 500_000;

const quietMs = 200;

type SchemaOf = (uri: vscode.Uri) => unknown;

/**
 * Completion, hovers and squiggles from a server's schema. VS Code's own JSON support is not handed the schema: it would
 * fetch what the schema refers to, and show a server's text as Markdown.
 */
export class RequestHelp implements vscode.CompletionItemProvider, vscode.HoverProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #schemaOf: SchemaOf;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("toolwire.request");
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(selector: { scheme: string }, schemaOf: SchemaOf) {
    this.#scheme = selector.scheme;
    this.#schemaOf = schemaOf;
    this.#subscriptions = [
      this.#diagnostics,
      vscode.languages.registerCompletionItemProvider(selector, this, '"', ":", " "),
      vscode.languages.registerHoverProvider(selector, this),
      vscode.workspace.onDidOpenTextDocument((document) => this.#checkSoon(document, 0)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document, quietMs)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
    ];
  }

  provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const schema = this.#schemaOf(document.uri);
    return completionsAt(schema, document.getText(), document.offsetAt(position)).map((each, index) =>
      completionItem(document, each, index),
    );
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const tree = parseTree(document.getText());
    const found = tree && explanationAt(this.#schemaOf(document.uri), tree, document.offsetAt(position));
    if (found === undefined) {
      return undefined;
    }
    const text = new vscode.MarkdownString();
    text.appendText([found.heading, ...found.lines].map((line) => plainLines(line)).join("\n\n"));
    return new vscode.Hover(text, rangeOf(document, found.offset, found.length));
  }

  dispose(): void {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #checkSoon(document: vscode.TextDocument, afterMs: number): void {
    if (document.uri.scheme !== this.#scheme) {
      return;
    }
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const check = () => {
      this.#timers.delete(key);
      void this.#check(document);
    };
    this.#timers.set(key, setTimeout(check, afterMs));
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const validator = await validatorFor(this.#schemaOf(document.uri));
    if (document.isClosed || document.version !== version) {
      return;
    }
    const text = document.getText();
    const tree = text.length > longestChecked ? undefined : parseTree(text);
    const problems = tree === undefined ? [] : validator.problemsOf(plainValue(tree));
    const shown = tree === undefined ? [] : problems.map((problem) => diagnosticOf(document, tree, problem));
    if (validator.note !== undefined) {
      const note = new vscode.Diagnostic(
        new vscode.Range(0, 0, 0, 1),
        plainLabel(validator.note, 500),
        vscode.DiagnosticSeverity.Information,
      );
      shown.push(note);
    }
    for (const diagnostic of shown) {
      diagnostic.source = "Toolwire";
    }
    this.#diagnostics.set(document.uri, shown);
  }
}

function completionItem(
  document: vscode.TextDocument,
  { kind, label, detail, description, required, text, start, end }: Completion,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: plainLabel(label, 100), ...(required && { description: vscode.l10n.t("required") }) },
    kind === "property" ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value,
  );
  item.range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  item.insertText = text;
  // VS Code compares with what stands in the range, quotes and all.
  item.filterText = kind === "property" ? JSON.stringify(label) : text;
  // Before what VS Code offers for any JSON.
  item.sortText = `!${required ? 0 : 1}${String(index).padStart(4, "0")}`;
  if (detail !== undefined && detail !== "") {
    item.detail = plainLabel(detail);
  }
  if (description !== undefined) {
    item.documentation = plainLines(description);
  }
  return item;
}

/** A warning and no error: what is wrong can be sent all the same, to see what the server says. */
function diagnosticOf(
  document: vscode.TextDocument,
  tree: Node,
  { path, message }: Problem,
): vscode.Diagnostic {
  const node = findNodeAtLocation(tree, path) ?? tree;
  // An object or array that lacks something is marked at its opening bracket only.
  const length = node.type === "object" || node.type === "array" ? 1 : node.length;
  return new vscode.Diagnostic(
    rangeOf(document, node.offset, length),
    plainLabel(message, 500),
    vscode.DiagnosticSeverity.Warning,
  );
}

function rangeOf(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

function plainValue(node: Node): unknown {
  switch (node.type) {
    case "array":
      return (node.children ?? []).map(plainValue);
    case "object":
      return Object.fromEntries(
        (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
          key === undefined || value === undefined ? [] : [[key.value, plainValue(value)]],
        ),
      );
    default:
      return node.value;
  }
}
