import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { TrafficLog } from "../../traffic/trafficLog.ts";
import { plainLabel } from "../plainText.ts";
import { prettyJsonSlices } from "./prettyJson.ts";

const scheme = "toolwire-traffic";

/** VS Code hands no larger document to an extension. */
const largest = 50 * 1024 * 1024;

/** The exact text of the line, or the message in it laid out for reading. */
export type LineForm = "raw" | "message";

/** Lines of the traffic log as read-only documents, with an editor's folding and search. */
export class LineDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #log: TrafficLog;
  readonly #exportTraffic: (server: string) => void;
  readonly #registration: vscode.Disposable;

  constructor(log: TrafficLog, exportTraffic: (server: string) => void) {
    this.#log = log;
    this.#exportTraffic = exportTraffic;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async open(seq: number, form: LineForm): Promise<void> {
    const row = this.#log.row(seq);
    if (row === undefined) {
      vscode.window.showInformationMessage(gone(seq));
      return;
    }
    if (row.bytes > largest) {
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
        this.#exportTraffic(row.server);
      }
      return;
    }
    // The path is the editor's title, and its ending chooses the language.
    const isJson = row.kind !== "stderr" && row.kind !== "unparsed";
    const name = plainLabel([row.server, row.method ?? row.kind, seq].join(" · "), 120).replaceAll("/", "∕");
    const uri = vscode.Uri.from({
      scheme,
      path: `/${name}${isJson ? ".json" : ".txt"}`,
      query: new URLSearchParams({ seq: String(seq), form }).toString(),
    });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const seq = Number(query.get("seq"));
    const row = this.#log.row(seq);
    const bytes = row && this.#log.rawBytes(seq);
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

function gone(seq: number): string {
  return vscode.l10n.t("Line {0} is no longer in the traffic log.", seq);
}
