import * as vscode from "vscode";

const scheme = "toolwire-compare";

/** One side of a comparison. */
export interface ComparedSide {
  /** What it is called in the editor's title. */
  name: string;
  text: string;
}

/** Two texts side by side in VS Code's diff; kept while they are open. */
export class ComparedDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registrations: vscode.Disposable[];
  #opened = 0;

  constructor() {
    this.#registrations = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.query) ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) {
          this.#texts.delete(uri.query);
        }
      }),
    ];
  }

  async open(left: ComparedSide, right: ComparedSide): Promise<void> {
    await vscode.commands.executeCommand(
      "vscode.diff",
      this.#add(left),
      this.#add(right),
      `${left.name} ↔ ${right.name}`,
      { preview: true },
    );
  }

  dispose(): void {
    for (const registration of this.#registrations) {
      registration.dispose();
    }
  }

  #add({ name, text }: ComparedSide): vscode.Uri {
    const query = String(++this.#opened);
    this.#texts.set(query, text);
    return vscode.Uri.from({ scheme, path: `/${name.replaceAll("/", "∕")}.json`, query });
  }
}
