import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { TrafficRow } from "../../traffic/entry.ts";
import { plainLabel } from "../plainText.ts";
import { gone, sayGone } from "./copyLine.ts";
import { prettyJsonSlices } from "./prettyJson.ts";

const scheme = "toolwire-traffic";

/** VS Code hands no larger document to an extension. */
const largest = 50 * 1024 * 1024;

/** The exact text of the line, or the message in it laid out for reading. */
export type LineForm = "raw" | "message";

/** Whose lines are opened: the live log, or an opened capture. */
export interface LineSource {
  row(seq: number): TrafficRow | undefined;
  rawBytes(seq: number): Buffer;
  /** Asks where to, and writes all lines of the server: for a line that no editor can hold. */
  export(server: string): void;
}

/** Lines of traffic as read-only documents, with an editor's folding and search. */
export class LineDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #sources = new Map<string, LineSource>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Names a source in the documents' addresses, until it is disposed of. */
  add(name: string, source: LineSource): vscode.Disposable {
    this.#sources.set(name, source);
    return new vscode.Disposable(() => this.#sources.delete(name));
  }

  async open(name: string, seq: number, form: LineForm): Promise<void> {
    const source = this.#sources.get(name);
    const row = source?.row(seq);
    if (source === undefined || row === undefined) {
      sayGone(seq);
      return;
    }
    // Of a line that was too long only its beginning and end are kept.
    if (row.bytes > largest && !row.findings.includes("oversized-line")) {
      const size = `${Math.round(row.bytes / (1024 * 1024))} MB`;
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t(
          "Line {0} of {1} has {2}, and an editor holds at most 50 MB. Export the traffic to read it whole.",
          seq,
          plainLabel(row.server),
          size,
        ),
        vscode.l10n.t("Export…"),
      );
      if (answer !== undefined) {
        source.export(row.server);
      }
      return;
    }
    // The path is the editor's title, and its ending chooses the language.
    const isJson = row.kind !== "stderr" && row.kind !== "unparsed";
    const title = plainLabel([row.server, row.method ?? row.kind, seq].join(" · "), 120).replaceAll("/", "∕");
    const uri = vscode.Uri.from({
      scheme,
      path: `/${title}${isJson ? ".json" : ".txt"}`,
      query: new URLSearchParams({ log: name, seq: String(seq), form }).toString(),
    });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const seq = Number(query.get("seq"));
    const source = this.#sources.get(query.get("log") ?? "");
    const row = source?.row(seq);
    const bytes = row && source?.rawBytes(seq);
    if (bytes === undefined) {
      return gone(seq);
    }
    const text = bytes.toString("utf8");
    if (query.get("form") !== "message" || row?.kind === "stderr" || row?.kind === "unparsed") {
      return text;
    }
    const slices = prettyJsonSlices(text);
    for (;;) {
      const { done, value } = slices.next();
      if (done) {
        return value.length > largest ? text : value;
      }
      await setImmediate();
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
